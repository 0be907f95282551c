import { describe, expect, test } from 'vitest'
import { EditableSite } from '../edit/editable-site.ts'
import { areOfOneKind } from '../edit/replace/text-kind.ts'
import { copyrightYears } from '../edit/replace/set-copyright-year.ts'
import { versionsBeside } from '../edit/replace/set-version.ts'
import { endDescriptions, removeFrontMatter } from './front-matter.ts'
import { moveNavigationEntry, renameNavigationLabel } from './navigation.ts'
import { type Operation, runOperation } from './operation.ts'
import { mergePages, moveFolder } from './pages.ts'
import { pagesIn } from './scope.ts'
import { insertText, removeSection } from './texts.ts'
import { tidy } from './tidy.ts'
import { replaceAddress, setCopyrightYear, setVersion } from './values.ts'

type Files = Record<string, string>

const siteOf = (files: Files) => new EditableSite(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))

async function after(files: Files, operation: Operation, given: Record<string, unknown>): Promise<Files> {
  const site = siteOf(files)
  await runOperation(operation, { site, words: '', signal: new AbortController().signal, mayConfigure: () => true }, given)
  return Object.fromEntries(site.snapshot())
}

describe('set_version', () => {
  const page =
    'You need [Node.js](https://nodejs.org/) version 20 or higher, Node 20.\n\n```sh\nnvm install node@20\nport 20\n```\n\nChapter 20 has 20 pages.\n'

  test('changes the version beside its name and no other number', async () => {
    const { 'a.md': text } = await after({ 'a.md': page }, setVersion, { name: 'Node.js', from: '20', to: '22' })
    expect(text).toBe(
      'You need [Node.js](https://nodejs.org/) version 22 or higher, Node 22.\n\n```sh\nnvm install node@22\nport 20\n```\n\nChapter 20 has 20 pages.\n',
    )
    expect([...versionsBeside(siteOf({ 'a.md': page }), ['a.md'], 'Node.js')]).toEqual([['20', 3]])
  })

  test('keeps the letter in front, and takes 1.2.0 for 1.2', async () => {
    const files = { 'a.md': 'Acme v1.2.0, Acme 1.2, Acme 1.20, Acme 1.2.1\n' }
    expect((await after(files, setVersion, { name: 'Acme', from: '1.2', to: '1.3' }))['a.md']).toBe(
      'Acme v1.3, Acme 1.3, Acme 1.20, Acme 1.2.1\n',
    )
  })
})

describe('set_copyright_year', () => {
  test('sets the last year beside the sign, and no other year', async () => {
    const files = {
      'mkdocs.yml': 'copyright: Copyright &copy; 2016 - 2024 Acme\n',
      'docs/a.md': '© 2023 Acme. Founded in 2023.\n',
    }
    expect([...copyrightYears(siteOf(files))].sort()).toEqual(['2023', '2024'])
    expect(await after(files, setCopyrightYear, { year: '2026' })).toEqual({
      'mkdocs.yml': 'copyright: Copyright &copy; 2016 - 2026 Acme\n',
      'docs/a.md': '© 2026 Acme. Founded in 2023.\n',
    })
  })
})

describe('replace_address', () => {
  test('changes whole domains in links and text, and leaves code', async () => {
    const files = {
      'a.md':
        '[x](https://old.example/start) https://old.example old.example.org my-old.example `old.example`\n<a href="https://old.example">\n',
    }
    expect((await after(files, replaceAddress, { from: 'old.example', to: 'new.example' }))['a.md']).toBe(
      '[x](https://new.example/start) https://new.example old.example.org my-old.example `old.example`\n<a href="https://new.example">\n',
    )
  })
})

describe('kinds of texts', () => {
  test.each([
    ['Node.js', '22'],
    ['copyright', '2026'],
    ['v1.2', 'Node'],
    ['https://a.example', 'home'],
    ['.', 'x'],
    ['theme', '$20'],
  ])('%s and %s are of different kinds', (from, to) => {
    expect(areOfOneKind(from, to)).toBe(false)
  })
})

