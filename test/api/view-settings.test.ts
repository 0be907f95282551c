import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type Visitor, newVisitor } from '../support/people.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const SITE = 'https://docs.example.com'

describe.each(ENGINES)('settings of a project for views, on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let repository: TestRepository
  let admin: Visitor
  let projectId: string
  let key: string

  beforeAll(async () => {
    repository = createRepository({ 'docs/a.md': '# A\n' })
    docs = await startTestService({ engine, clock, repository: repository.url })
    admin = await newVisitor(docs, 'admin')
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })
  beforeEach(async () => {
    projectId = (await admin.request('/v1/projects', { json: { name: 'Docs', repository: repository.url } })).body.projectId
    key = await makeKey({ name: 'test', kind: 'admin' })
  })

  const makeKey = async (json: object) => (await admin.request(`/v1/projects/${projectId}/keys`, { json })).body.key
  const set = (views: object) => admin.request(`/v1/projects/${projectId}`, { method: 'PATCH', json: { settings: { views } } })
  const get = async (path: string) => (await docs.request(`/v1/analytics/${projectId}/${path}`, { key })).body
  const send = (...events: object[]) =>
    docs.request(`/v1/analytics/${projectId}/events`, {
      key,
      json: events.map((event) => ({ userAgent: CHROME, ip: '203.0.113.7', ...event })),
    })
  const byPath = async () =>
    Object.fromEntries((await get('views')).views.map(({ path, total }: { path: string; total: number }) => [path, total]))
  const exclusions = async () =>
    Object.fromEntries(
      (await get('exclusions')).exclusions.map(({ reason, count }: { reason: string; count: number }) => [reason, count]),
    )

  it('count people by one source alone, in earlier views, too', async () => {
    const site = await makeKey({ name: 'site', kind: 'site' })
    await send({ path: '/a' }, { path: '/a' }, { path: '/b' }, { path: '/a', userAgent: 'GPTBot/1.2' })
    for (let view = 0; view < 3; view++)
      await docs.request(`/v1/collect/${site}`, {
        body: JSON.stringify({ url: `${SITE}/a` }),
        headers: { 'user-agent': CHROME, 'content-type': 'text/plain' },
        method: 'POST',
      })
    const totals = async () => {
      const { totals: whole } = await get('views')
      const { totals: series } = await get('timeseries?interval=day')
      const { totals: ofPages } = await get('timeseries?interval=month&path=*')
      expect(series).toEqual(whole)
      expect(ofPages).toEqual(whole)
      return [whole.human, whole.ai]
    }
    expect(await totals()).toEqual([4, 1])
    const { body } = await set({ people: 'server' })
    expect(body.notes).toEqual([expect.stringContaining('earlier')])
    expect(await totals()).toEqual([3, 1])
    expect(await exclusions()).toEqual({ 'counted-by-server': 3 })
    await set({ people: 'script' })
    expect(await totals()).toEqual([3, 1])
    expect(await byPath()).toEqual({ '/a': 4 })
    expect(await exclusions()).toEqual({ 'counted-by-script': 3 })
    await docs.service.context.viewStore.fold(projectId)
    expect(await totals()).toEqual([3, 1])
    await set({ people: 'auto' })
    expect(await totals()).toEqual([4, 1])
  })

  it('ignore pages, and count them again, as far as views are kept in detail', async () => {
    await send({ path: '/a' }, { path: '/drafts/b' }, { path: '/drafts/b', userAgent: 'GPTBot/1.2' })
    const { body } = await set({ ignoredPaths: ['/drafts/**'] })
    expect(body.notes).toEqual([expect.stringMatching(/last \d+ days .* 2 changed\. Older views stay/)])
    expect(await byPath()).toEqual({ '/a': 1 })
    await send({ path: '/drafts/b' }, { path: '/drafts/c' })
    expect(await byPath()).toEqual({ '/a': 1 })
    expect(await exclusions()).toEqual({ 'ignored-path': 4 })
    expect((await get('agents')).agents).toEqual([])
    expect((await set({ ignoredPaths: [] })).body.notes[0]).toContain('4 changed')
    expect(await byPath()).toEqual({ '/a': 1, '/drafts/b': 3, '/drafts/c': 1 })
    expect(await exclusions()).toEqual({})
    expect((await get('agents')).agents).toMatchObject([{ agent: 'GPTBot', views: 1 }])
  })

  it('leave out other hosts and ignored addresses from now on, and say that earlier views stay', async () => {
    await send({ url: 'https://staging.example.com/a' })
    const { body } = await set({ hosts: ['docs.example.com'], ignoredAddresses: ['198.51.100.0/24'] })
    expect(body.notes).toEqual([expect.stringContaining('earlier views stay counted')])
    await send({ url: 'https://staging.example.com/a' }, { url: `${SITE}/a`, ip: '198.51.100.9' }, { url: `${SITE}/a` })
    expect(await byPath()).toEqual({ '/a': 2 })
    expect(await exclusions()).toEqual({ 'other-host': 1, 'ignored-address': 1 })
  })

  it('begin days where it is midnight', async () => {
    const { body } = await set({ timeZone: 'Asia/Kolkata' })
    expect(body.notes).toEqual([expect.stringContaining('Earlier ones stay on days of UTC')])
    const midnight = Date.parse('2026-01-09T18:30:00Z')
    await send(
      { path: '/before', time: midnight - 1000 },
      { path: '/after', time: midnight },
      { path: '/missing', status: 404, time: midnight },
    )
    const day = 'dateFrom=2026-01-10&dateTo=2026-01-11'
    expect((await get(`views?${day}`)).views).toEqual([{ path: '/after', human: 1, ai: 0, total: 1 }])
    expect((await get('views?dateFrom=2026-01-09T18:30:00Z')).views).toMatchObject([{ path: '/after' }])
    expect((await get('views?dateTo=2026-01-10T00:00:00%2B05:30')).views).toMatchObject([{ path: '/before' }])
    expect((await get('views?dateFrom=2026-01-10T00:00:00')).views).toMatchObject([{ path: '/after' }])
    expect((await get(`timeseries?interval=day&${day}`)).timeseries).toEqual([
      { time: '2026-01-10T00:00:00.000+05:30', human: 1, ai: 0, total: 1 },
    ])
    expect((await get('visitors')).visitors).toEqual([
      { date: '2026-01-09', visitors: 1 },
      { date: '2026-01-10', visitors: 1 },
    ])
    expect((await get('misses')).misses).toMatchObject([{ firstSeen: new Date(midnight).toISOString() }])
  })

  it('400: what cannot be a setting', async () => {
    for (const views of [
      { timeZone: 'Mars/Base' },
      { timeZone: '+01:00' },
      { people: 'nobody' },
      { hosts: ['https://docs.example.com'] },
      { ignoredPaths: ['drafts'] },
      { ignoredAddresses: ['0.0.0.0/0'] },
      { ignoredAddresses: ['office'] },
    ])
      expect([views, (await set(views)).status]).toEqual([views, 400])
  })
})
