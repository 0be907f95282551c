import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type TestRepository, createRepository } from '../../../../test/support/repository.ts'
import { openConfinedFiles } from '../../files/confined-files.ts'
import { Refusal } from '../../files/refusal.ts'
import { readArguments } from './arguments.ts'
import { TOOLS } from './tools.ts'

let repository: TestRepository
afterEach(() => repository.remove())

/** A folder with these files, and a way to call tools on it. */
function open(texts: Record<string, string>, check?: () => Promise<{ added: string[]; fixedCount: number }>) {
  repository = createRepository(texts)
  rmSync(join(repository.path, '.git'), { recursive: true })
  const files = openConfinedFiles(repository.path, { links: new Set(['docs/link.md']) })
  const task = { directory: repository.path, signal: new AbortController().signal, ...(check ? { check } : {}) }
  return async (name: string, input: object = {}) => {
    const tool = TOOLS.get(name)!
    return tool.run(await readArguments(tool, input, files), { files, wideFiles: files, task, answerCharactersMax: 60_000 })
  }
}

const textOf = (path: string) => readFileSync(join(repository.path, path), 'utf8')

describe('list', () => {
  it('shows files and folders, and all below when asked', async () => {
    const call = open({
      'README.md': 'R',
      'docs/a.md': 'A',
      'docs/deep/b.md': 'B',
      '.env': 'SECRET=1',
      '.github/workflows/x.yml': 'x',
    })
    expect(await call('list')).toBe('README.md\ndocs/')
    expect(await call('list', { folder: './' })).toBe('README.md\ndocs/')
    expect(await call('list', { folder: 'docs/' })).toBe('docs/a.md\ndocs/deep/')
    expect(await call('list', { folder: 'docs', isRecursive: true })).toBe('docs/a.md\ndocs/deep/b.md')
    await expect(call('list', { folder: '..' })).rejects.toBeInstanceOf(Refusal)
  })
})

describe('search', () => {
  it('finds literal text, with or without regard to case, below a folder', async () => {
    const call = open({ 'docs/a.md': 'One (x+)+$\ntwo\n', 'docs/b.md': 'ONE\n', 'other/c.md': 'one\n' })
    expect(await call('search', { text: 'one' })).toBe('docs/a.md:1: One (x+)+$\ndocs/b.md:1: ONE\nother/c.md:1: one')
    expect(await call('search', { text: 'one', isCaseSensitive: true })).toBe('other/c.md:1: one')
    expect(await call('search', { text: '(x+)+$', folder: 'docs' })).toBe('docs/a.md:1: One (x+)+$')
    expect(await call('search', { text: 'three' })).toBe('No file has this text.')
    await expect(call('search', { text: 'a\nb' })).rejects.toBeInstanceOf(Refusal)
  })

  it('cuts long lists and long lines', async () => {
    const call = open({ 'docs/a.md': `${'x'.repeat(5000)}needle${'y'.repeat(5000)}\n`, 'docs/b.md': 'many\n'.repeat(500) })
    expect((await call('search', { text: 'needle' })).length).toBeLessThan(400)
    expect(await call('search', { text: 'needle' })).toContain('needle')
    expect(await call('search', { text: 'many' })).toContain('lines 1 to 100 of 500. Call again with from: 101')
  })

  it('takes regular expressions, patterns for paths, and counts', async () => {
    const call = open({
      'docs/a.md': 'v1.2\nv1.30\n',
      'docs/b.mdx': 'v2.0\n',
      'docs/old/c.md': 'v0.9\n',
      'api.json': '{"version": "v1.0"}\n',
    })
    const versions = { text: String.raw`v\d+\.\d+\b`, isPattern: true }
    expect(await call('search', { ...versions, exclude: 'docs/old/' })).toBe(
      'docs/a.md:1: v1.2\ndocs/a.md:2: v1.30\ndocs/b.mdx:1: v2.0\napi.json:1: {"version": "v1.0"}',
    )
    expect(await call('search', { ...versions, include: ['*.md'], show: 'files' })).toBe('docs/a.md: 2\ndocs/old/c.md: 1')
    expect(await call('search', { ...versions, include: ['*.md'], from: 3 })).toContain('docs/old/c.md:1')
    await expect(call('search', { text: '(', isPattern: true })).rejects.toThrow('cannot be read')
  })

  it('ends a pattern that takes for ever', async () => {
    const call = open({ 'docs/a.md': `${'a'.repeat(60)}!\n` })
    await expect(call('search', { text: '(a+)+$', isPattern: true })).rejects.toThrow('Use a simpler pattern')
  }, 20_000)

  it('shows nothing of comments and hidden characters', async () => {
    const call = open({ 'docs/a.md': 'seen <!-- secret order --> se\u200Ben\n' })
    expect(await call('search', { text: 'order' })).toBe('No file has this text.')
    expect(await call('search', { text: 'seen' })).toBe('docs/a.md:1: seen <!--…1--> seen')
  })
})