describe('pages', () => {
  const files = {
    'docs.json': '{ "navigation": { "pages": ["a", "b"] }, "redirects": [] }',
    'a.mdx': '---\ntitle: A\n---\n\n## One\n\nText.\n\n## Two\n',
    'b.mdx': '---\ntitle: B\n---\n\nimport X from "./x"\n\nHello.\n\n## Three\n',
    'c.mdx': '[b](/b)\n',
  }

  test('merge_pages appends a page as a section and leads its links there', async () => {
    const merged = await after(files, mergePages, { from: 'b.mdx', into: 'a.mdx' })
    expect(merged['b.mdx']).toBeUndefined()
    expect(merged['a.mdx']).toBe(
      '---\ntitle: A\n---\n\nimport X from "./x"\n\n## One\n\nText.\n\n## Two\n\n## B\n\nHello.\n\n### Three\n',
    )
    expect(merged['c.mdx']).toBe('[b](/a)\n')
    expect(merged['docs.json']).not.toContain('"b"')
  })

  test('move_folder moves every page with its links', async () => {
    const moved = await after({ 'old/a.md': '[b](b.md)\n', 'old/b.md': '', 'c.md': '[a](old/a.md)\n' }, moveFolder, {
      from: 'old',
      to: 'new/place',
    })
    expect(moved).toEqual({ 'new/place/a.md': '[b](b.md)\n', 'new/place/b.md': '', 'c.md': '[a](new/place/a.md)\n' })
  })

  test('remove_section takes a heading with all below it', async () => {
    const page = { 'a.md': '# A\n\n## B\n\nx\n\n### C\n\n## D\n\ny\n' }
    expect((await after(page, removeSection, { page: 'a.md', heading: 'b' }))['a.md']).toBe('# A\n\n## D\n\ny\n')
    expect((await after(page, removeSection, { page: 'a.md', heading: 'D' }))['a.md']).toBe('# A\n\n## B\n\nx\n\n### C\n')
  })

  test('every page means those of the site, without old versions and test data', () => {
    const site = siteOf({
      'website/docusaurus.config.js': '',
      'website/docs/a.md': '',
      'website/versioned_docs/version-1/a.md': '',
      'packages/x/README.md': '',
      'tests/fixtures/a.md': '',
      'README.md': '',
    })
    expect(pagesIn(site, { include: [], exclude: [] })).toEqual(['README.md', 'website/docs/a.md'])
    expect(pagesIn(site, { include: ['website/versioned_docs'], exclude: [] })).toHaveLength(1)
  })
})

describe('insert_text', () => {
  test.each([
    ['<Note>x</Note>', '<Warning>Careful.</Warning>'],
    ['::: tip\nx\n:::', '::: warning\nCareful.\n:::'],
    [':::note\n\nx\n\n:::', ':::warning\n\nCareful.\n\n:::'],
    ['!!! note\n\n    x', '!!! warning\n\n    Careful.'],
    ['> [!NOTE]\n> x', '> [!WARNING]\n> Careful.'],
    ['x', '> **Warning:** Careful.'],
  ])('writes a box as the site does: %j', async (like, box) => {
    const files = { 'a.md': '---\ntitle: A\n---\n\n# A\n\nText.\n', 'b.md': `${like}\n` }
    const given = { text: 'Careful.', at: 'top', box: 'warning', scope: { include: ['a.md'] } }
    expect((await after(files, insertText, given))['a.md']).toBe(`---\ntitle: A\n---\n\n# A\n\n${box}\n\nText.\n`)
  })

  test('puts a line at the end of every page, once', async () => {
    const given = { text: 'Bye.', at: 'bottom', scope: { include: ['x/'] } }
    const once = await after({ 'x/a.md': 'A\n', 'x/b.md': 'B', 'c.md': 'C\n' }, insertText, given)
    expect(once).toEqual({ 'x/a.md': 'A\n\nBye.\n', 'x/b.md': 'B\n\nBye.', 'c.md': 'C\n' })
    expect(await after(once, insertText, given)).toEqual(once)
  })
})

