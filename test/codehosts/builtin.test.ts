import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '../../src/database/audit-store.ts'
import { closePullRequest } from '../../src/pull-requests/close-pull-request.ts'
import { markPullRequestReady } from '../../src/pull-requests/mark-pull-request-ready.ts'
import { mergePullRequest } from '../../src/pull-requests/merge-pull-request.ts'
import type { LocatedPullRequest } from '../../src/pull-requests/pull-request.ts'
import type { PullRequestDeps } from '../../src/pull-requests/pull-request-deps.ts'
import { findPullRequest, listPullRequests } from '../../src/pull-requests/pull-request-store.ts'
import { type BuiltinSite, createBuiltinSite } from '../support/builtin-pull-request.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const PAGES = { 'docs/a.md': 'one\ntwo\nthree\nfour\nfive\n', 'docs/b.md': 'b\n' }

const merge = (deps: PullRequestDeps, { id }: LocatedPullRequest, expectedHead: string | null = null) =>
  mergePullRequest(deps, id, { expectedHead, actor: 'ada' })

/** Does something just before each push. */
function beforePush(deps: PullRequestDeps, act: () => void | Promise<void>): PullRequestDeps {
  const open: PullRequestDeps['mirrors']['open'] = async (remote) => {
    const mirror = await deps.mirrors.open(remote)
    return {
      ...mirror,
      push: async (...words) => {
        await act()
        return mirror.push(...words)
      },
    }
  }
  return { ...deps, mirrors: { ...deps.mirrors, open } }
}

