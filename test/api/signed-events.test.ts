import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '../../src/keys/create-key.ts'
import { AI_KINDS } from '../../src/analytics/classify/registry-entry.ts'
import { type KeyServer, startKeyServer } from '../support/key-server.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type SignOptions, newSigner, signRequest } from '../support/sign-request.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const PAGE = 'https://docs.example.com/guide'
const MINUTE_MS = 60_000

/** Signed requests, from the headers in an event to the evidence in the tables. The keys come from a directory on this machine. */
describe('events with signatures', () => {
  const clock = createManualClock(Date.UTC(2026, 5, 1))
  const chatgpt = newSigner()
  let keys: KeyServer
  let docs: TestService

  beforeAll(async () => {
    keys = await startKeyServer(chatgpt)
    const hosts = { 'chatgpt.com': '/chatgpt', 'agent.example': '/agent', 'silent.example': '/silent' }
    const directories = ['off', ...Object.entries(hosts).map(([host, path]) => `${host}=${keys.url}${path}`)].join(', ')
    docs = await startTestService({ clock, env: { DOCWRIGHT_SIGNATURE_DIRECTORIES: directories } })
  })
  afterAll(async () => {
    await docs.stop()
    await keys.stop()
  })
  beforeEach(() => {
    keys.asked.length = 0
  })

  const sign = (options: Partial<SignOptions> = {}, signer = chatgpt) =>
    signRequest(signer, { url: PAGE, agent: 'chatgpt.com', createdAt: clock.now(), ...options })

  /** Sends events to a new site, and says who its tables say has read it. */
  const readersOf = async (...events: object[]) => {
    const { projectId, key } = await docs.newProject()
    const sent = await docs.request(`/v1/analytics/${projectId}/events`, {
      key,
      json: events.map((event) => ({ url: PAGE, userAgent: CHROME, ...event })),
    })
    expect(sent.body).toEqual({ accepted: events.length, duplicates: 0, rejected: [] })
    const { agents } = (await docs.request(`/v1/analytics/${projectId}/agents`, { key })).body
    const { totals } = (await docs.request(`/v1/analytics/${projectId}/views`, { key })).body
    const readers = agents.map(
      ({ agent, evidence, views }: { agent: string; evidence: string; views: number }) => `${agent} ${evidence} ${views}`,
    )
    return { readers, human: totals.human, ai: totals.ai }
  }

  it.each([
    ['with a dictionary', {}],
    ['with a text, as the first drafts have it', { isLegacy: true }],
  ])('verifies a signature %s', async (_, options) => {
    expect(await readersOf({ headers: { ...NAVIGATION, ...sign(options) } })).toEqual({
      readers: ['ChatGPT Agent verified-signature 1'],
      human: 0,
      ai: 1,
    })
  })

  it('takes the host from the URL, or from the header', async () => {
    const headers = sign()
    const verified = 'ChatGPT Agent verified-signature 1'
    const named = { 'Signature-Agent': headers['signature-agent'], 'Signature-Input': headers['signature-input'] }
    const capital = { ...named, Signature: headers['signature'], Host: 'docs.example.com' }
    expect((await readersOf({ url: undefined, path: '/guide', headers: capital })).readers).toEqual([verified])
    const { readers } = await readersOf({ url: undefined, path: '/guide', headers })
    expect(readers).toEqual(['ChatGPT Agent declared 1'])
  })

  it.each<[string, () => object]>([
    ['has expired', () => ({ headers: sign({ createdAt: clock.now() - 20 * MINUTE_MS }) })],
    ['is of another key', () => ({ headers: sign({}, newSigner()) })],
    ['is of another key that uses the name of a good one', () => ({ headers: sign({ keyId: chatgpt.keyId }, newSigner()) })],
    ['is for another host', () => ({ headers: sign({ url: 'https://other.example/guide' }) })],
    [
      'is that of another agent',
      () => ({ headers: { ...sign({ agent: 'agent.example' }), 'signature-agent': 'sig1="https://chatgpt.com"' } }),
    ],
    ['is missing', () => ({ headers: { ...sign(), signature: '' } })],
    ['has no parameters', () => ({ headers: { ...sign(), 'signature-input': 'sig1' } })],
    [
      'is of long ago, and the event too',
      () => {
        const time = clock.now() - 60 * MINUTE_MS
        return { time, headers: sign({ createdAt: time }) }
      },
    ],
  ])('takes the signer as declared when the signature %s', async (_, event) => {
    expect(await readersOf(event())).toEqual({ readers: ['ChatGPT Agent declared 1'], human: 0, ai: 1 })
  })

  it('judges an event that comes some minutes late by its own time', async () => {
    const time = clock.now() - 4 * MINUTE_MS
    const headers = sign({ createdAt: time, validSeconds: 30 })
    expect((await readersOf({ time, headers })).readers).toEqual(['ChatGPT Agent verified-signature 1'])
    expect((await readersOf({ time: new Date(time).toISOString(), headers })).readers).toEqual([
      'ChatGPT Agent verified-signature 1',
    ])
    expect((await readersOf({ headers })).readers).toEqual(['ChatGPT Agent declared 1'])
  })

  it('believes a signer of the settings that the registry does not know', async () => {
    const { readers } = await readersOf({ headers: sign({ agent: 'agent.example' }) })
    expect(readers).toEqual(['agent.example verified-signature 1'])
  })

  it('asks no host that nobody knows, and takes the signer for an agent that it says it is', async () => {
    const headers = { ...NAVIGATION, ...sign({ agent: 'stranger.example' }) }
    expect(await readersOf({ headers }, { userAgent: 'curl/8.5.0', headers: sign({ agent: 'stranger.example' }) })).toMatchObject(
      {
        human: 0,
        ai: 2,
      },
    )
    // Known to the registry, but this service is told to ask no one.
    expect((await readersOf({ headers: sign({ agent: 'browserbase.com' }) })).readers).toEqual(['Browserbase declared 1'])
    expect(keys.asked).toEqual([])
  })

  it('asks a host once for a batch', async () => {
    clock.advance(61 * MINUTE_MS)
    const events = Array.from({ length: 200 }, (_, index) => ({ path: `/page-${index}`, headers: sign() }))
    expect((await readersOf(...events)).readers).toEqual(['ChatGPT Agent verified-signature 200'])
    expect(keys.asked).toEqual(['/chatgpt'])
  })

  it('counts without an answer of the directory, which is asked once', async () => {
    const event = { headers: { ...NAVIGATION, ...sign({ agent: 'silent.example' }) } }
    const begun = performance.now()
    expect(await readersOf(event, event)).toMatchObject({ human: 0, ai: 2 })
    expect(performance.now() - begun).toBeLessThan(6_000)
    expect(await readersOf(event)).toMatchObject({ ai: 1 })
    expect(keys.asked).toEqual(['/silent'])
    expect(docs.log()).toContain('"host":"silent.example"')
  })

  it('verifies what a log drain delivers', async () => {
    const { projectId, key } = await docs.newProject()
    const record = {
      RayID: '8f1',
      EdgeStartTimestamp: clock.now() * 1e6,
      ClientRequestHost: 'docs.example.com',
      ClientRequestURI: '/guide',
      ClientRequestMethod: 'GET',
      ClientRequestUserAgent: CHROME,
      EdgeResponseStatus: 200,
      RequestHeaders: sign(),
    }
    const sent = await docs.request(`/v1/analytics/${projectId}/drains/cloudflare`, { key, json: record })
    expect(sent.status).toBe(200)
    const { agents } = (await docs.request(`/v1/analytics/${projectId}/agents`, { key })).body
    expect(agents).toMatchObject([{ agent: 'ChatGPT Agent', evidence: 'verified-signature', views: 1 }])
  })

  it('verifies the own request of the script, which is signed for this service', async () => {
    const { projectId, key } = await docs.newProject()
    const { databases, ids } = docs.service.context
    const { secret } = await createKey(
      { database: databases.main, ids },
      { projectId, kind: 'site', name: 'Site', scopes: [], expiresInMs: null, actor: 'test' },
    )
    for (const url of [docs.url, PAGE]) {
      const headers = { 'content-type': 'text/plain', 'user-agent': CHROME, ...sign({ url }) }
      const body = JSON.stringify({ url: PAGE })
      expect((await docs.request(`/v1/collect/${secret}`, { method: 'POST', key: null, body, headers })).status).toBe(204)
    }
    const { agents } = (await docs.request(`/v1/analytics/${projectId}/agents`, { key })).body
    expect(agents.map(({ evidence }: { evidence: string }) => evidence).sort()).toEqual(['declared', 'verified-signature'])
  })

  it('keeps what was verified when the views are judged again', async () => {
    const { projectId, key } = await docs.newProject()
    const path = `/v1/analytics/${projectId}`
    await docs.request(`${path}/events`, { key, json: { url: PAGE, userAgent: CHROME, headers: sign() } })
    const { databases, viewStore } = docs.service.context
    // As if another version had counted them.
    await sql`delete from fact`.execute(databases.views.query)
    await viewStore.maintain(async () => ({ aiKinds: AI_KINDS, ignoredPaths: [] }))
    const { agents } = (await docs.request(`${path}/agents`, { key })).body
    expect(agents).toMatchObject([{ agent: 'ChatGPT Agent', evidence: 'verified-signature', views: 1 }])
  })
})
