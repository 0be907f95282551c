import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralise, toBody, toCommitText, toTitle } from './pull-request-text.ts'

describe('neutralise', () => {
  it('shows HTML comments, also one that is never closed', () => {
    expect(neutralise('a <!-- hidden --> b')).toBe('a &lt;!-- hidden --> b')
    expect(neutralise('a <!-- open')).toBe('a &lt;!-- open')
    expect(neutralise('<?php ?><![CDATA[x]]>')).toBe('&lt;?php ?>&lt;!\\[CDATA[x]]>')
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
    ['@{557058:1f2e} please', '@ {557058:1f2e} please'],
    ['mail ada@example.com', 'mail ada@example.com'],
  ])('calls nobody: %s', (text, expected) => {
    expect(neutralise(text)).toBe(expected)
  })

  it('gives no commands to GitLab', () => {
    expect(neutralise('Done.\n/merge\n  /assign me\n> /close')).toBe('Done.\n\\/merge\n  \\/assign me\n> \\/close')
    expect(neutralise('see docs/intro')).toBe('see docs/intro')
  })

  it.each([
    ['![A chart](https://x.example/?d=1)', '[A chart (image: https:\\//x.example/?d=1)](https://x.example/?d=1)'],
    ['![](a.png "Title")', '[image: a.png](a.png)'],
    ['![a][b] and ![b]', '!\\[a][b] and !\\[b]'],
    ['[[https://x.example/a.png]]', '[ [https:\\//x.example/a.png]]'],
    ['see https://x.example/a.svg?d=1 there', 'see https:\\//x.example/a.svg?d=1 there'],
    ['see https://x.example/guide and <https://x.example/>', 'see https://x.example/guide and https://x.example/'],
    ['[a page](https://x.example/a.png)', '[a page](https://x.example/a.png)'],
    ['Use `<Tabs>`, not <Tabs>.', 'Use `< Tabs>`, not &lt;Tabs>.'],
    ['a < b, 1 <2, <3', 'a < b, 1 <2, <3'],
    ['```mermaid\ngraph\n```', '```text\ngraph\n```'],
    ['> ~~~ {.plantuml}\n> x\n> ~~~', '> ~~~text\n> x\n> ~~~'],
    ['```ts\n<div>\n```', '```ts\n< div>\n```'],
    ['::include{file=https://x.example/a}', '\\::include{file=https://x.example/a}'],
  ])('loads nothing: %j', (text, expected) => {
    expect(neutralise(text)).toBe(expected)
    expect(neutralise(expected)).toBe(expected)
  })

  it.each([
    ['Fixes #12.', 'Fixes – #12.'],
    ['closes: acme/docs#1, #2', 'closes: – acme/docs#1, #2'],
    ['Resolved GH-7', 'Resolved – GH-7'],
    ['fix **#1**', 'fix – **#1**'],
    ['Closing issue #4', 'Closing – issue #4'],
    ['fixes https://git.example/acme/docs/issues/1', 'fixes – https://git.example/acme/docs/issues/1'],
    ['Implements DOCS-41', 'Implements – DOCS-41'],
    ['Fix UTF-8 names, see #12', 'Fix UTF-8 names, see #12'],
    ['prefix #1 stays', 'prefix #1 stays'],
  ])('closes no issue: %s', (text, expected) => {
    expect(neutralise(text)).toBe(expected)
    expect(toCommitText(text)).toBe(expected)
    expect(toTitle(text)).toBe(expected)
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
      '![',
      '](',
      ')',
      'https://x.example/a.png',
      '```',
      '~~~',
      'mermaid',
      'fixes ',
      '#1',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary' }))), (words) => {
        const text = neutralise(words.join(''))
        expect(text).not.toMatch(/<[a-z/!?]|!\[|\[\[|\]:|fixes #1|(?<![A-Za-z0-9])@[\p{L}\p{N}_-]|[\u200B\u{E0041}\r]/u)
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

describe('toCommitText', () => {
  it('keeps Markdown as it is, and calls and commands no one', () => {
    expect(toCommitText('Use `<Tabs>` ![a](b)\n\n@ada\n/tag v1\0')).toBe('Use `<Tabs>` ![a](b)\n\n@ ada\n\\/tag v1')
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
