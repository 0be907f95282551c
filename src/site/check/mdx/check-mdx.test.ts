import { describe, expect, test } from 'vitest'
import { blobId } from '../../../lib/blob-id.ts'
import type { ListedFiles } from '../../read/load-site.ts'
import { siteFromTexts } from '../../read/site-from-texts.ts'
import { checkChangedMdx, checkMdx } from './check-mdx.ts'
import { compilePages } from './compile-pages.ts'

function filesOf(texts: Record<string, string>): ListedFiles {
  return {
    ids: new Map(Object.entries(texts).map(([path, text]) => [path, blobId(Buffer.from(text))])),
    read: async (paths, take) => paths.forEach((path) => take(path, Buffer.from(texts[path]!))),
  }
}

async function faults(texts: Record<string, string>): Promise<string[]> {
  const { problems } = await checkMdx(siteFromTexts(texts), { paths: [], unscanned: [], ...filesOf(texts) })
  return problems.map(({ path, line }) => `${path}:${line}`)
}

describe('a page of MDX', () => {
  test.each([
    ['an open tag', '# A\n\n<Card>\n\nText.\n'],
    ['a tag that another one closes', '<A>\n\n</B>\n'],
    ['an expression that is not one', 'Text {a b}.\n'],
    ['a bare angle bracket', 'x <3 y\n'],
    ['a broken import', 'import { a from "b"\n\nText.\n'],
  ])('does not compile with %s', async (_, text) => {
    expect(await faults({ 'a.mdx': text })).toHaveLength(1)
  })

  test.each([
    ['front matter', '---\ntitle: "{"\n---\n\nText.\n'],
    ['a comment of HTML', 'Text. <!-- <Card> { -->\n'],
    ['an id of a heading', '## A {#a}\n'],
    ['directives with titles and attributes', ':::note[{ x ]{.wide}\n\nText.\n\n:::\n'],
    ['a formula', 'So $\\frac{a}{\\beta}$ it is.\n\n$$\n{a b}\n$$\n'],
    ['code', '```\n<Card> {\n```\n\n`<A>`\n'],
    ['an `mdx-code-block`', '```mdx-code-block\n<details>\n```\n\nText.\n\n```mdx-code-block\n</details>\n```\n'],
  ])('compiles with %s', async (_, text) => {
    expect(await faults({ 'a.mdx': text })).toEqual([])
  })

  test('is what a generator takes for one', async () => {
    expect(await faults({ 'a.md': '<A>' })).toEqual([])
    expect(await faults({ 'docs.json': '{"navigation": []}', 'a.md': '# A\n\n<A>' })).toEqual(['a.md:3'])
    const docusaurus = (format: string) => ({
      'docusaurus.config.js': `x = { markdown: { format: '${format}' } }`,
      'docs/a.md': '<A>',
    })
    expect(await faults(docusaurus('mdx'))).toEqual(['docs/a.md:1'])
    expect(await faults(docusaurus('detect'))).toEqual([])
  })
})

test('a change is charged with what it broke, and with nothing else', async () => {
  const before = { 'old.mdx': '<A>', 'good.mdx': 'x', 'worded.mdx': 'One <B /> two', 'same.mdx': '{' }
  const after = { ...before, 'old.mdx': '<A> <B>', 'good.mdx': '<A>', 'worded.mdx': 'One <B /> three', 'new.mdx': '{' }
  const found = await checkChangedMdx(siteFromTexts(after), filesOf(before), filesOf(after))
  expect(found.problems.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
    'good.mdx mdx-invalid',
    'new.mdx mdx-invalid',
  ])
  expect(found.unjudged).toEqual([])
})

test('what takes too long is not judged, and the rest is', async () => {
  const pages = [
    { path: 'large.mdx', text: 'x'.repeat(600_000) },
    { path: 'good.mdx', text: 'x' },
  ]
  expect(await compilePages(pages)).toEqual(
    new Map([
      ['good.mdx', null],
      ['large.mdx', undefined],
    ]),
  )
  expect([...(await compilePages(pages.slice(1), { budgetMs: 0 })).values()]).toEqual([undefined])
})