describe('front matter', () => {
  test('loses a field with all lines of its value', async () => {
    const files = { 'a.md': '---\ntitle: A\nkeywords:\n  - x\n  - y\nicon: z\n---\n', 'b.md': '---\nkeywords: [x]\n---\n' }
    expect(await after(files, removeFrontMatter, { key: 'keywords' })).toEqual({
      'a.md': '---\ntitle: A\nicon: z\n---\n',
      'b.md': '---\n---\n',
    })
  })

  test.each([
    ['description: One', 'description: One.'],
    ['description: "One"', 'description: "One."'],
    ["description: 'One'", "description: 'One.'"],
    ['description: One?', 'description: One?'],
  ])('ends descriptions with a full stop: %s', async (before, now) => {
    expect((await after({ 'a.md': `---\n${before}\n---\n` }, endDescriptions, {}))['a.md']).toBe(`---\n${now}\n---\n`)
  })
})

describe('straight quotes', () => {
  test('leave code and the quotes that end a value', async () => {
    const files = { 'a.md': '---\ntitle: "A “b” it’s"\n---\n\n“It’s” `“x”`\n' }
    expect((await after(files, tidy, { rules: ['straight_quotes'] }))['a.md']).toBe(
      '---\ntitle: "A “b” it\'s"\n---\n\n"It\'s" `“x”`\n',
    )
  })
})

describe('navigation', () => {
  const docs = (pages: string[]) =>
    `${JSON.stringify(
      {
        navigation: {
          groups: [
            { group: 'Start', pages },
            { group: 'More', pages: ['z'] },
          ],
        },
      },
      null,
      2,
    )}\n`
  const pages = { 'a.mdx': '', 'b.mdx': '', 'c.mdx': '', 'z.mdx': '' }
  const yaml = 'nav:\n  - Home: a.md\n  - Guides:\n      - One: b.md\n      - c.md\n'
  const mkdocs = { 'docs/a.md': '', 'docs/b.md': '', 'docs/c.md': '' }

  test.each([
    [{ page: 'c.mdx', at: 'first', group: 'Start' }, ['c', 'a', 'b']],
    [{ page: 'a.mdx', at: 'last' }, ['b', 'c', 'a']],
    [{ page: 'a.mdx', at: 'after', other: 'b' }, ['b', 'a', 'c']],
    [{ page: 'c.mdx', at: 'before', other: 'b' }, ['a', 'c', 'b']],
  ])('puts an entry where it is asked for: %j', async (given, order) => {
    const files = { ...pages, 'docs.json': docs(['a', 'b', 'c']) }
    expect((await after(files, moveNavigationEntry, given))['docs.json']).toBe(docs(order))
  })

  test('does so in YAML', async () => {
    const files = { ...mkdocs, 'mkdocs.yml': yaml }
    const moved = await after(files, moveNavigationEntry, { page: 'docs/c.md', at: 'first', group: 'Guides' })
    expect(moved['mkdocs.yml']).toBe('nav:\n  - Home: a.md\n  - Guides:\n      - c.md\n      - One: b.md\n')
  })

  test('renames a label', async () => {
    expect(
      (await after({ ...mkdocs, 'mkdocs.yml': yaml }, renameNavigationLabel, { from: 'Guides', to: 'How to' }))['mkdocs.yml'],
    ).toBe(yaml.replace('Guides', 'How to'))
    const renamed = await after({ ...pages, 'docs.json': docs(['a']) }, renameNavigationLabel, { from: 'start', to: 'Begin' })
    expect(renamed['docs.json']).toBe(docs(['a']).replace('Start', 'Begin'))
  })
})
