import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareFiles } from '../../src/git/compare-trees.ts'
import { checkContent } from '../../src/jobs/check-content.ts'
import type { Allowed } from '../../src/policy/judge-change.ts'
import { type GitLab, createGitLab, labSignal, publish } from '../support/git-lab.ts'

const SITE = {
  'docs.json': '{ "name": "Acme", "navigation": { "pages": ["a", "b"] } }\n',
  'a.mdx': '# A\n\n{version}\n',
  'b.mdx': '# B\n',
  'logo.png': 'pixels',
  'package.json': '{ "scripts": {} }\n',
}

describe('a change in a repository', () => {
  let lab: GitLab
  beforeAll(async () => {
    lab = await createGitLab()
    await lab.commit(SITE)
  })
  afterAll(() => lab.remove())

  /** Lets an agent work on the files, whatever it is, and judges the tree that comes of it. */
  async function judge(
    work: (put: (path: string, text: string) => void, directory: string) => void,
    allowed: Partial<Allowed> = {},
  ) {
    const { mirror, workspace, parent } = await lab.openWorkspace()
    try {
      work((path, text) => {
        mkdirSync(dirname(join(workspace.directory, path)), { recursive: true })
        writeFileSync(join(workspace.directory, path), text)
      }, workspace.directory)
      const compared = await compareFiles(lab.git, mirror.gitDir, parent, await workspace.writeTree())
      const trees = { base: parent, parent, tree: parent, compared }
      await checkContent(lab.git, mirror, trees, { ciFiles: false, code: false, ...allowed }, labSignal())
      return null
    } catch (error) {
      return error
    } finally {
      await workspace.remove()
    }
  }

  it('passes with pages, pictures that were never fetched, and navigation', async () => {
    const passed = await judge((put, directory) => {
      put('guides/c.mdx', '# C\n\n{"text"}\n\n```js\nevil({})\n```\n')
      put('docs.json', SITE['docs.json'].replace('"b"]', '"guides/c"]'))
      renameSync(join(directory, 'a.mdx'), join(directory, 'guides/a.mdx'))
      renameSync(join(directory, 'logo.png'), join(directory, 'guides/logo.png'))
      rmSync(join(directory, 'b.mdx'))
    })
    expect(passed).toBeNull()
  })

  it.each<[string, string, string]>([
    ['policy_code', 'package.json', '{ "scripts": { "postinstall": "evil" } }\n'],
    ['policy_code', 'b.mdx', '# B\n\n{evil()}\n'],
    ['policy_code', 'Makefile', 'all:\n\tevil\n'],
    ['policy_site_configuration', 'docs.json', '{ "name": "Evil", "navigation": { "pages": [] } }\n'],
    ['policy_agent_orders', '.claude/settings.json', '{}\n'],
  ])('fails with %s: %s', async (code, path, text) => {
    const fault = await judge((put) => put(path, text))
    expect(fault).toMatchObject({ code, isPassing: false, hint: expect.any(String) })
    expect(String(fault)).toContain(path)
    expect(String(fault)).not.toContain('evil')
  })

  it('passes with code where the project allows it', async () => {
    expect(await judge((put) => put('package.json', '{}\n'), { code: true })).toBeNull()
    expect(await judge((put) => put('.claude/settings.json', '{}\n'), { code: true, ciFiles: true })).not.toBeNull()
  })

  it('may bring back what the same job took away', async () => {
    const { mirror, workspace, parent: base } = await lab.openWorkspace()
    rmSync(join(workspace.directory, 'a.mdx'))
    const removed = await workspace.writeTree()
    await workspace.remove()
    const parent = await publish(lab, mirror, base, removed, 'job')
    const trees = { base, parent, tree: removed, compared: await compareFiles(lab.git, mirror.gitDir, removed, base) }
    const allowed = { ciFiles: false, code: false }
    await expect(checkContent(lab.git, mirror, trees, allowed, labSignal())).resolves.toBeUndefined()
    const forgetful = { ...trees, base: parent }
    await expect(checkContent(lab.git, mirror, forgetful, allowed, labSignal())).rejects.toMatchObject({ code: 'policy_code' })
  })
})
