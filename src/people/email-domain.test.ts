import { describe, expect, it } from 'vitest'
import { domainOf, readDomain } from './email-domain.ts'

describe('the domain of an e-mail address', () => {
  it.each([
    ['ada@example.com', 'example.com'],
    ['ada@EXAMPLE.com', 'example.com'],
    ['ada@sub.example.com', 'sub.example.com'],
    ['ada@bücher.example', 'xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ada@ex\u0430mple.com', 'xn--exmple-4nf.com'],
  ])('%s is at %s', (email, domain) => {
    expect(domainOf(email)).toBe(domain)
  })

  it.each([
    'example.com.',
    '.example.com',
    'example..com',
    'ｅｘａｍｐｌｅ.com',
    'example。com',
    'ex%61mple.com',
    'example.com/x',
    'example.com:443',
    'example.com#x',
    'example.com@evil.org',
    '*.example.com',
    '@example.com',
    'example',
    '0x7f.1',
    'ex\u00ADample.com',
    '',
  ])('%j is none', (text) => {
    expect(readDomain(text)).toBeNull()
  })
})
