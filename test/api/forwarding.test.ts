import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { App } from '../../src/api/api-deps.ts'
import { createApp } from '../../src/api/app.ts'
import { findIgnoredForwarding, forgetIgnoredForwarding } from '../../src/api/plugins/ignored-forwarding.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { readConfig } from '../../src/config.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { newVisitor, signIn } from '../support/people.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const DAY_MS = 86_400_000

describe.each(ENGINES)('X-Forwarded-For on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  const apps: App[] = []

  beforeAll(async () => {
    docs = await startTestService({ engine, clock, env: { DOCWRIGHT_TRUSTED_PROXIES: 'none' } })
  })
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()))
    await docs.stop()
  })
  const main = () => docs.service.context.databases.main
  beforeEach(async () => {
    // Another quarter of an hour, so that the limits of one test do not reach the next.
    clock.advance(15 * 60_000)
    await forgetIgnoredForwarding(main())
  })

  /** The same service with another setting, in a process of its own as far as it can tell. */
  const appWith = (setting: string) => {
    const { context } = docs.service
    const lines: string[] = []
    const app = createApp({
      ...context,
      log: Object.assign(Object.create(context.log), {
        warn: (_more: unknown, words: string) => void lines.push(words),
      }),
      leaving: new AbortController().signal,
      draining: new AbortController().signal,
      config: readConfig({ DOCWRIGHT_TRUSTED_PROXIES: setting }),
      baseUrl: () => docs.url,
    })
    apps.push(app)
    return { app, warnings: () => lines.filter((line) => line.includes('X-Forwarded-For')) }
  }
  const tell = (app: App, remoteAddress: string, times = 1, headers: Record<string, string> = { 'x-forwarded-for': '1.1.1.1' }) =>
    Promise.all(Array.from({ length: times }, () => app.inject({ url: '/health', remoteAddress, headers })))
  /** A note is written beside the request that it is about, which does not wait for it. */
  const expectCodes = (expected: string[]) =>
    vi.waitFor(async () => expect((await findIgnoredForwarding(main())).map(({ code }) => code)).toEqual(expected))

  it('does not let anyone walk around the limit of sign-ins: 70 addresses are one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, place) =>
        signIn(docs, `spray-${place}@example.com`, 'wrong password', { 'x-forwarded-for': `203.0.113.${place}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it.each([
    ['none', '127.0.0.1', 20],
    ['', '172.17.0.1', 20],
    ['', '::ffff:10.0.0.8', 20],
    ['private', '127.0.0.1', 20],
    ['', '203.0.113.77', 20],
    ['loopback', '127.0.0.1', 0],
    ['private', '172.17.0.1', 0],
  ])('of 320 beacons, with DOCWRIGHT_TRUSTED_PROXIES=%s and from %s, refuses %d', async (setting, remoteAddress, expected) => {
    const { app } = appWith(setting)
    const deps = { database: main(), ids: docs.service.context.ids }
    const { projectId } = docs
    const { secret } = await createKey(deps, {
      projectId,
      kind: 'site',
      name: 'Site',
      scopes: [],
      expiresInMs: null,
      actor: 'test',
    })
    const statuses: number[] = []
    for (let reader = 0; reader < 320; reader++) {
      const answer = await app.inject({
        method: 'POST',
        url: `/v1/collect/${secret}`,
        remoteAddress,
        headers: { 'content-type': 'text/plain', 'x-forwarded-for': `198.51.${100 + (reader >> 8)}.${reader & 255}` },
        payload: JSON.stringify({ url: 'https://docs.example.com/a' }),
      })
      statuses.push(answer.statusCode)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(expected)
  })

  it('is noted when it is ignored: once in the log, and for admins with what to set', async () => {
    const { app, warnings } = appWith('loopback')
    await tell(app, '172.17.0.1', 5)
    await tell(app, '::ffff:10.0.0.8')
    expect(warnings()).toHaveLength(1)
    await expectCodes(['forwarding-private'])
    const admin = await newVisitor(docs, 'admin')
    const { notices } = (await admin.request('/v1/notices')).body
    expect(notices).toEqual([
      {
        code: 'forwarding-private',
        message: expect.stringContaining('carry X-Forwarded-For'),
        advice: expect.stringContaining('DOCWRIGHT_TRUSTED_PROXIES'),
      },
    ])
    expect((await (await newVisitor(docs, 'editor')).request('/v1/notices')).status).toBe(403)
  })

  it('is noted by the real service, too', async () => {
    for (let count = 0; count < 3; count++)
      await docs.request('/health', { key: null, headers: { 'x-forwarded-for': '203.0.113.9' } })
    await expectCodes(['forwarding-loopback'])
    const lines = docs
      .log()
      .split('\n')
      .filter((line) => line.includes('carry X-Forwarded-For'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, advice: expect.stringContaining('loopback') })
  })

  it('is not noted when the proxy is trusted, or when no one sends the header', async () => {
    const { app, warnings } = appWith('loopback,private')
    await tell(app, '172.17.0.1')
    await tell(app, '127.0.0.1')
    await tell(app, '203.0.113.77', 20, {})
    expect(warnings()).toEqual([])
    await expectCodes([])
  })

  it('is noted for public addresses once most requests have it: any robot sends it now and then', async () => {
    const { app, warnings } = appWith('loopback')
    await tell(app, '203.0.113.77', 40, {})
    await tell(app, '203.0.113.78', 20)
    expect(warnings()).toEqual([])
    await expectCodes([])
    await tell(app, '203.0.113.78', 20)
    expect(warnings()).toHaveLength(1)
    await expectCodes(['forwarding-public'])
  })

  it('is forgotten a week after it was last seen, and with the next start', async () => {
    const { app } = appWith('loopback')
    await tell(app, '172.17.0.1')
    clock.advance(6 * DAY_MS)
    await expectCodes(['forwarding-private'])
    clock.advance(DAY_MS)
    await expectCodes([])
    await tell(app, '172.17.0.1')
    await expectCodes(['forwarding-private'])
    await forgetIgnoredForwarding(main())
    await expectCodes([])
  })

  it('stores no address', async () => {
    const { app } = appWith('none')
    await tell(app, '172.17.0.1', 30)
    await expectCodes(['forwarding-private'])
    const rows = await main().query.selectFrom('notice').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/\d+\.\d+\.\d+\.\d+/)
  })
})
