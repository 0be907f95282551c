import { describe, expect, it } from 'vitest'
import { mailboxOf } from './mailbox.ts'

describe('a mailbox', () => {
  it.each([
    'ADA.Lovelace@Example.COM',
    'ada.lovelace+news@example.com',
    '"ada.lovelace"@example.com',
    '"ada\\.lovelace"@example.com',
    'adalovelace@example.com',
    'ada.lovelace@example.com.',
    'ａda.lovelace@example.com',
  ])('is the same for %s', (email) => {
    expect(mailboxOf(email)).toBe('adalovelace@example.com')
  })

  it('is the same for both forms of a domain', () => {
    expect(mailboxOf('ada@Bücher.example')).toBe(mailboxOf('ada@xn--bcher-kva.example'))
  })

  it.each([
    'bob@example.com',
    'ada@example.org',
    'ada@sub.example.com',
    'ada@example.com.evil.org',
    '"ada@example.com"@evil.org',
  ])('is another one for %s', (email) => {
    expect(mailboxOf(email)).not.toBe('ada@example.com')
  })
})
