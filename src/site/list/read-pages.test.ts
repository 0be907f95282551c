import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type GitLab, createGitLab, labSignal } from '../../../test/support/git-lab.ts'
import { readSizes } from '../../git/blobs.ts'
import { listTree } from '../../git/list-tree.ts'
import { readPages } from './read-pages.ts'

const PAGES = {
  'docs/a.md': '---\ntitle: A\n---\n',
  'docs/b.md': '# B\n',
  'docs/c.mdx': '# C\n',
  'docs/big.md': `# Big\n${'x'.repeat(1024 * 1024)}`,
  'docs.json': '{"navigation": {"$ref": "config/nav.json"}}',
  'config/nav.json': '{"pages": ["docs/a", "docs/b"]}',
  'logo.png': 'pixels',
}

let lab: GitLab
beforeEach(async () => {
  lab = await createGitLab()
})
afterEach(() => lab.remove())

/** The pages of the last commit, and which files of it had to be fetched for that. */
async function read(version: string): Promise<{ pages: unknown; fetched: string[] }> {
  const mirror = await lab.openMirror()
  const commit = (await mirror.fetch(['main'], labSignal())).get('main')!
  const { count, json } = await readPages(lab.git, mirror, commit, { folder: join(lab.folder, 'facts'), version }, labSignal())
  const pages: { path: string }[] = JSON.parse(Buffer.from(json).toString())
  expect(pages).toHaveLength(count)
  const entries = await listTree(lab.git, mirror.gitDir, commit, labSignal())
  const here = await readSizes(
    lab.git,
    mirror.gitDir,
    entries.map(({ id }) => id),
  )
  return { pages, fetched: entries.filter(({ id }) => here.has(id)).map(({ path }) => path) }
}

const forgetMirror = () => rmSync(lab.mirrors.folder, { recursive: true })

it('lists pages that are known from before without fetching them', async () => {
  await lab.commit(PAGES)
  const first = await read('1')
  expect(first.fetched).toEqual(['config/nav.json', 'docs.json', 'docs/a.md', 'docs/b.md', 'docs/big.md', 'docs/c.mdx'])
  forgetMirror()
  await lab.commit({ ...PAGES, 'docs/b.md': '# Changed\n' })
  const second = await read('1')
  // A page that is too large was not read, so nothing is known of it.
  expect(second.fetched).toEqual(['config/nav.json', 'docs.json', 'docs/b.md', 'docs/big.md'])
  forgetMirror()
  const anew = await read('2')
  expect(anew.fetched).toEqual(first.fetched)
  expect(second.pages).toEqual(anew.pages)
  expect(second.pages).not.toEqual(first.pages)
})
