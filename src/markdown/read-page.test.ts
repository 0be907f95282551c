import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dialect, Span } from './page.ts'
import { plainText } from './plain-text.ts'
import { readInline } from './read-inline.ts'
import { readMarkdown } from './read-page.ts'

/** Each block as its kind and its source. */
function blocksOf(text: string, dialect: Dialect = 'md'): string[] {
  return readMarkdown(text, dialect).blocks.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)
}

function spansOf(text: string, dialect: Dialect = 'md'): string[] {
  const page = readMarkdown(text, dialect)
  return page.blocks
    .flatMap((block) => readInline(page, block))
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)
}

describe('tables', () => {
  it('are cut into cells', () => {
    expect(blocksOf('a | `b` |\n:- | --\n| c | [d](e) |\n\n| f |')).toEqual([
      'cell a',
      'cell `b`',
      'cell c',
      'cell [d](e)',
      'paragraph | f |',
    ])
  })

  it('begin below the text above their header, and end with another block', () => {
    expect(blocksOf('x\n| a |\n| - |\n| b |\n# c')).toEqual(['paragraph x', 'cell a', 'cell b', 'heading # c'])
  })

  it('need as many cells in the header as in the line below it', () => {
    expect(blocksOf('| a | b |\n| - |')).toEqual(['paragraph | a | b |\n| - |'])
  })

  it('take an escaped pipe for text, and cells without a column for nothing', () => {
    expect(blocksOf('| a |\n| - |\n| b \\| c | d |')).toEqual(['cell a', 'cell b \\| c'])
  })
})

describe('boxes, directives and footnotes', () => {
  it('hold the indented lines below them', () => {
    expect(blocksOf('!!! note "Title"\n\n    # a\n\n    ```\n    b\n    ```\n\nc')).toEqual([
      'directive !!! note "Title"',
      'heading # a',
      'code ```\n    b\n    ```',
      'paragraph c',
    ])
    expect(blocksOf(':::tip [a](b)\nc\n:::')).toEqual(['directive :::tip [a](b)', 'paragraph c', 'directive :::'])
    expect(blocksOf('[^1]: a\n\n    b\n')).toEqual(['paragraph a', 'paragraph b'])
    expect(blocksOf('a\n[^b\\]]:c\n    ```\nd')).toEqual(['paragraph a', 'paragraph c', 'code ```', 'paragraph d'])
  })
})

describe('MDX', () => {
  it('has modules, which go on over blank lines within their brackets', () => {
    const module = "import A from './a.mdx'\nexport const b = {\n\n  c: `\n\n# d`,\n}"
    expect(blocksOf(`${module}\n\n# e`, 'mdx')).toEqual([`module ${module}`, 'heading # e'])
  })

  it('has elements that hold Markdown, whatever its indentation', () => {
    expect(
      blocksOf('<Card\n  title="a > b"\n\n  x={[\n    1 ]}\n>\n      # c\n\n      ```\n      d\n      ```\n</Card>', 'mdx'),
    ).toEqual([
      'element <Card\n  title="a > b"\n\n  x={[\n    1 ]}\n>',
      'heading # c',
      'code ```\n      d\n      ```',
      'element </Card>',
    ])
  })

  it('has expressions and comments over several lines', () => {
    expect(blocksOf('{/* a\n\n# b */}\n\n{[1, 2].map((c) => (\n\n  <D>{c}</D>\n))}\n\ne {f} [g](h)', 'mdx')).toEqual([
      'comment {/* a\n\n# b */}',
      'expression {[1, 2].map((c) => (\n\n  <D>{c}</D>\n))}',
      'paragraph e {f} [g](h)',
    ])
  })

  it('takes two expressions in a line for a sentence, unless a tag stands between them', () => {
    expect(blocksOf('{a} {b}\n\n{a}<b/>{c}', 'mdx')).toEqual(['paragraph {a} {b}', 'element {a}<b/>{c}'])
  })

  it('has no code that is indented, so an item begins at its text however far that is from its mark', () => {
    expect(blocksOf('-      ```\n  a', 'mdx')).toEqual(['code ```', 'paragraph a'])
  })

  it('has tags with space around the signs in their names, and none behind a value', () => {
    expect(spansOf('a <b . c d : e="`"f=\'`\'g={1}h/ > </ b . c >', 'mdx')).toEqual([
      'tag <b . c d : e="`"f=\'`\'g={1}h/ >',
      'tag </ b . c >',
    ])
  })

  it('takes an expression for a comment only when there is nothing else in it', () => {
    expect(spansOf('a {/* b */} {/* c */ d /* e */}', 'mdx')).toEqual(['comment {/* b */}', 'expression {/* c */ d /* e */}'])
  })

  it('takes braces and tags without an end for text', () => {
    expect(blocksOf('{ a\n\n<b\n\n# c', 'mdx')).toEqual(['paragraph { a', 'paragraph <b', 'heading # c'])
  })
})

describe('fences', () => {
  it('go on over what only looks like their end, and begin with any text behind their mark', () => {
    expect(blocksOf('```\n```\u00A0\n```')).toEqual(['code ```\n```\u00A0\n```'])
    expect(blocksOf('~~~ \u2028\na\n~~~ \t\nb')).toEqual(['code ~~~ \u2028\na\n~~~ \t', 'paragraph b'])
  })
})

