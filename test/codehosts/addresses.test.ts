import { describe, expect, it, onTestFinished } from 'vitest'
import { createBitbucketHost } from '../../src/codehosts/bitbucket.ts'
import type { CodeHost } from '../../src/codehosts/code-host.ts'
import { createHostedCodeHost } from '../../src/codehosts/create-hosted-code-host.ts'
import { createGiteaHost } from '../../src/codehosts/gitea.ts'
import { createGithubHost } from '../../src/codehosts/github.ts'
import { createGitlabHost } from '../../src/codehosts/gitlab.ts'
import type { HostedDeps } from '../../src/codehosts/host-api.ts'
import { giteaKind } from '../support/gitea-stand-in.ts'
import { startStandIn } from '../support/stand-in.ts'

const signal = AbortSignal.timeout(10_000)

/** Records where a host would send its requests, and answers none of them. */
async function recordCall(
  create: (deps: HostedDeps) => CodeHost,
  repository: string,
): Promise<{ url: string; headers: Headers }> {
  const calls: { url: string; headers: Headers }[] = []
  const host = create({
    fetch: async (url, init) => {
      calls.push({ url, headers: new Headers(init.headers) })
      return new Response('{}', { status: 500 })
    },
    clock: { now: () => 0, sleep: async () => undefined },
  })
  await host.check(repository, 'main')
  return calls[0]!
}

describe('where a file can be seen', () => {
  it.each([
    ['github', 'https://github.com/acme/docs.git', 'https://github.com/acme/docs/blob/c0ffee/docs/a%20b%23.md'],
    ['gitlab', 'https://gitlab.com/acme/a/docs', 'https://gitlab.com/acme/a/docs/-/blob/c0ffee/docs/a%20b%23.md'],
    ['gitea', 'https://codeberg.org/acme/docs', 'https://codeberg.org/acme/docs/src/commit/c0ffee/docs/a%20b%23.md'],
    ['bitbucket', 'https://bitbucket.org/acme/docs', 'https://bitbucket.org/acme/docs/src/c0ffee/docs/a%20b%23.md'],
  ] as const)('%s', (name, repository, link) => {
    const clock = { now: () => 0, sleep: async () => undefined }
    const host = createHostedCodeHost({ fetch: async () => new Response(), clock }, name, {})
    expect(host.fileLink(repository, 'c0ffee', 'docs/a b#.md')).toBe(link)
  })
})

describe('where requests go', () => {
  it.each([
    [
      'github.com',
      (deps: HostedDeps) => createGithubHost(deps, { token: 't' }),
      'https://github.com/acme/docs',
      'https://api.github.com/repos/acme/docs',
    ],
    [
      'GitHub Enterprise',
      (deps: HostedDeps) => createGithubHost(deps, { url: 'https://git.example.com/', token: 't' }),
      'https://git.example.com/acme/docs',
      'https://git.example.com/api/v3/repos/acme/docs',
    ],
    [
      'GitHub’s cloud for enterprises',
      (deps: HostedDeps) => createGithubHost(deps, { url: 'https://acme.ghe.com', token: 't' }),
      'https://acme.ghe.com/acme/docs',
      'https://api.acme.ghe.com/repos/acme/docs',
    ],
    [
      'gitlab.com',
      (deps: HostedDeps) => createGitlabHost(deps, { token: 't' }),
      'https://gitlab.com/acme/a/docs',
      'https://gitlab.com/api/v4/projects/acme%2Fa%2Fdocs',
    ],
    [
      'GitLab below a path',
      (deps: HostedDeps) => createGitlabHost(deps, { url: 'https://example.com/gitlab', token: 't' }),
      'https://example.com/gitlab/acme/docs',
      'https://example.com/gitlab/api/v4/projects/acme%2Fdocs',
    ],
    [
      'Codeberg',
      (deps: HostedDeps) => createGiteaHost(deps, { url: 'https://codeberg.org', token: 't' }),
      'https://codeberg.org/acme/docs',
      'https://codeberg.org/api/v1/repos/acme/docs',
    ],
    [
      'Bitbucket',
      (deps: HostedDeps) => createBitbucketHost(deps, { token: 't' }),
      'https://bitbucket.org/acme/docs',
      'https://api.bitbucket.org/2.0/repositories/acme/docs',
    ],
  ])('%s', async (_, create, repository, expected) => {
    const { url, headers } = await recordCall(create, repository)
    expect(url).toBe(expected)
    expect(headers.get('user-agent')).toBe('docwright')
  })

  it('git gets a clean address', () => {
    const host = createGitlabHost(
      { fetch, clock: { now: () => 0, sleep: async () => undefined } },
      { url: 'https://example.com/gitlab', token: 't' },
    )
    expect(host.remote('https://example.com/gitlab/acme/docs')).toMatchObject({
      url: 'https://example.com/gitlab/acme/docs.git',
      protocol: 'https',
    })
    expect(host.remote('https://example.com/gitlab/acme/docs.git').url).toBe('https://example.com/gitlab/acme/docs.git')
    expect(() => host.remote('https://example.com/elsewhere/acme/docs')).toThrow(/is not one on GitLab/)
  })
})

