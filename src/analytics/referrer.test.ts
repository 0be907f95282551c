import { describe, expect, it } from 'vitest'
import { findAssistant, findReferrer } from './referrer.ts'

describe('a referrer', () => {
  it.each([
    ['https://www.Google.com/search?q=x', '/a', 'google.com'],
    ['https://chatgpt.com', '/a', 'chatgpt.com'],
    ['http://user@example.com:8080/x', '/a', 'example.com'],
    ['https://docs.example.com/b', 'https://docs.example.com/a', null],
    ['https://docs.example.com/b', 'http://docs.example.com:3000/a?x=1', null],
    ['http://[2001:DB8::1]:8080/x', '/a', '[2001:db8::1]'],
    ['http://[2001:db8::1]/x', 'http://[2001:db8::1]/a', null],
    ['http://[2001/x', '/a', null],
    ['-', '/a', null],
    ['', '/a', null],
    ['about:blank', '/a', null],
    [undefined, '/a?utm_source=chatgpt.com', 'chatgpt.com'],
    [undefined, '/a?x=1&utm_source=perplexity.ai#y', 'perplexity.ai'],
    [undefined, '/a?utm_source=newsletter', null],
    ['https://bing.com/', '/a?utm_source=chatgpt.com', 'bing.com'],
  ])('%s of %s is %s', (referrer, address, host) => {
    expect(findReferrer(referrer, address)).toBe(host)
  })

  it('is an assistant when its host is', () => {
    expect(findAssistant('www.perplexity.ai')).toBe('Perplexity')
    expect(findAssistant('example.com')).toBeNull()
  })
})