describe('read', () => {
  it('shows a range of lines, and how many there are', async () => {
    const call = open({ 'docs/a.md': 'one\ntwo\nthree\n' })
    expect(await call('read', { path: 'docs/a.md', from: 2, lines: 1 })).toBe('docs/a.md, lines 2 to 2 of 4:\ntwo')
    expect(await call('read', { path: 'docs/a.md', from: 9 })).toBe('docs/a.md has 4 lines; there is no line 9.')
  })

  it('ends with a whole line at its limit, and cuts one line that is longer than all of it', async () => {
    const call = open({ 'docs/a.md': `${'x'.repeat(50_000)}\n${'y'.repeat(50_000)}\n`, 'docs/b.md': 'z'.repeat(200_000) })
    expect(await call('read', { path: 'docs/a.md' })).toMatch(/^docs\/a\.md, lines 1 to 1 of 3:\nx+$/)
    expect((await call('read', { path: 'docs/b.md' })).length).toBeLessThan(61_000)
  })

  it('refuses what is no text', async () => {
    const call = open({ 'docs/a.md': 'a\0b' })
    await expect(call('read', { path: 'docs/a.md' })).rejects.toThrow('not a text')
  })
})

describe('edit', () => {
  it('replaces one place, or all of them, and keeps everything else to the byte', async () => {
    const call = open({ 'docs/a.md': '\uFEFFone\r\ntwo one\r\n' })
    await expect(call('edit', { path: 'docs/a.md', old: 'one', new: '1' })).rejects.toThrow('2 times')
    expect(await call('edit', { path: 'docs/a.md', old: 'one\ntwo', new: '1\n2' })).toContain('1 place')
    expect(textOf('docs/a.md')).toBe('\uFEFF1\r\n2 one\r\n')
    await call('edit', { path: 'docs/a.md', old: '\n', new: '!\n', isEverywhere: true })
    expect(textOf('docs/a.md')).toBe('\uFEFF1!\r\n2 one!\r\n')
  })

  it('refuses a text that is not there, one that stays the same, and one that cuts a mark', async () => {
    const call = open({ 'docs/a.md': 'one <!-- x --> two' })
    await expect(call('edit', { path: 'docs/a.md', old: 'three', new: '3' })).rejects.toThrow('not in docs/a.md')
    await expect(call('edit', { path: 'docs/a.md', old: 'one', new: 'one' })).rejects.toThrow('same')
    await expect(call('edit', { path: 'docs/a.md', old: 'one <!--', new: '1' })).rejects.toThrow('mark of a comment')
    await expect(call('edit', { path: 'docs/a.md', old: 'one', new: '<!--…7-->' })).rejects.toThrow('mark of a comment')
  })

  it('keeps comments whose marks it is given, and hidden characters around', async () => {
    const call = open({ 'docs/a.md': 'a\u200Bb one <!-- vale off --> two c\u200Bd' })
    await call('edit', { path: 'docs/a.md', old: 'one <!--…1--> two', new: 'two <!--…1--> one' })
    expect(textOf('docs/a.md')).toBe('a\u200Bb two <!-- vale off --> one c\u200Bd')
    await call('edit', { path: 'docs/a.md', old: 'ab two <!--…1-->', new: 'clean' })
    expect(textOf('docs/a.md')).toBe('clean one c\u200Bd')
  })

  it('takes special characters of replacements as they are', async () => {
    const call = open({ 'docs/a.md': 'price' })
    await call('edit', { path: 'docs/a.md', old: 'price', new: "$& $1 $$ $`'" })
    expect(textOf('docs/a.md')).toBe("$& $1 $$ $`'")
  })
})

describe('write', () => {
  it('creates a page, and writes one anew with its comments and line endings', async () => {
    const call = open({ 'docs/a.md': 'old <!-- keep -->\r\n' })
    expect(await call('write', { path: 'docs/b.md', content: '# B\n' })).toBe('docs/b.md was created.')
    expect(await call('write', { path: 'docs/a.md', content: '<!--…1-->\nnew\n' })).toBe('docs/a.md was rewritten.')
    expect(textOf('docs/a.md')).toBe('<!-- keep -->\r\nnew\r\n')
    await expect(call('write', { path: 'docs/c.md', content: 'a\0b' })).rejects.toThrow('invisible character (U+0000)')
    await expect(call('write', { path: 'docs/link.md', content: '/etc/passwd' })).rejects.toThrow('symbolic link')
  })
})

