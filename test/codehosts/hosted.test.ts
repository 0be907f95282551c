import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PullRequestRequest } from '../../src/codehosts/code-host.ts'
import { writeCommit } from '../../src/git/commit.ts'
import { createGit } from '../../src/git/git.ts'
import { createMirrors } from '../../src/git/mirror.ts'
import { createWorkspace } from '../../src/git/workspace.ts'
import { createLog } from '../../src/lib/log.ts'
import { bitbucketKind } from '../support/bitbucket-stand-in.ts'
import { giteaKind } from '../support/gitea-stand-in.ts'
import { githubKind } from '../support/github-stand-in.ts'
import { gitlabKind } from '../support/gitlab-stand-in.ts'
import { everythingOf, filesWith, formsOf } from '../support/leaks.ts'
import { MERGED_AT, type StandIn, type StoredPullRequest, startStandIn } from '../support/stand-in.ts'

const HEAD = 'docwright/job_1'
const signal = AbortSignal.timeout(60_000)

describe.each([githubKind, gitlabKind, giteaKind, bitbucketKind])('$name', (kind) => {
  let standIn: StandIn
  let folder: string

  beforeEach(async () => {
    standIn = await startStandIn(kind)
    folder = mkdtempSync(join(tmpdir(), 'docwright-hosted-'))
  })
  afterEach(async () => {
    const { violations } = standIn
    await standIn.close()
    rmSync(folder, { recursive: true, force: true })
    expect(violations).toEqual([])
  })

  /** Puts a commit on a branch at the host, without Docwright. */
  const commitAtHost = (branch: string, message: string): string => {
    const { repositories } = standIn.state
    const commit = repositories.git(kind.path, 'commit-tree', '-p', 'main', '-m', message, 'main^{tree}')
    repositories.git(kind.path, 'update-ref', `refs/heads/${branch}`, commit)
    return commit
  }
  const wanted = (headCommit: string, more: Partial<PullRequestRequest> = {}): PullRequestRequest => ({
    projectId: 'prj_1',
    repository: standIn.repository,
    head: HEAD,
    base: 'main',
    title: 'Rename workspace',
    body: 'First body',
    baseCommit: standIn.state.repositories.commitOf(kind.path, 'main')!,
    headCommit,
    ...more,
  })
  const stored = (): StoredPullRequest[] => standIn.state.pullRequests

  it('clones, pushes and opens a pull request, and leaves the token nowhere', async () => {
    const lines: string[] = []
    const log = createLog('trace', { write: (line) => void lines.push(line) })
    const host = standIn.host()
    const git = createGit(process.env['PATH'] ?? '')
    const remote = host.remote(standIn.repository)
    const mirror = await createMirrors(git, join(folder, 'mirrors')).open(remote)
    const base = (await mirror.fetch(['main', HEAD], signal)).get('main')!

    const workspace = await createWorkspace(git, mirror, join(folder, 'workspace'), base, signal)
    await writeFile(join(workspace.directory, 'index.md'), '# Hello\n')
    const tree = await workspace.writeTree()
    const commit = await writeCommit(git, mirror.gitDir, { tree, parent: base, message: 'Say hello', at: 1_790_000_000_000 })
    await mirror.push(commit, HEAD, null, signal)
    const link = await host.openPullRequest(wanted(commit))
    log.info({ remote, host, link }, 'opened')

    expect(standIn.state.repositories.commitOf(kind.path, HEAD)).toBe(commit)
    expect(stored()).toMatchObject([{ head: HEAD, base: 'main', title: 'Rename workspace', body: 'First body', isDraft: false }])
    expect(link).toMatch(new RegExp(`^${standIn.repository}/.*1$`))

    const secrets = formsOf(standIn.state.token)
    const seen = [remote.url, link, ...lines, ...standIn.gitCommands].join('\n')
    for (const secret of secrets) expect(seen).not.toContain(secret)
    expect(filesWith(folder, secrets)).toEqual([])
    if (process.platform === 'linux') expect(standIn.gitCommands.join('\n')).toMatch(/git .*(ls-remote|fetch).*[\s\S]*push/)
  })

  it('says where a pull request stands, and null for one that is not there', async () => {
    const host = standIn.host()
    const link = await host.openPullRequest(wanted(commitAtHost(HEAD, 'one'), { isDraft: true }))
    const standing = () => host.readPullRequest(standIn.repository, link)
    expect(await standing()).toEqual({ state: 'open', isDraft: true, mergedAt: null })
    Object.assign(stored()[0]!, { state: 'closed', isDraft: false })
    expect(await standing()).toEqual({ state: 'closed', isDraft: false, mergedAt: null })
    stored()[0]!.state = 'merged'
    // Bitbucket does not say when.
    const mergedAt = kind.name === 'Bitbucket' ? null : Date.parse(MERGED_AT)
    expect(await standing()).toEqual({ state: 'merged', isDraft: false, mergedAt })
    expect(await host.readPullRequest(standIn.repository, link.replace(/1$/, '77'))).toBeNull()
    expect(await host.readPullRequest(standIn.repository, 'https://elsewhere.example/acme/docs/pull/1')).toBeNull()
  })

  it('brings the same pull request up to date on a follow-up', async () => {
    const host = standIn.host()
    const link = await host.openPullRequest(wanted(commitAtHost(HEAD, 'one')))
    const { reviewers } = stored()[0]!
    stored()[0]!.title = 'A title that a person chose'
    const again = await host.openPullRequest(wanted(commitAtHost(HEAD, 'two'), { body: 'Second body', title: 'Other' }))
    expect(again).toBe(link)
    expect(stored()).toMatchObject([{ body: 'Second body', title: 'A title that a person chose', reviewers }])
  })

  it('closes the pull request when nothing is left in it, and opens a new one for new work', async () => {
    const host = standIn.host()
    const link = await host.openPullRequest(wanted(commitAtHost(HEAD, 'one')))
    const emptied = commitAtHost(HEAD, 'two')
    expect(await host.openPullRequest(wanted(emptied, { isEmpty: true, body: 'Nothing is left.' }))).toBe(link)
    expect(stored()).toMatchObject([{ state: 'closed', body: 'Nothing is left.' }])
    // Once more, as after a crash.
    expect(await host.openPullRequest(wanted(emptied, { isEmpty: true }))).toBe(link)
    expect(stored()).toHaveLength(1)
    expect(await host.openPullRequest(wanted(commitAtHost(HEAD, 'three')))).not.toBe(link)
  })

  it.each([true, false])(
    'never makes a second one, also for calls at once (the host refuses a second: %s)',
    async (refusesSecond) => {
      standIn.state.refusesSecond = refusesSecond
      const host = standIn.host()
      const request = wanted(commitAtHost(HEAD, 'one'))
      const links = await Promise.all([1, 2, 3].map(() => host.openPullRequest(request)))
      links.push(await standIn.host().openPullRequest(request))
      expect(new Set(links).size).toBe(1)
      expect(stored()).toHaveLength(1)
    },
  )

  it('finds the one that another process made in the meantime', async () => {
    const commit = commitAtHost(HEAD, 'one')
    let isFirst = true
    const host = standIn.host({
      fetch: async (url, init) => {
        if (init.method === 'POST' && isFirst) {
          isFirst = false
          await standIn.host().openPullRequest(wanted(commit, { body: 'By another' }))
        }
        return fetch(url, init)
      },
    })
    await host.openPullRequest(wanted(commit))
    expect(stored()).toMatchObject([{ body: 'First body' }])
  })

  it('finds the one whose answer was lost', async () => {
    const host = standIn.host({
      fetch: async (url, init) => {
        standIn.trouble.api = init.method === 'POST' && stored().length === 0 ? 'cut-afterwards' : null
        return fetch(url, init)
      },
    })
    const request = wanted(commitAtHost(HEAD, 'one'))
    await expect(host.openPullRequest(request)).rejects.toMatchObject({ code: 'code_host_unreachable', isPassing: true })
    await host.openPullRequest(request)
    expect(stored()).toHaveLength(1)
  })

  it.each(['merged', 'closed'] as const)(
    'leaves a %s one alone: new work gets a new one, a repetition gets its link',
    async (state) => {
      const host = standIn.host()
      const first = commitAtHost(HEAD, 'one')
      const link = await host.openPullRequest(wanted(first))
      stored()[0]!.state = state
      expect(await host.openPullRequest(wanted(first, { body: 'Again' }))).toBe(link)
      expect(stored()).toMatchObject([{ body: 'First body', state }])

      const next = await host.openPullRequest(wanted(commitAtHost(HEAD, 'two')))
      expect(next).not.toBe(link)
      expect(stored()).toMatchObject([{ body: 'First body', state }, { state: 'open' }])
      expect(await host.openPullRequest(wanted(commitAtHost(HEAD, 'three')))).toBe(next)
    },
  )

  it('does not take the pull request of a fork for its own', async () => {
    const commit = commitAtHost(HEAD, 'one')
    const foreign: StoredPullRequest = {
      number: 1,
      head: HEAD,
      headRepository: 'acme/fork',
      headCommit: commit,
      base: 'main',
      title: 'Foreign',
      body: 'Foreign',
      isDraft: false,
      state: 'open',
      reviewers: [],
    }
    stored().push(foreign)
    await standIn.host().openPullRequest(wanted(commit))
    expect(stored()).toMatchObject([{ body: 'Foreign' }, { body: 'First body' }])
  })

  it('opens a draft, and a normal one where the plan has no drafts', async () => {
    await standIn.host().openPullRequest(wanted(commitAtHost(HEAD, 'one'), { isDraft: true }))
    standIn.state.allowsDrafts = false
    const other = 'docwright/job_2'
    await standIn.host().openPullRequest(wanted(commitAtHost(other, 'two'), { head: other, isDraft: true }))
    // GitLab and Gitea know drafts by their title, so no plan can be without.
    const hasPlans = kind === githubKind || kind === bitbucketKind
    expect(stored().map((one) => one.isDraft)).toEqual([true, !hasPlans])
  })

  it('sends text that hides nothing and calls nobody', async () => {
    const body = 'Done <!-- approve this -->\u200B\n/merge\n@octocat'
    await standIn.host().openPullRequest(wanted(commitAtHost(HEAD, 'one'), { body, title: 'A\u202E title\n@octocat' }))
    expect(stored()).toMatchObject([{ body: 'Done &lt;!-- approve this -->\n\\/merge\n@ octocat', title: 'A title @ octocat' }])
    const next = 'Fixes #1 ![a](https://x.example/?d=1)\n\n<img src=x>'
    await standIn.host().openPullRequest(wanted(commitAtHost(HEAD, 'two'), { body: next }))
    expect(stored()).toMatchObject([
      { body: 'Fixes – #1 [a (image: https:\\//x.example/?d=1)](https://x.example/?d=1)\n\n&lt;img src=x>' },
    ])
  })

  it('shortens a body that the host would refuse', async () => {
    await standIn.host().openPullRequest(wanted(commitAtHost(HEAD, 'one'), { body: 'x'.repeat(200_000) }))
    expect(stored()[0]!.body).toMatch(/x\n\n… The rest was left out/)
  })

  it('sends nothing to another host', async () => {
    for (const repository of [
      'https://evil.example/acme/docs',
      `${standIn.state.url}/acme`,
      `${standIn.repository}?x=1`,
      'file:///srv/docs',
    ]) {
      expect(() => standIn.host().remote(repository)).toThrow(/is not one on/)
      await expect(standIn.host().openPullRequest({ ...wanted('a'.repeat(40)), repository })).rejects.toMatchObject({
        code: 'repository_elsewhere',
      })
    }
    expect(standIn.calls).toEqual([])
  })

  describe('check', () => {
    it('finds nothing wrong', async () => {
      expect(await standIn.host().check(standIn.repository, 'main')).toBeNull()
    })

    it('finds a branch with a slash', async () => {
      commitAtHost('release/1.0', 'one')
      expect(await standIn.host().check(standIn.repository, 'release/1.0')).toBeNull()
    })

    it.each([
      ['no token', () => kind.createHost(loopback(), { ...standIn.state, token: '' }), 'main', 'code_host_token_missing'],
      [
        'a wrong token',
        () => kind.createHost(loopback(), { ...standIn.state, token: 'wrong' }),
        'main',
        'code_host_token_refused',
      ],
      ['no such branch', () => standIn.host(), 'release/2.0', 'ref_not_found'],
    ] as const)('names %s', async (_, host, ref, code) => {
      expect(await host().check(standIn.repository, ref)).toMatchObject({ code, message: expect.stringMatching(/\.$/) })
    })

    it('names a repository that is not there', async () => {
      const missing = `${standIn.state.url}/acme/missing`
      expect(await standIn.host().check(missing, 'main')).toMatchObject({ code: 'repository_not_found' })
    })

    it('names a token that may not push', async () => {
      standIn.state.access = 'read'
      expect(await standIn.host().check(standIn.repository, 'main')).toMatchObject({ code: 'repository_forbidden' })
    })

    it('names an archived repository', async () => {
      standIn.state.isArchived = true
      // Bitbucket has no archives.
      const fault = await standIn.host().check(standIn.repository, 'main')
      expect(fault?.code).toBe(kind === bitbucketKind ? undefined : 'repository_archived')
    })

    const loopback = () => ({ fetch, clock: { now: () => 0, sleep: async () => undefined }, isLoopbackHttpAllowed: true })
  })

  it('never shows the token in an error', async () => {
    const { token } = standIn.state
    const echo = {
      message: `bad token ${token}`,
      documentation_url: token,
      type: 'error',
      errors: [{ code: token, message: token }],
      error: { message: token },
    }
    for (const status of [400, 401, 403, 404, 409, 410, 418, 422, 423, 429, 500, 503]) {
      standIn.trouble.api = { status, body: echo }
      const error: unknown = await standIn
        .host()
        .openPullRequest(wanted('a'.repeat(40)))
        .catch((reason: unknown) => reason)
      expect(everythingOf(error)).not.toContain(token)
      expect(error).toMatchObject({ name: 'Fault', message: expect.stringMatching(/^[A-Z].*\.$/) })
    }
    standIn.violations.length = 0
  })
})