describe('createHostedCodeHost', () => {
  it.each([
    ['github', 'https://github.com'],
    ['gitlab', 'https://gitlab.com'],
    ['gitea', 'https://codeberg.org'],
    ['bitbucket', 'https://bitbucket.org'],
  ] as const)('makes %s, at the public host unless told otherwise', (name, url) => {
    const deps = { fetch, clock: { now: () => 0, sleep: async () => undefined } }
    expect(createHostedCodeHost(deps, name, { token: 't' }).remote(`${url}/acme/docs`).url).toBe(`${url}/acme/docs.git`)
    expect(() =>
      createHostedCodeHost(deps, name, { token: 't', url: 'https://git.example.com' }).remote(`${url}/acme/docs`),
    ).toThrow(/is not one on/)
  })
})

describe('Bitbucket', () => {
  it.each([
    [{ token: 'secret' }, 'Bearer secret', 'x-token-auth'],
    [{ token: 'secret\n', username: 'ada@example.com' }, `Basic ${btoa('ada@example.com:secret')}`, 'x-bitbucket-api-token-auth'],
    [{ token: 'secret', username: 'ada' }, `Basic ${btoa('ada:secret')}`, 'ada'],
  ])('signs in with %j', async (settings, authorization, username) => {
    const repository = 'https://bitbucket.org/acme/docs'
    const { headers } = await recordCall((deps) => createBitbucketHost(deps, settings), repository)
    expect(headers.get('authorization')).toBe(authorization)
    const host = createBitbucketHost({ fetch, clock: { now: () => 0, sleep: async () => undefined } }, settings)
    expect(await host.remote(repository).credentials?.(signal)).toEqual({ username, password: 'secret' })
  })
})

describe('Gitea', () => {
  it('looks through the pages of a list without taking addresses from it, and not for ever', async () => {
    const standIn = await startStandIn(giteaKind)
    onTestFinished(() => standIn.close())
    const { state } = standIn
    const commit = state.repositories.commitOf(state.path, 'main')!
    state.repositories.git(state.path, 'update-ref', 'refs/heads/docwright/job_1', commit)
    const one = {
      base: 'main',
      title: '',
      body: '',
      isDraft: false,
      headRepository: state.path,
      headCommit: commit,
      state: 'open' as const,
      reviewers: [],
    }
    // A person gave it another target, so only the list shows it; and it is on the second page.
    state.pullRequests.push({ ...one, number: 1, head: 'docwright/job_1', base: 'next' })
    for (let number = 2; number <= 60; number++) state.pullRequests.push({ ...one, number, head: `other-${number}` })
    const request = {
      projectId: 'prj_1',
      repository: standIn.repository,
      head: 'docwright/job_1',
      base: 'main',
      title: 'T',
      body: 'B',
      baseCommit: commit,
      headCommit: commit,
    }
    expect(await standIn.host().openPullRequest(request)).toMatch(/pulls\/1$/)

    for (let number = 61; number <= 700; number++) state.pullRequests.push({ ...one, number, head: `other-${number}` })
    standIn.calls.length = 0
    state.refusesSecond = false
    await standIn.host().openPullRequest(request)
    expect(standIn.calls.filter((call) => call === 'GET /repos/acme/docs/pulls')).toHaveLength(10)
    expect(standIn.violations).toEqual([])
  })
})
