import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInstallation } from '../support/docwright-process.ts'

const PASSWORD = 'correct horse battery staple'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const install = () => {
  const installation = createInstallation()
  cleanups.push(installation.remove)
  return installation
}
const tokenOf = (link: string | undefined) => new URL(link!).hash.slice(1)
const post = async (url: string, json: object) => {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) })
  return { status: answer.status, body: await answer.json() }
}
const setUp = (url: string, link: string | undefined) =>
  post(`${url}/v1/setup`, { token: tokenOf(link), email: 'first@example.com', name: 'First', password: PASSWORD })

describe('the set-up link', () => {
  it('is printed by every start until somebody can sign in, and only the newest one works', async () => {
    const installation = install()
    const first = await installation.serve()
    expect(first.setupLink).toMatch(new RegExp(`^${first.url}/setup#[\\w-]{43}$`))
    await first.end('SIGTERM')
    const second = await installation.serve()
    expect((await setUp(second.url, first.setupLink)).status).toBe(404)
    expect((await setUp(second.url, second.setupLink)).status).toBe(201)
    expect(second.stderr()).not.toContain(tokenOf(second.setupLink))
    await second.end('SIGTERM')
    const third = await installation.serve()
    expect(third.setupLink).toBeUndefined()
    expect(await post(`${third.url}/v1/session`, { email: 'first@example.com', password: PASSWORD })).toMatchObject({
      status: 200,
    })
    await third.end('SIGTERM')
  })

  it('stands beside the sample project for people, too', async () => {
    const installation = install()
    const { stdout } = await installation.run(['serve', '--help'])
    expect(stdout).toContain('Start the service')
    // A first command that writes: those that only read create no data folder.
    await installation.json(['user', 'invite', 'ada@example.com'])
    expect(await installation.json(['user', 'list'])).toEqual({ users: [] })
    expect((await installation.run(['user', 'list'])).stdout).toContain('set-up link')
  })
})

describe('docwright user', () => {
  it('invites, lists and removes, while the service runs and without it', async () => {
    const installation = install()
    const invited = await installation.json(['user', 'invite', 'Ada@Example.com', '--role', 'admin'], { PORT: '8080' })
    expect(invited).toEqual({
      id: expect.stringMatching(/^inv_/),
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/invite#[\w-]{43}$/),
      expiresAt: expect.stringMatching(/Z$/),
    })
    const service = await installation.serve()
    const accepted = await post(`${service.url}/v1/invites/accept`, {
      token: tokenOf(invited.link),
      name: 'Ada',
      password: PASSWORD,
    })
    expect(accepted).toMatchObject({ status: 201, body: { user: { email: 'ada@example.com', role: 'admin' } } })
    // Somebody came in by another way, so the link that the start printed is dead.
    expect((await setUp(service.url, service.setupLink)).status).toBe(404)
    const { users } = await installation.json(['user', 'list'])
    expect(users).toEqual([
      { ...accepted.body.user, createdAt: expect.stringMatching(/Z$/), lastSignInAt: expect.stringMatching(/Z$/) },
    ])
    expect((await installation.run(['user', 'list'])).stdout).toMatch(/ada@example\.com +Ada +admin/)
    const again = await installation.run(['user', 'invite', 'ada@example.com'])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('can sign in already')])

    expect(await installation.json(['user', 'remove', 'ADA@example.com'])).toEqual({
      id: accepted.body.user.id,
      email: 'ada@example.com',
    })
    expect((await post(`${service.url}/v1/session`, { email: 'ada@example.com', password: PASSWORD })).status).toBe(401)
    const missing = await installation.run(['user', 'remove', 'ada@example.com'])
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('docwright user list')])
    await service.end('SIGTERM')
    expect((await installation.serve()).setupLink).toBeDefined()
  })

  it('makes a link that lets a person back in while strangers keep the sign-in locked', async () => {
    const installation = install()
    const service = await installation.serve()
    await setUp(service.url, service.setupLink)
    const signIn = (password: string) => post(`${service.url}/v1/session`, { email: 'first@example.com', password })
    for (let count = 0; count < 10; count++) expect((await signIn('wrong password')).status).toBe(401)
    expect((await signIn(PASSWORD)).status).toBe(429)

    const made = await installation.json(['user', 'link', 'First@Example.com'], { DOCWRIGHT_PUBLIC_URL: service.url })
    expect(made).toEqual({
      id: expect.stringMatching(/^usr_/),
      link: expect.stringMatching(new RegExp(`^${service.url}/recover#[\\w-]{43}$`)),
      expiresAt: expect.stringMatching(/Z$/),
    })
    const body = { token: tokenOf(made.link), password: 'another long password' }
    expect(await post(`${service.url}/v1/recovery`, body)).toMatchObject({ status: 200, body: { user: { role: 'admin' } } })
    expect((await post(`${service.url}/v1/recovery`, body)).status).toBe(404)
    expect(service.stderr()).not.toContain(body.token)

    const words = (await installation.run(['user', 'link', 'first@example.com'])).stdout
    expect(words).toMatch(/\/recover#[\w-]{43}\n\nSend this link to first@example\.com\./)
    const missing = await installation.run(['user', 'link', 'nobody@example.com'])
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('docwright user list')])

    await service.end('SIGTERM')
  })

  it('takes no role that there is not, and no address that is none', async () => {
    const installation = install()
    expect((await installation.run(['user', 'invite', 'a@example.com', '--role', 'owner'])).code).toBe(1)
    expect((await installation.run(['user', 'invite', 'nobody'])).stderr).toContain('must be an e-mail address')
  })
})

describe('docwright doctor', () => {
  it('tells what the running service noticed of proxies, until it is set right', async () => {
    const installation = install()
    const service = await installation.serve({ DOCWRIGHT_TRUSTED_PROXIES: 'none' })
    await fetch(`${service.url}/health`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await vi.waitFor(async () => {
      const { stdout } = await installation.run(['doctor'])
      expect(stdout).toContain('✗ Proxies: Requests from this machine carry X-Forwarded-For')
      expect(stdout).toContain('Try: Add loopback to DOCWRIGHT_TRUSTED_PROXIES')
    }, 30_000)
    await service.end('SIGTERM')
    const again = await installation.serve()
    expect((await installation.run(['doctor'])).stdout).toContain('✓ Proxies')
    await again.end('SIGTERM')
  })
})
