import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPageRegions } from './page-regions.ts'
import type { Dialect } from '../../../markdown/page.ts'

function kindsOf(page: string, word: string, dialect: Dialect = 'md'): string[] {
  const regions = readPageRegions(page, dialect)
  return [...page.matchAll(new RegExp(word, 'gu'))].map(
    ({ index }) => regions.find(({ start, end }) => start <= index && index < end)?.kind ?? 'none',
  )
}

describe('readPageRegions', () => {
  test.each([
    ['a paragraph', 'An X here.', 'prose'],
    ['a heading', '# The X', 'prose'],
    ['a list item', '- The X', 'prose'],
    ['a table cell', '| a | X |\n| - | - |\n', 'prose'],
    ['the text of a link', '[X](y.md)', 'prose'],
    ['the text of an image', '![X](y.png)', 'prose'],
    ['the target of a link', '[y](X.md)', 'link-target'],
    ['the title of a link', '[y](y.md "X")', 'link-target'],
    ['a target in angle brackets', '[y](<a X b.md>)', 'link-target'],
    ['the target of an image', '![y](X.png)', 'link-target'],
    ['a label', '[y][X]\n\n[X]: z.md\n', 'link-target'],
    ['a definition', '[y]: X.md', 'link-target'],
    ['a shortcut reference', 'See [X].\n\n[X]: z.md\n', 'link-target'],
    ['a footnote', 'Text[^X].', 'link-target'],
    ['inline code', 'Use `X` now.', 'inline-code'],
    ['inline code with two marks', 'Use ``a ` X`` now.', 'inline-code'],
    ['inline code over two lines', 'Use `a\nX` now.', 'inline-code'],
    ['a fenced block', '```\nX\n```\n', 'code-block'],
    ['the language of a fenced block', '```X\n```\n', 'code-block'],
    ['a fenced block with tildes', '~~~\n```\nX\n~~~\n', 'code-block'],
    ['a fenced block in a list', '- a\n\n  ```\n  X\n  ```\n', 'code-block'],
    ['a fenced block in a quotation', '> ```\n> X\n> ```\n', 'code-block'],
    ['a fenced block that never ends', '```\nX\n', 'code-block'],
    ['an indented block', 'a\n\n    X\n', 'code-block'],
    ['a preformatted element', '<pre>\nX\n</pre>', 'code-block'],
    ['a code element', 'a <code>X</code> b', 'inline-code'],
    ['an attribute', '<a name="X">', 'markup'],
    ['an attribute on a later line', '<Card\n  title="X"\n/>', 'markup'],
    ['a comment', '<!-- X -->', 'comment'],
    ['a comment over several lines', '<!--\n\nX\n\n-->', 'comment'],
    ['an address', 'See https://a.example/X.', 'url'],
    ['an address in angle brackets', 'See <https://a.example/X>.', 'url'],
    ['a mail address', 'Write to X@a.example.', 'url'],
    ['a front matter key', '---\nX: y\n---\n', 'front-matter'],
    ['a front matter title', '---\ntitle: X\n---\n', 'front-matter-text'],
    ['a front matter setting', '---\nslug: X\n---\n', 'front-matter'],
    ['a template', 'a {{ X }} b', 'expression'],
    ['an explicit id', '# Y {#X}', 'expression'],
  ])('says what %s is', (_, page, kind) => {
    expect(new Set(kindsOf(page, 'X'))).toEqual(new Set([kind]))
  })

  test.each([
    ['an import', "import X from './X'\n\ntext", 'import'],
    ['an export', 'export const a = "X"\n', 'import'],
    ['an expression', 'a {X} b', 'expression'],
    ['an expression with braces inside', 'a {{ b: X }} c', 'expression'],
    ['an expression as an attribute', '<A b={c > X} />', 'markup'],
    ['indented text', '<A>\n\n    X\n\n</A>', 'prose'],
  ])('says what %s is in MDX', (_, page, kind) => {
    expect(new Set(kindsOf(page, 'X', 'mdx'))).toEqual(new Set([kind]))
  })

  test('takes text after a list for prose when it is indented like the item', () => {
    expect(kindsOf('1. a\n\n    X\n', 'X')).toEqual(['prose'])
  })

  test('covers every page without a gap and without an overlap', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '`',
      '```\n',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '{',
      '}',
      '#',
      '- ',
      '    ',
      '---\n',
      'https://x.y/',
      '"',
      '\\',
      '<!--',
      '-->',
      '$$',
      '\r\n',
      '|',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
        fc.constantFrom<Dialect>('md', 'mdx'),
        (page, dialect) => {
          let position = 0
          for (const { start, end } of readPageRegions(page, dialect)) {
            expect(start).toBe(position)
            expect(end).toBeGreaterThan(start)
            position = end
          }
          expect(position).toBe(page.length)
        },
      ),
    )
  })
})
