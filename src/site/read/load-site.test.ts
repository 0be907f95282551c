import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkSite } from '../check/check-site.ts'
import { loadSite } from './load-site.ts'
import type { PageFacts } from './page-facts.ts'

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

class CountingCache extends Map<string, PageFacts> {
  hits = 0

  override get(key: string): PageFacts | undefined {
    const found = super.get(key)
    if (found) this.hits += 1
    return found
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
    const site = await loadSite(directory)
    expect([...site.pages.keys()]).toEqual(['a.md', 'build/guide.md'])
    expect(checkSite(site).map(({ code, target }) => `${code} ${target}`)).toEqual(['broken-link /b', 'nav-missing-page gone'])
  })

  test('does not follow symbolic links, and calls nothing behind one missing', async () => {
    await write({ 'docs/a.md': '[x](../linked/any.md) [y](b.md) [z](c.md)' })
    await symlink('/', join(directory, 'linked'))
    await symlink('/etc/hostname', join(directory, 'docs/b.md'))
    const site = await loadSite(directory)
    expect([...site.pages.keys()]).toEqual(['docs/a.md'])
    expect(checkSite(site).map(({ target }) => target)).toEqual(['c.md'])
  })

  test('knows of a page that is too large to read, but does not judge it', async () => {
    await write({ 'a.md': '[x](big.md#any)', 'big.md': 'x'.repeat(1024 * 1024 + 1) })
    const site = await loadSite(directory)
    expect([...site.pages.keys()]).toEqual(['a.md'])
    expect(checkSite(site)).toEqual([])
  })

  test('scans only what changed when it has a cache', async () => {
    const cache = new CountingCache()
    await write({ 'a.md': '# A', 'b.md': '# B', 'same-as-b.md': '# B', 'b.mdx': '# B' })
    const first = await loadSite(directory, { cache })
    // The same text in two files is scanned once; as MDX it is another page.
    expect([cache.size, cache.hits]).toEqual([3, 1])
    await write({ 'b.md': '# Changed' })
    const second = await loadSite(directory, { cache })
    expect([cache.size, cache.hits]).toEqual([4, 4])
    expect(second.pages.get('a.md')).toBe(first.pages.get('a.md'))
    expect(second.pages.get('b.md')?.title).toBe('Changed')
  })

  test('uses the ids that git gives to files', async () => {
    const cache = new CountingCache()
    await write({ 'a.md': 'hello\n' })
    await loadSite(directory, { cache })
    expect([...cache.keys()][0]).toMatch(/^ce013625030ba8dba906f756967f9e9ca394464a:md:/)
  })

  test('stops when it is told to', async () => {
    await write({ 'a.md': '' })
    await expect(loadSite(directory, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  })
})
