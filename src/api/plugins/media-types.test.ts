import { describe, expect, it } from 'vitest'
import { chooseMediaType, isPreferred } from './media-types.ts'

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

describe('a type that has to be named', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['text/csv', true],
    ['text/csv, */*', true],
    ['*/*;q=0.9, text/csv;q=0.1', false],
    ['text/csv;q=0.1, application/*;q=0.9', false],
    ['text/csv;header=present;q=0.9, */*;q=0.1', true],
    ['text/csv;q = 0.2, application/json;q=0.5', false],
    ['text/csv;q=0, application/json;q=0', false],
    ['text/csv-schema', false],
    ['text/csv;q=oops', false],
  ])('with %j is preferred: %s', (accept, expected) => {
    expect(isPreferred(accept, 'text/csv', 'application/json')).toBe(expected)
  })
})
