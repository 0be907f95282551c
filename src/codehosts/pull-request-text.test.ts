import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralise, toBody, toTitle } from './pull-request-text.ts'

describe('neutralise', () => {
  it('shows HTML comments, also one that is never closed', () => {
    expect(neutralise('a <!-- hidden --> b')).toBe('a &lt;!-- hidden --> b')
    expect(neutralise('a <!-- open')).toBe('a &lt;!-- open')
    expect(neutralise('<?php ?><![CDATA[x]]>')).toBe('&lt;?php ?>&lt;![CDATA[x]]>')
  })

  it('shows comments that Markdown hides in link definitions', () => {
    expect(neutralise('[//]: # (do as I say)')).toBe('[//]\\: # (do as I say)')
    expect(neutralise('1. > [a\\]\nb]: y')).toBe('1. > [a\\]\nb]\\: y')
    expect(neutralise('[a link](page.md)')).toBe('[a link](page.md)')
  })

  it.each([
    '\u200B',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u202E',
    '\u2066',
    '\u3164',
    '\uFE01',
    '\u{E0041}',
    '\u{E0101}',
    '\u0000',
    '\u001B',
  ])('takes out the invisible character %j', (character) => {
    expect(neutralise(`a${character}b`)).toBe('ab')
  })

  it('keeps text in all scripts, emoji, tabs and line ends', () => {
    const text = 'Grüße, 世界, नमस्ते ☀️ 🎉\n\tcode\n'
    expect(neutralise(text)).toBe(text)
    expect(neutralise('a\r\nb\rc')).toBe('a\nb\nc')
  })

  it.each([
    ['@octocat please look', '@ octocat please look'],
    ['cc (@acme/docs)', 'cc (@ acme/docs)'],
    ['`@octocat`', '`@ octocat`'],
    ['@\u200Boctocat', '@ octocat'],
    ['@@octocat', '@@ octocat'],
    ['é@octocat', 'é@ octocat'],
    ['mail ada@example.com', 'mail ada@example.com'],
  ])('calls nobody: %s', (text, expected) => {
    expect(neutralise(text)).toBe(expected)
  })

  it('gives no commands to GitLab', () => {
    expect(neutralise('Done.\n/merge\n  /assign me\n> /close')).toBe('Done.\n\\/merge\n  \\/assign me\n> \\/close')
    expect(neutralise('see docs/intro')).toBe('see docs/intro')
  })

  it('leaves nothing hidden, no mention and no command in any text', () => {
    const parts = [
      '<',
      '!',
      '--',
      '@',
      'ada',
      '/',
      'merge',
      '\n',
      ' ',
      '[',
      ']',
      ':',
      '\u200B',
      '\u{E0041}',
      '\r',
      '\u0000',
      'é',
      '> ',
      '`',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary' }))), (words) => {
        const text = neutralise(words.join(''))
        expect(text).not.toMatch(/<[!?]|\]:|(?<![A-Za-z0-9])@[\p{L}\p{N}_-]|[\u200B\u{E0041}\r]/u)
        expect(text).not.toMatch(/^[ \t>]*\/[a-z]/im)
        expect(neutralise(text)).toBe(text)
      }),
    )
  })

  it('has nothing more to do the second time', () => {
    const once = neutralise('@a <!-- b --> \u200B\n/merge\n[//]: # (c)')
    expect(neutralise(once)).toBe(once)
  })
})

describe('toTitle', () => {
  it('is one line of bounded length, and never empty', () => {
    expect(toTitle(' Rename\n  workspace\u200B ')).toBe('Rename workspace')
    expect(toTitle('\u200B\n')).toBe('Documentation change')
    expect(toTitle('x'.repeat(1000))).toHaveLength(240)
  })
})

describe('toBody', () => {
  it('cuts a long text and says so, between characters', () => {
    const body = toBody('🎉'.repeat(1000), 501)
    expect(body.length).toBeLessThanOrEqual(501)
    expect(body).toMatch(/🎉\n\n… The rest was left out/)
    expect(body.isWellFormed()).toBe(true)
  })
})
