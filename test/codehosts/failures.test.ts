import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PullRequestRequest } from '../../src/codehosts/code-host.ts'
import type { Fault } from '../../src/lib/fault.ts'
import { bitbucketKind } from '../support/bitbucket-stand-in.ts'
import { giteaKind } from '../support/gitea-stand-in.ts'
import { githubKind } from '../support/github-stand-in.ts'
import { gitlabKind } from '../support/gitlab-stand-in.ts'
import { listen } from '../support/git-http-server.ts'
import { type ApiReply, type StandIn, type Trouble, startStandIn } from '../support/stand-in.ts'

const NOW = Date.UTC(2026, 10, 15)
const clock = { now: () => NOW, sleep: async () => undefined }

/** In the words of the hosts; the parts that each of them requires are all there. */
const says = (message: string) => ({ message, documentation_url: 'https://example.com', type: 'error', error: { message } })

interface Case {
  what: string
  trouble: Trouble
  code: string
  isPassing: boolean
  retryAfterSeconds?: number | null
}

const reply = (status: number, message = '', headers: ApiReply['headers'] = {}): ApiReply => ({
  status,
  body: says(message),
  headers,
})

const CASES: Case[] = [
  { what: '401', trouble: reply(401), code: 'code_host_token_refused', isPassing: false },
  { what: '403', trouble: reply(403, 'Resource not accessible'), code: 'repository_forbidden', isPassing: false },
  {
    what: '403 archived',
    trouble: reply(403, 'Repository was archived so is read-only.'),
    code: 'repository_archived',
    isPassing: false,
  },
  { what: '423', trouble: reply(423), code: 'repository_archived', isPassing: false },
  {
    what: '403 protected branch',
    trouble: reply(403, 'Changes to a protected branch'),
    code: 'branch_protected',
    isPassing: false,
  },
  { what: '404', trouble: reply(404), code: 'repository_not_found', isPassing: false },
  { what: '410', trouble: reply(410), code: 'repository_not_found', isPassing: false },
  { what: '409', trouble: reply(409), code: 'pull_request_conflict', isPassing: true },
  { what: '422', trouble: reply(422), code: 'pull_request_refused', isPassing: false },
  { what: '400', trouble: reply(400), code: 'pull_request_refused', isPassing: false },
  {
    what: '422 without changes',
    trouble: reply(422, 'No commits between main and docs'),
    code: 'nothing_to_merge',
    isPassing: false,
  },
  { what: '429', trouble: reply(429), code: 'code_host_rate_limited', isPassing: true, retryAfterSeconds: null },
  {
    what: '429 with seconds',
    trouble: reply(429, '', { 'retry-after': '17' }),
    code: 'code_host_rate_limited',
    isPassing: true,
    retryAfterSeconds: 17,
  },
  {
    what: '429 with a date',
    trouble: reply(429, '', { 'retry-after': new Date(NOW + 90_000).toUTCString() }),
    code: 'code_host_rate_limited',
    isPassing: true,
    retryAfterSeconds: 90,
  },
  {
    what: '429 for ever',
    trouble: reply(429, '', { 'retry-after': '999999999' }),
    code: 'code_host_rate_limited',
    isPassing: true,
    retryAfterSeconds: 3600,
  },
  {
    what: '403 with an empty limit',
    trouble: reply(403, '', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 120) }),
    code: 'code_host_rate_limited',
    isPassing: true,
    retryAfterSeconds: 120,
  },
  {
    what: '403 secondary limit',
    trouble: reply(403, 'You have exceeded a secondary rate limit'),
    code: 'code_host_rate_limited',
    isPassing: true,
  },
  { what: '500', trouble: reply(500), code: 'code_host_unavailable', isPassing: true },
  {
    what: '503',
    trouble: reply(503, '', { 'retry-after': '5' }),
    code: 'code_host_unavailable',
    isPassing: true,
    retryAfterSeconds: 5,
  },
  { what: '418', trouble: reply(418), code: 'code_host_answer_invalid', isPassing: false },
  {
    what: 'an answer of another form',
    trouble: { status: 200, body: { hello: 'world' } },
    code: 'code_host_answer_invalid',
    isPassing: false,
  },
  { what: 'no JSON', trouble: { status: 200 }, code: 'code_host_answer_invalid', isPassing: false },
  {
    what: 'a very long answer',
    trouble: { status: 200, body: 'x'.repeat(9 * 1024 * 1024) },
    code: 'code_host_answer_invalid',
    isPassing: false,
  },
  { what: 'silence', trouble: 'silence', code: 'code_host_timeout', isPassing: true },
  { what: 'a cut line', trouble: 'cut', code: 'code_host_unreachable', isPassing: true },
]

