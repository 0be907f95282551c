import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeCommit } from '../../src/git/commit.ts'
import { createGit } from '../../src/git/git.ts'
import { type Mirror, type Remote, createMirrors } from '../../src/git/mirror.ts'
import {
  type GitAccess,
  type GitRepositories,
  type LocalServer,
  createGitRepositories,
  startGitHttpServer,
} from '../support/git-http-server.ts'
import { everythingOf, formsOf } from '../support/leaks.ts'

const PATH = 'acme/docs'
const TOKEN = 'tok_0123456789abcdef0123456789abcdef'
const signal = AbortSignal.timeout(60_000)

describe('a mirror of a repository over HTTP', () => {
  let folder: string
  let repositories: GitRepositories
  let server: LocalServer
  let access: GitAccess
  let trouble: { status: number; body?: string; headers?: Record<string, string> } | null
  const git = createGit(process.env['PATH'] ?? '')

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-mirror-'))
    repositories = createGitRepositories(PATH)
    access = 'write'
    trouble = null
    server = await startGitHttpServer({
      repositories,
      access: (_, password) => (password === TOKEN ? access : 'none'),
      interrupt: () => trouble,
    })
  })
  afterEach(async () => {
    await server.close()
    repositories.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (more: Partial<Remote> = {}, password = TOKEN): Promise<Mirror> =>
    createMirrors(git, join(folder, 'mirrors')).open({
      url: `${server.url}/${PATH}.git`,
      protocol: 'http',
      credentials: async () => ({ username: 'x-access-token', password }),
      ...more,
    })
  const commitOn = async (mirror: Mirror, message = 'Change'): Promise<string> => {
    const base = (await mirror.fetch(['main'], signal)).get('main')!
    const tree = await git.text(['rev-parse', `${base}^{tree}`], { gitDir: mirror.gitDir })
    return writeCommit(git, mirror.gitDir, { tree, parent: base, message, at: 1_790_000_000_000 })
  }
  const failure = async (work: Promise<unknown>): Promise<unknown> => {
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    )
    for (const secret of formsOf(TOKEN)) expect(everythingOf(error)).not.toContain(secret)
    return error
  }

  it('fetches and pushes with a token', async () => {
    const mirror = await open()
    const commit = await commitOn(mirror)
    await mirror.push(commit, 'docwright/job_1', null, signal)
    expect(repositories.commitOf(PATH, 'docwright/job_1')).toBe(commit)
    expect(await mirror.fetch(['docwright/job_1', 'gone'], signal)).toEqual(
      new Map([
        ['docwright/job_1', commit],
        ['gone', null],
      ]),
    )
  })

  it('asks for the token anew each time, because it may have ended', async () => {
    const passwords = [TOKEN, 'ended']
    const mirror = await open({ credentials: async () => ({ username: 'x-access-token', password: passwords.shift()! }) })
    await mirror.fetch(['main'], signal)
    expect(await failure(mirror.fetch(['main'], signal))).toMatchObject({ code: 'repository_forbidden' })
  })

  it.each([
    ['a wrong token', 'wrong', 'write', 'repository_forbidden'],
    ['a token without any right', TOKEN, 'none', 'repository_forbidden'],
  ] as const)('%s cannot fetch', async (_, password, right, code) => {
    access = right
    expect(await failure((await open({}, password)).fetch(['main'], signal))).toMatchObject({ code, isPassing: false })
  })

  it('a token that may only read cannot push', async () => {
    const mirror = await open()
    const commit = await commitOn(mirror)
    access = 'read'
    expect(await failure(mirror.push(commit, 'docwright/job_1', null, signal))).toMatchObject({ code: 'repository_forbidden' })
  })

  it('says that a repository is not there', async () => {
    const mirror = await open({ url: `${server.url}/acme/gone.git` })
    expect(await failure(mirror.fetch(['main'], signal))).toMatchObject({ code: 'repository_not_found' })
  })

  it('says that a branch is protected', async () => {
    const mirror = await open()
    const commit = await commitOn(mirror)
    repositories.refusePushes(PATH, `error: GH006: Protected branch update failed. Token was ${TOKEN}`)
    const fault = await failure(mirror.push(commit, 'docwright/job_1', null, signal))
    expect(fault).toMatchObject({ code: 'branch_protected', message: expect.stringContaining('docwright/job_1') })
    // What the server repeated is taken out, and the rest is there for the log.
    expect(everythingOf(fault)).toContain('Token was [redacted]')
  })

  it('does not overwrite what somebody else pushed', async () => {
    const mirror = await open()
    const mine = await commitOn(mirror, 'Mine')
    const theirs = repositories.git(PATH, 'commit-tree', '-p', 'main', '-m', 'Theirs', 'main^{tree}')
    repositories.git(PATH, 'update-ref', 'refs/heads/docwright/job_1', theirs)
    expect(await failure(mirror.push(mine, 'docwright/job_1', null, signal))).toMatchObject({
      code: 'branch_moved',
      isPassing: false,
    })
    expect(repositories.commitOf(PATH, 'docwright/job_1')).toBe(theirs)
  })

  it.each([
    [{ status: 429 }, 'code_host_rate_limited', true],
    [{ status: 503 }, 'repository_unreachable', true],
    [{ status: 302, headers: { location: 'http://127.0.0.1:9/acme/docs.git/info/refs' } }, 'repository_moved', false],
  ])('a server that answers %j', async (answer, code, isPassing) => {
    trouble = answer
    expect(await failure((await open()).fetch(['main'], signal))).toMatchObject({ code, isPassing })
  })

  it('says that nobody listens', async () => {
    const nobody = createServer()
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve))
    const { port } = nobody.address() as AddressInfo
    await new Promise((resolve) => nobody.close(resolve))
    const mirror = await open({ url: `http://127.0.0.1:${port}/${PATH}.git` })
    expect(await failure(mirror.fetch(['main'], signal))).toMatchObject({ code: 'repository_unreachable', isPassing: true })
  })

  it('passes on why there are no credentials', async () => {
    const mirror = await open({ credentials: () => Promise.reject(new Error('no token')) })
    await expect(mirror.fetch(['main'], signal)).rejects.toThrow('no token')
  })
})