describe.each(ENGINES)('a pull request in a bare repository, on %s', (engine) => {
  let stores: TestStores
  let site: BuiltinSite
  beforeAll(async () => {
    stores = await openTestStores(engine)
  })
  afterAll(() => stores.close())
  beforeEach(async () => {
    site = await createBuiltinSite(stores, PAGES)
  })
  afterEach(() => site.remove())

  it('is merged with a merge commit, also when the base did not move', async () => {
    const head = site.change('docs', { 'docs/a.md': 'ONE\ntwo\nthree\nfour\nfive\n' })
    const base = site.git('rev-parse', 'main')
    const opened = await site.open('docs', { title: 'Shout "one"' })
    stores.clock.advance(60_000)
    const merged = await merge(site.deps, opened)
    expect(merged).toMatchObject({ state: 'merged', headCommit: head, closedAt: null, mergedAt: stores.clock.now() })
    expect(site.git('rev-parse', 'main')).toBe(merged.mergeCommit)
    expect(site.git('log', '-1', '--format=%P %an <%ae> %at', 'main')).toBe(
      `${base} ${head} Docwright <docwright@localhost> ${Math.floor(stores.clock.now() / 1000)}`,
    )
    expect(site.git('log', '-1', '--format=%B', 'main')).toBe(
      `Merge: Shout "one"\n\nMerges docs into main.\n\nDocwright-Pull-Request: ${opened.id}\nSigned-off-by: Docwright <docwright@localhost>`,
    )
    expect(site.git('fsck', '--strict')).not.toMatch(/error|missing/)
    expect((await listAudit(stores.databases.main, site.projectId))[0]).toMatchObject({
      actor: 'ada',
      action: 'pull-request.merge',
      object: opened.id,
    })
  })

  it('is merged with what others did to the base meanwhile', async () => {
    site.change('docs', { 'docs/a.md': 'ONE\ntwo\nthree\nfour\nfive\n' })
    const opened = await site.open('docs')
    site.change('main', { 'docs/a.md': 'one\ntwo\nthree\nfour\nFIVE\n', 'docs/b.md': 'B\n' })
    await merge(site.deps, opened)
    expect(site.git('show', 'main:docs/a.md')).toBe('ONE\ntwo\nthree\nfour\nFIVE')
    expect(site.git('show', 'main:docs/b.md')).toBe('B')
    expect(site.git('rev-parse', 'docs')).toBe(opened.headCommit)
  })

  it('is not merged over a conflict, and the paths are named', async () => {
    site.change('docs', { 'docs/a.md': 'ONE\ntwo\nthree\nfour\nfive\n', 'docs/c d.md': 'c\n' })
    const opened = await site.open('docs')
    const base = site.change('main', { 'docs/a.md': '1\ntwo\nthree\nfour\nfive\n', 'docs/c d.md': 'other\n' })
    await expect(merge(site.deps, opened)).rejects.toMatchObject({
      status: 409,
      code: 'merge_conflict',
      message: expect.stringContaining('docs/a.md, docs/c d.md'),
      details: [{ path: 'docs/a.md' }, { path: 'docs/c d.md' }],
    })
    expect(site.git('rev-parse', 'main')).toBe(base)
    expect(await findPullRequest(stores.databases.main, opened.id)).toMatchObject({ state: 'open', mergedAt: null })
  })

  it('is merged after all when the base moves between the look and the push', async () => {
    site.change('docs', { 'docs/a.md': 'ONE\ntwo\nthree\nfour\nfive\n' })
    const opened = await site.open('docs')
    let pushes = 0
    const deps = beforePush(site.deps, () => {
      if (pushes++ < 2) site.change('main', { 'docs/b.md': `b${pushes}\n` })
    })
    expect((await merge(deps, opened)).state).toBe('merged')
    expect(pushes).toBe(3)
    expect(site.git('show', 'main:docs/b.md')).toBe('b2')
  })

  it('gives up, and changes nothing, when the base never stands still', async () => {
    site.change('docs', { 'docs/a.md': 'ONE\ntwo\nthree\nfour\nfive\n' })
    const opened = await site.open('docs')
    let pushes = 0
    const deps = beforePush(site.deps, () => void site.change('main', { 'docs/b.md': `b${++pushes}\n` }))
    await expect(merge(deps, opened)).rejects.toMatchObject({ status: 409, code: 'base_moved' })
    expect(site.git('show', 'main:docs/b.md')).toBe(`b${pushes}`)
    expect(site.git('log', '--format=%s', 'main')).not.toContain('Merge:')
  })

  it('is not merged with commits that nobody looked at, unless they are named', async () => {
    site.change('docs', { 'docs/a.md': 'ONE\ntwo\nthree\nfour\nfive\n' })
    const opened = await site.open('docs')
    const newer = site.change('docs', { 'docs/b.md': 'planted\n' })
    await expect(merge(site.deps, opened)).rejects.toMatchObject({ status: 409, code: 'head_moved' })
    await expect(merge(site.deps, opened, opened.headCommit)).rejects.toMatchObject({ code: 'head_moved' })
    await expect(merge(site.deps, opened, newer.slice(0, 6))).rejects.toMatchObject({ code: 'head_moved' })
    await expect(merge(site.deps, opened, '')).rejects.toMatchObject({ code: 'head_moved' })
    expect(await merge(site.deps, opened, newer.slice(0, 12))).toMatchObject({ state: 'merged', headCommit: newer })
  })

  it('stays open for newer work that arrives during the merge', async () => {
    const first = site.change('docs', { 'docs/a.md': 'ONE\ntwo\nthree\nfour\nfive\n' })
    const opened = await site.open('docs')
    const deps = beforePush(site.deps, async () => {
      site.change('docs', { 'docs/b.md': 'newer\n' })
      await site.open('docs')
    })
    await expect(merge(deps, opened)).rejects.toMatchObject({
      code: 'head_moved',
      message: expect.stringContaining('stays open'),
    })
    expect(site.git('show', 'main:docs/b.md')).toBe('b')
    expect(site.git('merge-base', '--is-ancestor', first, 'main')).toBe('')
    const now = (await findPullRequest(stores.databases.main, opened.id))!
    expect(now.state).toBe('open')
    await merge(site.deps, now)
    expect(site.git('show', 'main:docs/b.md')).toBe('newer')
  })

  it('is merged once, however many ask at the same moment, in one process or in several', async () => {
    site.change('docs', { 'docs/a.md': 'ONE\ntwo\nthree\nfour\nfive\n' })
    const opened = await site.open('docs')
    const { deps, otherDeps } = site
    const results = await Promise.allSettled([deps, deps, otherDeps, otherDeps, deps].map((each) => merge(each, opened)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, code: 'pull_request_merged' })
    expect(site.git('log', '--merges', '--format=%s', 'main').split('\n')).toHaveLength(1)
  })

  it('ends once: merged is not closed, closed is not merged, neither twice', async () => {
    site.change('one', { 'docs/a.md': '1\ntwo\nthree\nfour\nfive\n' })
    site.change('two', { 'docs/b.md': '2\n' })
    const one = await site.open('one')
    const two = await site.open('two')
    await merge(site.deps, one)
    const base = site.git('rev-parse', 'main')
    expect(await closePullRequest(site.deps, two.id, 'ada')).toMatchObject({ state: 'closed', mergedAt: null, mergeCommit: null })
    for (const act of [() => merge(site.deps, one), () => closePullRequest(site.deps, one.id, 'ada')])
      await expect(act()).rejects.toMatchObject({ status: 409, code: 'pull_request_merged' })
    for (const act of [() => merge(site.deps, two), () => closePullRequest(site.deps, two.id, 'ada')])
      await expect(act()).rejects.toMatchObject({ status: 409, code: 'pull_request_closed' })
    expect(site.git('rev-parse', 'main')).toBe(base)
    await expect(merge(site.deps, { ...one, id: 'pr_x' })).rejects.toMatchObject({ status: 404 })
  })

  it('is written down as merged when the change is on the base already', async () => {
    // After a crash between the push and the database.
    site.change('one', { 'docs/a.md': '1\ntwo\nthree\nfour\nfive\n' })
    const one = await site.open('one')
    const { mergeCommit } = await merge(site.deps, one)
    await stores.databases.main.query
      .updateTable('pull_request')
      .set({ state: 'open', merge_commit: null, merged_at: null })
      .where('id', '=', one.id)
      .execute()
    expect(await merge(site.deps, one)).toMatchObject({ state: 'merged', mergeCommit })
    // By hand.
    site.change('two', { 'docs/b.md': '2\n' })
    const two = await site.open('two')
    site.git('update-ref', 'refs/heads/main', two.headCommit)
    expect(await merge(site.deps, two)).toMatchObject({ state: 'merged', mergeCommit: null })
    expect(site.git('rev-parse', 'main')).toBe(two.headCommit)
  })

  it('says what is missing', async () => {
    site.change('two', { 'docs/b.md': '2\n' })
    const two = await site.open('two', { base: 'gone' })
    await expect(merge(site.deps, two)).rejects.toMatchObject({ status: 409, code: 'base_missing' })
    site.change('three', { 'docs/b.md': '3\n' })
    const three = await site.open('three')
    site.git('branch', '-D', 'three')
    await expect(merge(site.deps, three)).rejects.toMatchObject({ status: 409, code: 'head_missing' })
    site.git('branch', 'empty', 'main')
    const empty = await site.open('empty')
    await expect(merge(site.deps, empty)).rejects.toMatchObject({ status: 409, code: 'nothing_to_merge' })
    site.work.git('checkout', '--quiet', '--orphan', 'other')
    site.work.commit('Another start')
    site.work.git('push', '--quiet', site.git('rev-parse', '--absolute-git-dir'), 'other')
    const other = await site.open('other', { baseCommit: site.git('rev-parse', 'main') })
    await expect(merge(site.deps, other)).rejects.toMatchObject({ status: 409, code: 'unrelated_histories' })
  })

  it('is merged as a draft only once it is ready', async () => {
    site.change('docs', { 'docs/b.md': '2\n' })
    const opened = await site.open('docs', { isDraft: true })
    expect(opened.isDraft).toBe(true)
    await expect(merge(site.deps, opened)).rejects.toMatchObject({ status: 409, code: 'pull_request_draft' })
    // An update does not decide about it.
    expect((await site.open('docs', { isDraft: true })).isDraft).toBe(true)
    expect(await markPullRequestReady(site.deps, opened.id, 'ada')).toMatchObject({ state: 'open', isDraft: false })
    expect((await site.open('docs', { isDraft: true })).isDraft).toBe(false)
    expect(await merge(site.deps, opened)).toMatchObject({ state: 'merged' })
    await expect(markPullRequestReady(site.deps, opened.id, 'ada')).rejects.toMatchObject({ code: 'pull_request_merged' })
  })

  it('is one for each head while it is open, however often and at once it is asked for', async () => {
    site.change('docs', { 'docs/b.md': '2\n' })
    const all = await Promise.all(Array.from({ length: 8 }, (_, index) => site.open('docs', { body: `Body ${index}` })))
    expect(new Set(all.map((one) => one.id)).size).toBe(1)
    const checks = { before: { x: 1 }, after: {}, added: [] }
    expect(await site.open('docs', { body: 'Last', title: 'Not taken', checks })).toMatchObject({
      id: all[0]!.id,
      body: 'Last',
      title: 'Change docs',
      checks,
    })
  })

  it('stays ended for the same commit; new work gets a new one', async () => {
    site.change('docs', { 'docs/b.md': '2\n' })
    const first = await site.open('docs')
    await closePullRequest(site.deps, first.id, 'ada')
    expect(await site.open('docs', { body: 'Again' })).toMatchObject({ id: first.id, state: 'closed', body: 'Text' })
    site.change('docs', { 'docs/b.md': '3\n' })
    const second = await site.open('docs')
    expect(second).toMatchObject({ state: 'open' })
    expect(second.secret).not.toBe(first.secret)
    await merge(site.deps, second)
    expect(await site.open('docs')).toMatchObject({ id: second.id, state: 'merged' })
    expect(await listPullRequests(stores.databases.main, site.projectId, null)).toMatchObject([
      { id: second.id, state: 'merged' },
      { id: first.id, state: 'closed' },
    ])
    expect(await listPullRequests(stores.databases.main, site.projectId, 'open')).toEqual([])
  })
})