const SITE = {
  'docs.json': '{\n  "navigation": {\n    "pages": [\n      "guides/a",\n      "guides/b"\n    ]\n  },\n  "redirects": []\n}\n',
  'guides/a.md': '---\ntitle: Alpha\n---\n\n# Alpha\n\nSee [b](b.md) and ![](../images/x.png).\n',
  'guides/b.md': '---\ntitle: Beta\n---\n\nSee [a](a.md#alpha).\n',
  'guides/c.md': '---\ntitle: Gamma\n---\n\nText.\n',
  'images/x.png': 'png',
}

describe('move', () => {
  it('takes links, navigation and a redirect along with a page', async () => {
    const call = open(SITE)
    const answer = await call('move', { from: 'guides/a.md', to: 'start/a.md' })
    expect(answer).toContain('guides/b.md: 1 link')
    expect(textOf('guides/b.md')).toContain('../start/a.md#alpha')
    expect(textOf('start/a.md')).toContain('[b](../guides/b.md)')
    expect(textOf('docs.json')).toContain('"start/a"')
    expect(textOf('docs.json')).toContain('"source": "/guides/a", "destination": "/start/a"')
  })

  it('refuses places that are taken or forbidden, and changes nothing then', async () => {
    const call = open(SITE)
    for (const to of ['guides/b.md', '../a.md', '.git/a.md', 'LICENSE.md', 'guides/a.md/b.md', 'docs/link.md', 'AGENTS.md'])
      await expect(call('move', { from: 'guides/a.md', to }), to).rejects.toBeInstanceOf(Refusal)
    await expect(call('move', { from: 'package.json', to: 'guides/x.json' })).rejects.toBeInstanceOf(Refusal)
    expect(textOf('guides/a.md')).toBe(SITE['guides/a.md'])
  })
})

describe('delete', () => {
  it('keeps a page that others link to until it is told where they should lead', async () => {
    const call = open(SITE)
    expect(await call('delete', { path: 'guides/a.md' })).toContain('was kept')
    await call('delete', { path: 'guides/a.md', redirectTo: 'guides/c.md' })
    expect(() => textOf('guides/a.md')).toThrow()
    expect(textOf('guides/b.md')).toContain('c.md')
    expect(textOf('docs.json')).not.toContain('"guides/a"\n')
    await expect(call('delete', { path: 'images/x.png' })).rejects.toBeInstanceOf(Refusal)
    await expect(call('delete', { path: 'guides/c.md', redirectTo: 'guides/none.md' })).rejects.toThrow('There is no page')
  })
})

describe('the tools for documentation', () => {
  it('find pages by path, title and headings, the best first', async () => {
    const call = open(SITE)
    expect(await call('find_pages', { words: 'beta' })).toBe('guides/b.md | Beta | /guides/b')
    expect((await call('find_pages')).split('\n')).toHaveLength(3)
    expect(await call('find_pages', { words: 'zebra' })).toContain('No page')
  })

  it('list what leads to a page or an image', async () => {
    const call = open(SITE)
    expect(await call('links_to', { path: 'guides/a.md' })).toBe(
      'guides/b.md:5: a.md#alpha\ndocs.json:4: navigation entry guides/a',
    )
    expect(await call('links_to', { path: 'images/x.png' })).toBe('guides/a.md:7: ../images/x.png')
    expect(await call('links_to', { path: 'guides/c.md' })).toBe('Nothing leads to guides/c.md.')
    await expect(call('links_to', { path: '../x' })).rejects.toBeInstanceOf(Refusal)
  })

  it('update the navigation', async () => {
    const call = open(SITE)
    await call('update_navigation', { action: 'add', path: 'guides/c.md' })
    expect(textOf('docs.json')).toMatch(/"guides\/b",\s+"guides\/c"/)
    await call('update_navigation', { action: 'remove', path: 'guides/b.md' })
    expect(textOf('docs.json')).not.toContain('guides/b')
    expect(await call('update_navigation', { action: 'remove', path: 'guides/b.md' })).toContain('not in the navigation')
    expect(JSON.parse(textOf('docs.json'))).toBeTruthy()
  })

  it('add redirects, from addresses of the site only', async () => {
    const call = open(SITE)
    await call('add_redirect', { from: '/old', toPage: 'guides/c.md' })
    expect(textOf('docs.json')).toContain('"source": "/old", "destination": "/guides/c"')
    await expect(call('add_redirect', { from: '//evil.example', toPage: 'guides/c.md' })).rejects.toBeInstanceOf(Refusal)
    await expect(call('add_redirect', { from: 'https://evil.example', toPage: 'guides/c.md' })).rejects.toThrow()
  })

  it('check the work against the state before it', async () => {
    const call = open(SITE, async () => ({ added: ['guides/a.md:7: The link to b.md leads nowhere.'], fixedCount: 2 }))
    expect(await call('check')).toMatch(/brought in these problems:\nguides\/a\.md:7[^]*2 earlier problems are gone/)
    const clean = open(SITE, async () => ({ added: [], fixedCount: 1 }))
    expect(await clean('check')).toBe('Your work brought in no new problem. 1 earlier problem is gone.')
  })
})

