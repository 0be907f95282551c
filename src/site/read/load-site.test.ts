import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blobId } from '../../lib/blob-id.ts'
import { checkSite } from '../check/check-site.ts'
import { createFactsMemory } from './facts-memory.ts'
import { type ListedFiles, loadSite, siteOfFiles } from './load-site.ts'
import { siteFolder } from './site-folder.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docwright-verify-'))
})

afterEach(async () => {
  await rm(directory, { recursive: true, force: true })
})

async function write(texts: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(join(directory, dirname(path)), { recursive: true })
    await writeFile(join(directory, path), text)
  }
}

/** Files as a tree of git lists them, with a record of what was read. */
function listed(texts: Record<string, string>): ListedFiles & { wasRead: string[] } {
  const contents = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))
  const wasRead: string[] = []
  return {
    ids: new Map([...contents].map(([path, content]) => [path, blobId(content)])),
    wasRead,
    read: async (paths, take) => {
      wasRead.push(...paths)
      for (const path of paths.toReversed()) take(path, contents.get(path)!)
    },
  }
}

describe('loadSite', () => {
  test('reads pages and configuration and steps over what is not the source of the site', async () => {
    await write({
      'a.md': '[x](/b) [y](dist/z.md) [w](.hidden/v.md)',
      'docs.json': '{"navigation": {"$ref": "config/nav.json"}}',
      'config/nav.json': '{"pages": ["a", "gone"]}',
      'node_modules/x/README.md': '[x](gone.md)',
      '.hidden/v.md': '[x](gone.md)',
      '.git/x.md': '',
      'dist/index.html': '',
      'dist/sub/z.md': '',
      'build/index.html': '',
      'build/guide.md': '# The build section',
      '.vitepress/config.ts': 'export default {}',
      '.vitepress/cache/x.md': '',
    })
    const site = await loadSite(await siteFolder(directory))
    expect([...site.pages.keys()]).toEqual(['a.md', 'build/guide.md'])
    expect(checkSite(site).map(({ code, target }) => `${code} ${target}`)).toEqual(['broken-link /b', 'nav-missing-page gone'])
  })

  test('does not follow symbolic links, and calls nothing behind one missing', async () => {
    await write({ 'docs/a.md': '[x](../linked/any.md) [y](b.md) [z](c.md)' })
    await symlink('/', join(directory, 'linked'))
    await symlink('/etc/hostname', join(directory, 'docs/b.md'))
    const site = await loadSite(await siteFolder(directory))
    expect([...site.pages.keys()]).toEqual(['docs/a.md'])
    expect(checkSite(site).map(({ target }) => target)).toEqual(['c.md'])
  })

  test('knows of a page that is too large to read, but does not judge it', async () => {
    await write({ 'a.md': '[x](big.md#any)', 'big.md': 'x'.repeat(1024 * 1024 + 1) })
    const site = await loadSite(await siteFolder(directory))
    expect([...site.pages.keys()]).toEqual(['a.md'])
    expect(checkSite(site)).toEqual([])
  })

  test('reads only pages that it does not know', async () => {
    const memory = createFactsMemory()
    const texts = { 'a.md': '# A', 'b.md': '# B', 'same-as-b.md': '# B', 'b.mdx': '# B', 'docs.json': '{}', 'x.png': '' }
    const before = listed(texts)
    const first = await loadSite(siteOfFiles(before), { memory })
    // The same text in two files is read once; as MDX it is another page.
    expect(before.wasRead).toEqual(['a.md', 'same-as-b.md', 'b.mdx', 'docs.json'])
    expect([...first.pages.keys()]).toEqual(['a.md', 'b.md', 'b.mdx', 'same-as-b.md'])
    const after = listed({ ...texts, 'b.md': '# Changed' })
    const second = await loadSite(siteOfFiles(after), { memory })
    expect(after.wasRead).toEqual(['b.md', 'docs.json'])
    expect(second.pages.get('a.md')).toEqual(first.pages.get('a.md'))
    expect(second.pages.get('b.md')?.title).toBe('Changed')
  })

  test('says the same about listed files as about a folder', async () => {
    const texts = {
      'a.md': '[x](/b) [y](dist/z.md) [w](.hidden/v.md)',
      'docs.json': '{"navigation": {"$ref": "config/nav.json"}}',
      'config/nav.json': '{"pages": ["a", "gone"], "more": {"$ref": "more.json"}}',
      'config/more.json': '{"pages": ["lost"]}',
      'node_modules/x/README.md': '[x](gone.md)',
      'dist/index.html': '',
      'build/index.html': '',
      'build/guide.md': '# The build section',
    }
    await write(texts)
    expect(await loadSite(siteOfFiles(listed(texts)))).toEqual(await loadSite(await siteFolder(directory)))
  })

  test('stops when it is told to', async () => {
    await write({ 'a.md': '' })
    await expect(loadSite(await siteFolder(directory), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  })
})
