import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { siteOf } from '../testing/answer-on.ts'
import { unmask } from './masked-text.ts'
import { readClauses } from './read-clauses.ts'

const site = siteOf({ 'docs/guides/a.md': '', 'changelog.md': '' })

function clausesOf(prompt: string): string[] {
  return readClauses(prompt, site).map(({ text, quotes }) => unmask(text, quotes))
}

describe('readClauses', () => {
  test.each([
    ['Fix the links and remove trailing spaces', ['Fix the links', 'remove trailing spaces']],
    ['Fix the links. Then fix typos!', ['Fix the links', 'fix typos']],
    ['- fix the links\n- fix typos\n\n', ['fix the links', 'fix typos']],
    ['1. fix the links;\n2) fix typos', ['fix the links', 'fix typos']],
    ['Please could you fix the links, and then fix typos, thank you', ['fix the links', 'fix typos']],
    ['Hi! I would like you to fix the links for me please', ['fix the links']],
    ['Replace "a and replace b. c" with "d"', ['Replace "a and replace b. c" with "d"']],
    ['Replace "a" with "b" and "c" with "d"', ['Replace "a" with "b"', 'Replace "c" with "d"']],
    ['Remove blank lines and trailing spaces', ['Remove blank lines and trailing spaces']],
    ["It's odd. Rename it's 'a' to 'b'", ["It's odd", 'Rename it\'s "a" to "b"']],
    ['Find "a" and replace it with "b"', ['replace "a" with "b"']],
    ['Move a.md to b.md and add a redirect', ['Move a.md to b.md and add a redirect']],
    ['Undo that and instead fix typos', ['Undo that', 'fix typos']],
    // What restricts an instruction stays with it, so that it is not carried out without the restriction.
    ['In the footer, replace "a" with "b"', ['In the footer, replace "a" with "b"']],
    ['Replace "a" with "b". Unless it is a name.', ['Replace "a" with "b", Unless it is a name']],
    ['Do not fix typos and replace "a" with "b"', ['Do not fix typos, replace "a" with "b"']],
  ])('cuts %j into its instructions', (prompt, clauses) => {
    expect(clausesOf(prompt)).toEqual(clauses)
  })

  test('takes the scope out of an instruction', () => {
    const [clause] = readClauses('fix typos in guides/ and docs/guides/a.md, except in changelog.md', site)
    expect(clause).toMatchObject({
      text: 'fix typos',
      scope: { include: ['guides/', 'docs/guides/a.md'], exclude: ['changelog.md'] },
    })
  })

  test.each(['In guides/, fix typos', 'Fix typos. Only in guides/.', 'Only in guides/: fix typos', 'fix typos in guides/ only'])(
    'finds the scope wherever it stands: %s',
    (prompt) => {
      expect(readClauses(prompt, site)).toMatchObject([{ scope: { include: ['guides/'], exclude: [] } }])
    },
  )

  test('gives the scope behind several pairs to each of them', () => {
    const clauses = readClauses('Replace "a" with "b" and "c" with "d" in guides/', site)
    expect(clauses.map(({ scope }) => scope.include)).toEqual([['guides/'], ['guides/']])
  })

  test('does not take words for a folder that does not exist', () => {
    const [clause] = readClauses('replace "log in" with "sign in" in summary', site)
    expect(clause?.scope.include).toEqual([])
  })

  test('takes what follows a colon for a given text', () => {
    const [clause, ...more] = readClauses(
      'Insert this text under "Setup" in docs/guides/a.md:\n\nFirst. Then fix "it".\n\n- and replace',
      site,
    )
    expect(more).toEqual([])
    expect(clause?.quotes.at(-1)).toBe('First. Then fix "it".\n\n- and replace')
  })

  test('takes a fenced block for a given text', () => {
    const [clause] = readClauses('Insert under "Setup":\n```sh\nnpm start\n```', site)
    expect(clause?.quotes).toContain('npm start')
  })

  test('reads any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (prompt) => {
        expect(Array.isArray(readClauses(prompt, site))).toBe(true)
      }),
    )
  })
})