describe('a pull request in a repository with a work tree', () => {
  let stores: TestStores
  let site: BuiltinSite
  let opened: LocatedPullRequest
  beforeAll(async () => {
    stores = await openTestStores('sqlite')
  })
  afterAll(() => stores.close())
  beforeEach(async () => {
    site = await createBuiltinSite(stores, PAGES, 'working-copy')
    site.change('docs', { 'docs/b.md': 'new\n' })
    opened = await site.open('docs')
  })
  afterEach(() => site.remove())

  const page = () => readFileSync(join(site.work.path, 'docs/b.md'), 'utf8')

  it('is merged into the branch that is checked out, and the clean work tree moves along', async () => {
    expect(await merge(site.deps, opened)).toMatchObject({ state: 'merged', mergeCommit: site.git('rev-parse', 'main') })
    expect(page()).toBe('new\n')
    expect(site.git('status', '--porcelain')).toBe('')
  })

  it.each([
    ['a filter', 'filter.trap.smudge', 'touch trapped; cat'],
    ['a filter in a file that the settings include', 'include.path', 'more'],
    ['another work tree', 'core.worktree', '../docs'],
    ['settings of each work tree', 'extensions.worktreeConfig', 'true'],
    ['a decision of its owner', 'receive.denyCurrentBranch', 'refuse'],
  ])('is not merged into the branch that is checked out if the settings have %s, and says what to do', async (_, name, value) => {
    const base = site.git('rev-parse', 'main')
    writeFileSync(join(site.work.path, '.git/info/attributes'), '* filter=trap\n')
    writeFileSync(join(site.work.path, '.git/more'), '[filter "trap"]\n\tsmudge = touch trapped; cat\n')
    const settings = join(site.work.path, '.git/config')
    const before = readFileSync(settings, 'utf8')
    site.git('config', name, value)
    await expect(merge(site.deps, opened)).rejects.toMatchObject({
      status: 409,
      code: 'base_checked_out',
      message: expect.stringContaining('git merge --no-ff docs'),
    })
    writeFileSync(settings, before)
    expect(existsSync(join(site.work.path, 'trapped'))).toBe(false)
    expect(site.git('rev-parse', 'main')).toBe(base)
    expect(site.git('status', '--porcelain')).toBe('')
  })

  it('is written down once someone merged by hand', async () => {
    site.work.git('merge', '--quiet', '--no-ff', '--no-edit', 'docs')
    expect(await merge(site.deps, opened)).toMatchObject({ state: 'merged', mergeCommit: null })
  })

  it('is merged while another branch is checked out, and leaves the working copy alone', async () => {
    site.work.git('checkout', '--quiet', '-b', 'mine')
    site.work.write({ 'docs/b.md': 'my own\n' })
    expect(await merge(site.deps, opened)).toMatchObject({ state: 'merged' })
    expect(site.git('show', 'main:docs/b.md')).toBe('new')
    expect(page()).toBe('my own\n')
  })

  it.each(['left to Docwright', 'updateInstead'])('is not merged over uncommitted changes (%s)', async (setting) => {
    if (setting === 'updateInstead') site.git('config', 'receive.denyCurrentBranch', setting)
    site.work.write({ 'docs/a.md': 'my own\n' })
    await expect(merge(site.deps, opened)).rejects.toMatchObject({
      status: 409,
      code: 'base_checked_out',
      message: expect.stringContaining('uncommitted'),
    })
    expect(page()).toBe('b\n')
    site.work.git('checkout', '--quiet', '--', '.')
    expect(await merge(site.deps, opened)).toMatchObject({ state: 'merged' })
    expect(page()).toBe('new\n')
    expect(site.git('status', '--porcelain')).toBe('')
  })

  it.each([true, false])(
    'runs no hook and no program of the repository (with the base checked out: %s)',
    async (isCheckedOut) => {
      if (!isCheckedOut) site.git('checkout', '--quiet', '--detach')
      const hooks = join(site.work.path, '.git/hooks')
      mkdirSync(hooks, { recursive: true })
      for (const hook of [
        'pre-receive',
        'update',
        'post-receive',
        'post-update',
        'reference-transaction',
        'proc-receive',
        'pre-merge-commit',
        'push-to-checkout',
      ])
        writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch ${site.work.path}/trapped\nexit 1\n`, { mode: 0o755 })
      site.git('config', 'merge.trap.driver', `touch ${site.work.path}/trapped`)
      site.git('config', 'core.alternateRefsCommand', `touch ${site.work.path}/trapped`)
      site.git('clone', '--quiet', '--bare', '.', '.git/other.git')
      writeFileSync(join(site.work.path, '.git/objects/info/alternates'), `${site.work.path}/.git/other.git/objects\n`)
      site.git('config', 'core.fsmonitor', `touch ${site.work.path}/trapped`)
      expect(await merge(site.deps, opened)).toMatchObject({ state: 'merged' })
      expect(readdirSync(site.work.path)).not.toContain('trapped')
    },
  )
})
