import { describe, expect, it } from 'vitest'
import { findArrival, findAssistant, findReferrer, hostOfReferrer } from './referrer.ts'

describe('a referrer', () => {
  it.each([
    ['https://www.Google.com/search?q=x', '/a', 'google.com/search'],
    ['https://www.google.com/?q=x', '/a', 'google.com'],
    ['https://example.com/a b', '/a', 'example.com/a'],
    [`https://example.com/${'x'.repeat(999)}`, '/a', `example.com/${'x'.repeat(199)}`],
    ['https://chatgpt.com', '/a', 'chatgpt.com'],
    ['http://user@example.com:8080/x', '/a', 'example.com/x'],
    ['https://docs.example.com/b', 'https://docs.example.com/a', null],
    ['https://docs.example.com/b', 'http://docs.example.com:3000/a?x=1', null],
    ['http://[2001:DB8::1]:8080/x', '/a', '[2001:db8::1]/x'],
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

  it('has the host of its page', () => {
    expect(hostOfReferrer('news.ycombinator.com/item')).toBe('news.ycombinator.com')
    expect(hostOfReferrer('google.com')).toBe('google.com')
  })

  it.each([
    ['none', undefined, 'https://docs.example.com/a', undefined, true],
    ['another site', 'https://google.com/', 'https://docs.example.com/a', undefined, true],
    ['the site itself', 'https://docs.example.com/b', 'https://docs.example.com/a', undefined, false],
    ['a site that may be its own', 'https://docs.example.com/b', '/a', undefined, null],
    ['a browser that says where it was', 'https://docs.example.com/b', '/a', 'same-origin', false],
    ['a browser that was nowhere', undefined, '/a', 'none', true],
  ])('tells whether a reader arrives: %s', (_name, referrer, address, fetchSite, isArrival) => {
    expect(findArrival(referrer, address, fetchSite)).toBe(isArrival)
  })

  it('is the site itself when the project says so', () => {
    const isOwnHost = (host: string) => host === 'docs.example.com'
    expect(findReferrer('https://docs.example.com/b', '/a', isOwnHost)).toBeNull()
    expect(findArrival('https://docs.example.com/b', '/a', undefined, isOwnHost)).toBe(false)
    expect(findReferrer('https://example.com/b', '/a', isOwnHost)).toBe('example.com/b')
  })

  it('is an assistant when its host is', () => {
    expect(findAssistant('www.perplexity.ai')).toBe('Perplexity')
    expect(findAssistant('example.com')).toBeNull()
  })
})
