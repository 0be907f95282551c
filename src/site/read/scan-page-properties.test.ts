import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rewriteTargets } from './rewrite-targets.ts'
import { scanPage } from './scan-page.ts'

/** Text made of what the scanner looks for, so that random pages are full of half-open constructs. */
const fragment = fc.constantFrom(
  ...'` `` ``` ~~~ [ ] ( ) ![ ]( <a href=" "> <!-- --> {/* */} { } # ## --- === > - 1. | \\ & &amp; " \' import export'.split(
    ' ',
  ),
  '\n',
  '\n\n',
  '\r\n',
  '    ',
  '\t',
  ' ',
  '[x]: y',
  '---\ntitle: z\n---\n',
  'word',
  'ü',
  '😀',
  '{#id}',
  '<Card href="/a" />',
)
const page = fc.array(fc.oneof(fragment, fc.string({ maxLength: 5 })), { maxLength: 60 }).map((parts) => parts.join(''))
const name = fc.constantFrom('page.md', 'page.mdx')

describe('scanPage', () => {
  test('never throws, and gives plain data, whatever the text', () => {
    fc.assert(
      fc.property(name, page, (path, text) => {
        const facts = scanPage(path, text)
        expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
      }),
      { numRuns: 1000 },
    )
  })

  test('gives ranges that lie inside their line and hold the target', () => {
    fc.assert(
      fc.property(name, page, (path, text) => {
        const lines = text.split('\n')
        const { links, images, definitions } = scanPage(path, text)
        for (const { at, target } of [...links, ...images, ...definitions]) {
          const piece = lines[at.line - 1]!.slice(at.start, at.end)
          expect(piece).toHaveLength(at.end - at.start)
          if (!/[\\&]/.test(piece)) expect(piece).toBe(target)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('gives slugs that are unique on a page', () => {
    const heading = fc.constantFrom('A', 'a', 'A-1', 'a 1', '`a`', '*a*', 'B', '', '!')
    fc.assert(
      fc.property(fc.array(heading, { maxLength: 20 }), (headings) => {
        const found = scanPage('page.md', headings.map((text) => `## ${text}\n`).join('\n')).headings.map(({ slug }) => slug)
        expect(found).toHaveLength(headings.length)
        expect(new Set(found).size).toBe(headings.length)
      }),
    )
  })

  test('finds the new target after a rewrite, and nothing else changed', () => {
    const link = fc.constantFrom(
      '[a](b)',
      '[a](<b c> "t")',
      '<a href="b">c</a>',
      '![i](b)',
      '[r]',
      '[a [x] c](b_(c))',
      '`[n](o)`',
      'text',
      '- [l](b)',
    )
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 12 }), fc.stringMatching(/^[a-z0-9/._-]{1,20}$/), (parts, target) => {
        const text = `${parts.join('\n\n')}\n\n[r]: old "t"\n`
        const before = scanPage('page.md', text)
        const all = [...before.links, ...before.images]
        const after = scanPage(
          'page.md',
          rewriteTargets(
            text,
            all.map(({ at }) => ({ at, target })),
          ),
        )
        expect(after.links.map((found) => found.target)).toEqual(before.links.map(() => target))
        expect(after.images.map((found) => found.target)).toEqual(before.images.map(() => target))
        expect(after.links.map(({ line }) => line)).toEqual(before.links.map(({ line }) => line))
      }),
    )
  })

  test.each([
    ['unclosed brackets', '['],
    ['unclosed links', '[a]('],
    ['unclosed tags', '<a x="'],
    ['unclosed comments', '<!-- '],
    ['unclosed blocks', '\n<pre>\n'],
    ['backticks', '` `` '],
    ['braces', '{"'],
    ['braces in tags', '<a {'],
    ['emphasis in a heading', '*a _b '],
    ['quotations', '> '],
    ['brackets and parentheses', '[](('],
    ['list markers', '- '],
    ['blank lines', '\n'],
    ['short headings', 'a\n# '],
    ['short paragraphs', 'a\n\n'],
    ['links inside open brackets', '[[a](b)'],
    ['images inside images', '![a](b) !['],
    ['imports', '\nimport { a\n'],
    ['definitions', '\n\n[a]: b\n\n[a]'],
  ])('takes time in proportion to a page of %s', (_, piece) => {
    const seconds = (size: number) => {
      const text = `${piece.includes('-') ? '' : '# '}${piece.repeat(size / piece.length)}`
      const start = performance.now()
      scanPage('page.mdx', text)
      return (performance.now() - start) / 1000
    }
    seconds(20_000)
    // Quadratic work on half a megabyte would take minutes; the bound is far from what a slow machine needs.
    expect(seconds(500_000)).toBeLessThan(10)
  })
})