describe('a plain reading', () => {
  const plain = (text: string, dialect: Dialect) =>
    readMarkdown(text, dialect, 'commonmark').blocks.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)

  it('knows nothing that generators add', () => {
    expect(plain('---\na: b\n---', 'md')).toEqual(['break ---', 'heading a: b\n---'])
    expect(plain('!!! note\n    ```\n:::a\n| b |\n|-|\n[^1]:\n    c', 'md')).toHaveLength(1)
    expect(plain('import a from "b"\n<c\n>', 'md')).toEqual(['paragraph import a from "b"\n<c'])
    const page = readMarkdown('$$ ` $$ {{ ` }} <a @b="`"> </a b="`">', 'md', 'commonmark')
    expect(page.blocks.flatMap((block) => readInline(page, block)).map(({ kind }) => kind)).toEqual(['code', 'code'])
  })

  it('takes all that begins with the words of modules for one, and elements of HTML for elements', () => {
    expect(plain('export the data\n\n<pre>\n```\n</pre>\n```', 'mdx')).toEqual([
      'module export the data',
      'element <pre>',
      'code ```\n</pre>\n```',
    ])
  })
})

describe('spans', () => {
  it('are code, links, tags, templates and emphasis', () => {
    expect(spansOf('*a **b*** `c` <d e="f"> {{ g }} {#h} \\* &amp; ~~i~~ https://j.k/l. $$m$$ [^n]')).toEqual([
      'emphasis *a **b***',
      'strong **b**',
      'code `c`',
      'tag <d e="f">',
      'template {{ g }}',
      'template {#h}',
      'escape \\*',
      'entity &amp;',
      'strike ~~i~~',
      'link https://j.k/l',
      'math $$m$$',
      'footnote [^n]',
    ])
  })

  it('name the place of a target over lines of a quotation, and in a definition', () => {
    const text = '> [a\n> b](c\n> "d") [e]\n\n[e]:\n  <f g>\n  "h"\n'
    const page = readMarkdown(text, 'md')
    const links = page.blocks.flatMap((block) => readInline(page, block)).flatMap((span) => (span.kind === 'link' ? [span] : []))
    expect(links.map(({ target }) => text.slice(target.start, target.end))).toEqual(['c', 'f g'])
  })

  it('find addresses, but not in code, in links or in the middle of a word', () => {
    expect(spansOf('`https://a.b` [c](https://d.e) see (https://f.g/h(i)) or mail a.b@c.example. 1www.no')).toEqual([
      'code `https://a.b`',
      'link [c](https://d.e)',
      'link https://f.g/h(i)',
      'link a.b@c.example',
    ])
  })
})

describe('addresses in prose, as GitHub has them', () => {
  it.each([
    ['Visit www.example.org/docs. Now!', ['www.example.org/docs']],
    ['(see https://a.example/b?c=(d))', ['https://a.example/b?c=(d)']],
    ['https://a.example/b)))', ['https://a.example/b']],
    ['https://a.example/b&amp; and https://a.example/?c=d&e=f', ['https://a.example/b', 'https://a.example/?c=d&e=f']],
    ['**https://a.example/b** ~~ftp://c.example~~', ['https://a.example/b', 'ftp://c.example']],
    ['a.b-c_d@e.example, a@b', ['a.b-c_d@e.example']],
    ['https://a.example<b', ['https://a.example']],
  ])('%s', (text, expected) => {
    const found = spansOf(text).filter((span) => span.startsWith('link '))
    expect(found.map((span) => span.slice('link '.length))).toEqual(expected)
  })
})

describe('plain text', () => {
  it.each([
    ['**a** `*b*` [c *d*](e) ![f](g) <i>h</i> &amp; \\_', 'a *b* c d  h & _'],
    ['a_b_c *d', 'a_b_c *d'],
    ['{{ a }} <!-- b -->c', '{{ a }} c'],
  ])('of %s', (text, expected) => {
    expect(plainText(text)).toBe(expected)
  })
})

const PIECES = [
  '- ',
  '> ',
  '# ',
  '\n',
  '\n\n',
  '\r\n',
  '    ',
  '\t',
  '```',
  '`',
  '*',
  '[',
  '](b)',
  '[a]: b',
  '<A b="',
  '">',
  '{',
  '}',
  '| a |',
  '\n|-|\n',
  '---',
  '!!! n',
  ':::',
  'export const a = ',
  '$$',
  'a',
  '\uD83D\uDE00',
  '\uFEFF',
]

describe('any page', () => {
  it.each(['md', 'mdx'] as const)('has its blocks in order and its spans one in another, in %s', (dialect) => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (source) => {
        const page = readMarkdown(source, dialect)
        let at = 0
        for (const block of page.blocks) {
          expect(block.start).toBeGreaterThanOrEqual(at)
          expect(block.end).toBeGreaterThanOrEqual(block.start)
          at = block.end
          let piece = block.start
          for (const { start, end } of block.pieces) {
            expect(start).toBeGreaterThanOrEqual(piece)
            expect(end).toBeLessThanOrEqual(block.end)
            expect(source.slice(start, end)).not.toMatch(/[\r\n]/)
            piece = end
          }
          const open: Span[] = []
          for (const span of readInline(page, block)) {
            expect(span.start).toBeGreaterThanOrEqual(block.start)
            expect(span.end).toBeLessThanOrEqual(block.end)
            while (open.length > 0 && open.at(-1)!.end <= span.start) open.pop()
            if (open.length > 0) expect(span.end).toBeLessThanOrEqual(open.at(-1)!.end)
            open.push(span)
          }
        }
        expect(at).toBeLessThanOrEqual(source.length)
      }),
      { numRuns: 3_000 },
    )
  })
})