describe.each([githubKind, gitlabKind, giteaKind, bitbucketKind])('$name', (kind) => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await startStandIn(kind)
  })
  afterEach(() => {
    standIn.trouble.api = null
    // Made-up failures break the descriptions on purpose.
    standIn.violations.length = 0
  })
  afterAll(() => standIn.close())

  const wanted = (): PullRequestRequest => ({
    projectId: 'prj_1',
    repository: standIn.repository,
    head: 'docwright/job_1',
    base: 'main',
    title: 'Title',
    body: 'Body',
    baseCommit: 'a'.repeat(40),
    headCommit: 'b'.repeat(40),
  })

  it.each(CASES)('$what becomes $code', async ({ trouble, code, isPassing, retryAfterSeconds }) => {
    standIn.trouble.api = trouble
    const host = standIn.host({ clock, timeoutMs: trouble === 'silence' ? 200 : 20_000 })
    // Where Gitea is asked for one pull request, 404 is an answer and not a failure; the list fails then.
    const fault = (await host.openPullRequest(wanted()).catch((error: unknown) => error)) as Fault
    expect(fault).toMatchObject({
      name: 'Fault',
      code,
      isPassing,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
    expect(fault.message).toMatch(/^[A-Z].*\.$/)
    expect(await host.check(standIn.repository, 'main')).toMatchObject({ code })
  })

  it('follows no redirect', async () => {
    let asked = 0
    const other = await listen(async (_, response) => {
      asked++
      response.end('{}')
    })
    standIn.trouble.api = { status: 302, headers: { location: `${other.url}/elsewhere` } }
    await expect(standIn.host().openPullRequest(wanted())).rejects.toMatchObject({ code: 'repository_moved' })
    await other.close()
    expect(asked).toBe(0)
  })

  it('says when the branch is not there yet, and when the target is missing', async () => {
    await expect(standIn.host().openPullRequest(wanted())).rejects.toMatchObject({ code: 'branch_not_visible', isPassing: true })
    standIn.state.repositories.git(kind.path, 'update-ref', 'refs/heads/docwright/job_1', 'main')
    await expect(standIn.host().openPullRequest({ ...wanted(), base: 'gone' })).rejects.toMatchObject({
      // Gitea does not say which of the two it misses.
      code: kind === giteaKind ? 'branch_not_visible' : 'ref_not_found',
    })
  })

  it('stops when it is told to, without calling that a fault', async () => {
    standIn.trouble.api = 'silence'
    const controller = new AbortController()
    const opening = standIn.host().openPullRequest(wanted(), controller.signal)
    setTimeout(() => controller.abort(new Error('the job was cancelled')), 50)
    await expect(opening).rejects.toThrow('the job was cancelled')
  })

  it('says that nobody listens', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise((resolve) => server.close(resolve))
    const host = kind.createHost({ fetch, clock, isLoopbackHttpAllowed: true }, { ...standIn.state, url })
    expect(await host.check(`${url}/${kind.path}`, 'main')).toMatchObject({
      code: 'code_host_unreachable',
      isPassing: true,
      cause: 'ECONNREFUSED',
    })
  })

  it('sends tokens over https only', () => {
    for (const url of [
      'http://git.example.com',
      'http://127.0.0.1.example.com',
      'https://ada:secret@git.example.com',
      'ftp://git.example.com',
      'nonsense',
    ])
      expect(() => kind.createHost({ fetch, clock, isLoopbackHttpAllowed: true }, { ...standIn.state, url })).toThrow(
        /must be an https: URL/,
      )
    expect(() => kind.createHost({ fetch, clock }, standIn.state)).toThrow(/must be an https: URL/)
  })
})