describe('arguments', () => {
  it('may have the names that models know', async () => {
    const call = open({ 'docs/a.md': 'one\ntwo\none\n' })
    await call('edit', { file_path: 'docs/a.md', old_string: 'two', new_string: '2' })
    await call('edit', { file_path: 'docs/a.md', old_string: 'one', new_string: '1', replace_all: true })
    expect(textOf('docs/a.md')).toBe('1\n2\n1\n')
  })

  it('may have paths in other ways of writing them', async () => {
    const call = open({ 'docs/a.md': 'A\n', 'docs/deep/index.mdx': 'B\n' })
    for (const path of ['./docs/a.md', '/docs/a.md', 'docs//a.md', 'docs/a', '/docs/a'])
      expect(await call('read', { path })).toMatch(/^docs\/a\.md, lines/)
    expect(await call('read', { path: '/docs/deep/' })).toMatch(/^docs\/deep\/index\.mdx, lines/)
    await expect(call('read', { path: '/../a.md' })).rejects.toBeInstanceOf(Refusal)
  })

  it('may have no characters that nobody sees', async () => {
    const call = open({ 'docs/a.md': 'A\n' })
    await expect(call('write', { path: 'docs/b.md', content: 'a\u200Bb' })).rejects.toThrow('U+200B')
    await expect(call('replace_text', { from: 'A', to: 'B\u{E0041}' })).rejects.toThrow('U+E0041')
    expect(await call('write', { path: 'docs/b.md', content: 'می\u200Cخواهم ✔\uFE0F' })).toContain('created')
  })
})

describe('edit', () => {
  it('shows the nearest lines where the text is not found', async () => {
    const call = open({ 'docs/a.md': 'Open the  workspace.\n\nClose the window of the workspace.\n' })
    await expect(call('edit', { path: 'docs/a.md', old: 'Open the workspace.', new: 'x' })).rejects.toThrow(
      'Line 1 differs from it in white space only: Open the  workspace.',
    )
    await expect(call('edit', { path: 'docs/a.md', old: 'Close the window of a workspace.', new: 'x' })).rejects.toThrow(
      '3: Close the window of the workspace.',
    )
  })

  it('leaves code and markup alone where all places are meant, unless it is told', async () => {
    const page = 'Use foo, `foo` and [foo](foo.md) <Tab name="foo">foo</Tab>.\n\n```sh\nfoo\n```\n'
    const call = open({ 'docs/a.mdx': page })
    expect(await call('edit', { path: 'docs/a.mdx', old: 'foo', new: 'bar', isEverywhere: true })).toContain(
      '4 in code or markup',
    )
    expect(textOf('docs/a.mdx')).toBe('Use bar, `foo` and [bar](foo.md) <Tab name="foo">bar</Tab>.\n\n```sh\nfoo\n```\n')
    await call('edit', { path: 'docs/a.mdx', old: 'foo', new: 'bar', isEverywhere: true, inCode: true })
    expect(textOf('docs/a.mdx')).toBe(page.replaceAll('foo', 'bar'))
  })
})

describe('list_problems', () => {
  it('counts what is broken by kind and folder, and lists one kind', async () => {
    const call = open({ 'docs/a.md': '[x](gone.md)\n\n[y](#nowhere)\n', 'docs/b.md': '[x](gone.md)\n', 'c.md': '# C\n' })
    const summary = await call('list_problems')
    expect(summary).toContain('broken-link: 2 (docs 2)')
    expect(summary).toContain('broken-anchor: 1 (docs 1)')
    expect(await call('list_problems', { kind: 'broken-anchor' })).toMatch(/^docs\/a\.md:3: /)
    expect(await call('list_problems', { folder: 'elsewhere' })).toBe('There are no such problems.')
  })
})
