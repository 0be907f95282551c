import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CodeHost } from '../../src/codehosts/code-host.ts'
import type { GithubApp } from '../../src/codehosts/github-app-token.ts'
import { createGithubHost } from '../../src/codehosts/github.ts'
import { githubKind } from '../support/github-stand-in.ts'
import { everythingOf } from '../support/leaks.ts'
import { type ApiReply, type ApiRequest, type StandIn, type StandInKind, startStandIn } from '../support/stand-in.ts'

const APP_ID = '12345'
const INSTALLATION_ID = 77
const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 15)

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKey = keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

describe('a GitHub App', () => {
  let standIn: StandIn
  let now: number
  let issued: { token: string; endsAt: number; body: unknown }[]
  let refuse: ApiReply | null

  const claims = (authorization: string): { iss: string; iat: number; exp: number } | null => {
    const [, header = '', payload = '', signature = ''] = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization) ?? []
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      createPublicKey(keys.publicKey.export({ type: 'spki', format: 'pem' })),
      Buffer.from(signature, 'base64url'),
    )
    return isSigned
      ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: string; iat: number; exp: number })
      : null
  }
  const isApp = (authorization: string): boolean => {
    const claimed = claims(authorization)
    // GitHub's own rules: not from the future, not over, ten minutes at most.
    return (
      claimed !== null &&
      claimed.iss === APP_ID &&
      claimed.iat <= now / 1000 &&
      claimed.exp > now / 1000 &&
      claimed.exp - claimed.iat <= 600
    )
  }
  const answer = (request: ApiRequest, state: StandIn['state']): ApiReply => {
    const isAppPath = request.path.startsWith('/app/') || request.path.endsWith('/installation')
    if (!isAppPath) {
      const valid = issued.some(({ token, endsAt }) => request.authorization === `Bearer ${token}` && endsAt > now)
      return valid ? githubKind.answer(request, state) : { status: 401, body: { message: 'Bad credentials' } }
    }
    if (!isApp(request.authorization)) return { status: 401, body: { message: 'A JSON web token could not be decoded' } }
    if (refuse) return refuse
    if (request.path.endsWith('/installation')) return { status: 200, body: { id: INSTALLATION_ID } }
    if (request.path !== `/app/installations/${INSTALLATION_ID}/access_tokens`)
      return { status: 404, body: { message: 'Not Found' } }
    const token = `ghs_${issued.length}_secret`
    issued.push({ token, endsAt: now + HOUR_MS, body: request.body })
    return {
      status: 201,
      body: { token, expires_at: new Date(now + HOUR_MS).toISOString(), permissions: {}, repository_selection: 'selected' },
    }
  }
  const kind: StandInKind = { ...githubKind, answer, isAuthorized: () => true }

  const host = (app: Partial<GithubApp> = {}): CodeHost =>
    createGithubHost(
      { fetch, clock: { now: () => now, sleep: async () => undefined }, isLoopbackHttpAllowed: true },
      { url: standIn.state.url, token: 'not used', app: { appId: APP_ID, privateKey, ...app } },
    )
  const open = (codeHost: CodeHost): Promise<string> => {
    const commit = standIn.state.repositories.commitOf(kind.path, 'main')!
    standIn.state.repositories.git(kind.path, 'update-ref', 'refs/heads/docwright/job_1', commit)
    return codeHost.openPullRequest({
      projectId: 'prj_1',
      repository: standIn.repository,
      head: 'docwright/job_1',
      base: 'main',
      title: 'Title',
      body: 'Body',
      baseCommit: commit,
      headCommit: commit,
    })
  }

  beforeEach(async () => {
    now = START
    issued = []
    refuse = null
    standIn = await startStandIn(kind)
  })
  afterEach(async () => {
    const { violations } = standIn
    await standIn.close()
    expect(violations).toEqual([])
  })

  it('gets a token for the one repository, with the least rights, and uses it for git too', async () => {
    const codeHost = host()
    await Promise.all([open(codeHost), open(codeHost)])
    expect(issued.map(({ body }) => body)).toEqual([
      { repositories: ['docs'], permissions: { contents: 'write', pull_requests: 'write', metadata: 'read' } },
    ])
    const credentials = await codeHost.remote(standIn.repository).credentials?.(AbortSignal.timeout(1000))
    expect(credentials).toEqual({ username: 'x-access-token', password: issued[0]!.token })
    expect(standIn.state.pullRequests).toHaveLength(1)
  })

  it('keeps the token until five minutes before its end', async () => {
    const codeHost = host({ installationId: String(INSTALLATION_ID) })
    await open(codeHost)
    now = START + HOUR_MS - 5 * 60_000 - 1
    await open(codeHost)
    expect(issued).toHaveLength(1)
    now += 1
    await open(codeHost)
    expect(issued).toHaveLength(2)
    expect(standIn.calls.some((call) => call.endsWith('/installation'))).toBe(false)
  })

  it('gets another token when GitHub refuses the one it has', async () => {
    const codeHost = host()
    await open(codeHost)
    issued[0]!.endsAt = 0
    await open(codeHost)
    expect(issued).toHaveLength(2)
  })

  it('takes keys with line ends as they are in variables, and in PKCS #8', async () => {
    await open(host({ privateKey: privateKey.replaceAll('\n', '\\n') }))
    await open(host({ privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }))
    expect(issued).toHaveLength(2)
  })

  it.each(['', 'nonsense', privateKey.slice(0, 200)])('refuses what is no key, without repeating it', (wrong) => {
    let error: unknown
    try {
      host({ privateKey: wrong })
    } catch (reason) {
      error = reason
    }
    expect(error).toMatchObject({ code: 'code_host_key_invalid' })
    expect(everythingOf(error)).not.toContain(wrong.slice(40, 120) || 'PRIVATE KEY')
  })

  it('says that the key is another App’s', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs1', format: 'pem' })
      .toString()
    expect(await host({ privateKey: other }).check(standIn.repository, 'main')).toMatchObject({ code: 'code_host_token_refused' })
  })

  it.each([404, 422])('says that the App is not installed, or lacks a right (%d)', async (status) => {
    refuse = {
      status,
      body: { message: 'The permissions requested are not granted.', documentation_url: 'https://docs.github.com' },
    }
    const fault = await host({ installationId: '77' }).check(standIn.repository, 'main')
    expect(fault).toMatchObject({ code: 'repository_forbidden', isPassing: false })
  })

  it('can be tried again after a failure', async () => {
    const codeHost = host()
    refuse = { status: 503, body: {} }
    await expect(open(codeHost)).rejects.toMatchObject({ code: 'code_host_unavailable', isPassing: true })
    refuse = null
    await open(codeHost)
    expect(issued).toHaveLength(1)
  })
})
