import { describe, expect, it } from 'vitest'
import { chooseMediaType } from './media-types.ts'

describe('the media type of an answer', () => {
  it.each([
    [undefined, 'a/json'],
    ['', 'a/json'],
    ['*/*', 'a/json'],
    ['text/stream', 'text/stream'],
    ['TEXT/Stream; charset=utf-8', 'text/stream'],
    ['text/*', 'text/stream'],
    ['a/json, text/stream', 'a/json'],
    ['text/stream, a/json', 'a/json'],
    ['a/json;q=0.5, text/stream', 'text/stream'],
    ['a/json;q=0.5, */*;q=0.9', 'text/stream'],
    ['a/json;q=0, */*', 'text/stream'],
    ['text/stream;q=0, text/*', 'a/json'],
    ['text/stream;q=oops', 'a/json'],
    ['image/png', 'a/json'],
  ])('for %j is %s', (accept, expected) => {
    expect(chooseMediaType(accept, ['a/json', 'text/stream'])).toBe(expected)
  })
})
