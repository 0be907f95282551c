import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPageRegions } from '../../read/regions/page-regions.ts'
import type { Dialect } from '../../../markdown/page.ts'
import { replaceInPage } from './replace-in-page.ts'
import { termPattern } from './term-pattern.ts'

const term = termPattern({ from: 'key', to: 'token', followsCase: false, followsPlural: false, ignoresCase: false })
const piece = fc.constantFrom(
  'key',
  ' key ',
  'token',
  ' ',
  '\n',
  '\n\n',
  '`',
  '```\n',
  '[',
  '](',
  ')',
  '<a b="',
  '">',
  '{',
  '}',
  '# ',
  '- ',
  '    ',
  '---\n',
  'title: ',
  'https://key.example/',
  '<!--',
  '-->',
  '[key]: ',
  '| ',
  "import key from 'key'\n",
)
const page = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''))
const dialect = fc.constantFrom<Dialect>('md', 'mdx')

/** Everything that is not for readers, in order. */
function protectedParts(text: string, language: Dialect): string[] {
  return readPageRegions(text, language)
    .filter(({ kind }) => kind !== 'prose' && kind !== 'front-matter-text')
    .map(({ kind, start, end }) => `${kind}:${text.slice(start, end)}`)
}

describe('replaceInPage', () => {
  test('never changes anything inside code, targets, addresses, markup and comments', () => {
    fc.assert(
      fc.property(page, dialect, (text, language) => {
        const replaced = replaceInPage(text, language, term, new Set())
        expect(protectedParts(replaced.page, language)).toEqual(protectedParts(text, language))
      }),
      { numRuns: 500 },
    )
  })

  test('changes nothing the second time', () => {
    fc.assert(
      fc.property(page, dialect, fc.constantFrom('token', 'the key', 'key token', 'Key'), (text, language, to) => {
        const again = termPattern({ from: 'key', to, followsCase: true, followsPlural: true, ignoresCase: false })
        const once = replaceInPage(text, language, again, new Set())
        expect(replaceInPage(once.page, language, again, new Set())).toMatchObject({ page: once.page, count: 0 })
      }),
      { numRuns: 500 },
    )
  })
})
