import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type Visitor, newVisitor } from '../support/people.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const PASSWORD = 'a password for guests'

describe.each(ENGINES)('share links on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let admin: Visitor
  let shares: string

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
    admin = await newVisitor(docs, 'admin')
    shares = `/v1/projects/${docs.projectId}/shares`
    const view = { path: '/start', userAgent: 'GPTBot/1.2', time: clock.now() }
    await docs.request(`/v1/analytics/${docs.projectId}/events`, { json: [view] })
  })
  afterAll(() => docs.stop())

  const create = (json: object, who = admin) => who.request(shares, { json })
  const newToken = async (json: object = { name: 'Team' }) => (await create(json)).body.link.split('#')[1] as string
  const open = (json: object) => docs.request('/v1/shares/open', { key: null, json })
  const passOf = async (json?: object) => (await open({ token: await newToken(json) })).body.pass as string
  const read = (path: string, pass: string, options: object = {}) =>
    docs.request(path.replace('{}', docs.projectId), { key: null, headers: { authorization: `Bearer ${pass}` }, ...options })

  describe('201 and 200', () => {
    it('is a link that lets anyone read the numbers, and is shown once', async () => {
      const created = await create({ name: ' Team ' })
      expect(created).toMatchObject({ status: 201, body: { name: 'Team', hasPassword: false, createdBy: admin.email } })
      const { link, ...rest } = created.body
      expect(link).toMatch(new RegExp(`^${docs.url}/share#[\\w-]{43}$`))
      const viewer = await newVisitor(docs, 'viewer')
      const listed = await viewer.request(shares)
      expect(listed.body.shares[0]).toEqual(rest)
      const token = link.split('#')[1]
      const opened = await open({ token })
      expect(opened.body).toEqual({
        project: { projectId: docs.projectId, name: 'Test', timeZone: 'UTC' },
        pass: expect.stringMatching(/^dwv_[\w-]{43}$/),
        expiresAt: expect.stringMatching(/Z$/),
      })
      const views = await read('/v1/analytics/{}/views', opened.body.pass)
      expect(views).toMatchObject({ status: 200, body: { totals: { human: 0, ai: 1, total: 1 } } })
      for (const table of [
        'timeseries',
        'agents',
        'ai-agents',
        'operators',
        'referrers',
        'breakdown?by=device',
        'realtime',
        'visitors',
        'exclusions',
        'notes',
      ])
        expect([table, (await read(`/v1/analytics/{}/${table}`, opened.body.pass)).status]).toEqual([table, 200])
      const rows = JSON.stringify(await docs.service.context.databases.main.query.selectFrom('share').selectAll().execute())
      for (const text of [rows, docs.log(), listed.text]) {
        expect(text).not.toContain(token)
        expect(text).not.toContain(opened.body.pass)
      }
    })

    it('asks for its password, if it has one', async () => {
      const token = await newToken({ name: 'Guests', password: PASSWORD })
      for (const json of [{ token }, { token, password: 'wrong password!' }])
        expect(await open(json)).toMatchObject({ status: 401, body: { code: 'share_password' } })
      expect((await open({ token, password: PASSWORD })).status).toBe(200)
    })
  })

  describe('400', () => {
    it.each([{ name: '' }, { name: '  ' }, {}, { name: 'a', password: 'short' }])('is for %j', async (json) => {
      expect((await create(json)).status).toBe(400)
    })
  })

  describe('401', () => {
    it('is for everything but the numbers, whatever the project', async () => {
      const pass = await passOf()
      for (const path of [
        '/v1/analytics/{}/misses',
        '/v1/analytics/{}/unread',
        '/v2/agent/{}/jobs',
        '/v1/projects/{}/keys',
        '/v1/projects/{}/audit',
        '/v1/projects',
        '/v1/users',
      ])
        expect([path, (await read(path, pass)).status]).toEqual([path, 401])
      expect((await read('/v1/analytics/{}/notes', pass, { json: { day: '2026-01-01', text: 'x' } })).status).toBe(401)
      expect((await read('/v1/analytics/{}/views', 'dwv_wrong')).status).toBe(401)
    })

    it('is for a visit that is over, and for a link that was revoked meanwhile', async () => {
      const created = await create({ name: 'Short' })
      const { pass } = (await open({ token: created.body.link.split('#')[1] })).body
      const old = await passOf()
      clock.advance(12 * 3_600_000 - 1)
      expect((await read('/v1/analytics/{}/views', pass)).status).toBe(200)
      expect((await admin.request(`${shares}/${created.body.id}`, { method: 'DELETE' })).status).toBe(204)
      expect((await read('/v1/analytics/{}/views', pass)).status).toBe(401)
      clock.advance(1)
      expect((await read('/v1/analytics/{}/views', old)).status).toBe(401)
    })
  })

  describe('403', () => {
    it('is for those who may not share', async () => {
      const editor = await newVisitor(docs, 'editor')
      expect((await create({ name: 'x' }, editor)).status).toBe(403)
      expect((await editor.request(`${shares}/shr_00000000000000000000000000`, { method: 'DELETE' })).status).toBe(403)
    })
  })

  describe('404', () => {
    it('is the same, to the byte, for a link that was revoked, one that never was, and what is no link', async () => {
      const created = await create({ name: 'Gone' })
      const token = created.body.link.split('#')[1]
      await admin.request(`${shares}/${created.body.id}`, { method: 'DELETE' })
      const answers = await Promise.all([token, 'A'.repeat(43), 'x', '\u0001'].map((one) => open({ token: one })))
      const [first, ...others] = answers.map(({ status, body }) => ({ status, body: { ...body, instance: '' } }))
      expect(first!.status).toBe(404)
      for (const other of others) expect(other).toEqual(first)
    })

    it('is for the project of somebody else, and for a link of it', async () => {
      const other = await docs.newProject()
      expect((await read(`/v1/analytics/${other.projectId}/views`, await passOf())).status).toBe(404)
      const theirs = await admin.request(`/v1/projects/${other.projectId}/shares`, { json: { name: 'x' } })
      expect((await admin.request(`${shares}/${theirs.body.id}`, { method: 'DELETE' })).status).toBe(404)
      expect((await admin.request(`${shares}/x`, { method: 'DELETE' })).status).toBe(404)
    })
  })

  describe('429', () => {
    it('is for too many passwords, also when the right one comes after them', async () => {
      const token = await newToken({ name: 'Guessed', password: PASSWORD })
      for (let guess = 0; guess < 10; guess++) await open({ token, password: `wrong ${guess}` })
      expect(await open({ token, password: PASSWORD })).toMatchObject({ status: 429, body: { code: 'too_many_sign_ins' } })
    })

    it('is for an address that opens links all the time', async () => {
      clock.advance(60_000)
      const answers = await Promise.all(Array.from({ length: 61 }, () => open({ token: 'x' })))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
      clock.advance(60_000)
      expect((await open({ token: 'x' })).status).toBe(404)
    })
  })

  it('leaves what it does in the audit log', async () => {
    const created = await create({ name: 'Audited' })
    await admin.request(`${shares}/${created.body.id}`, { method: 'DELETE' })
    const { entries } = (await admin.request(`/v1/projects/${docs.projectId}/audit?limit=2`)).body
    expect(entries.map(({ action, actor, detail }: Record<string, string>) => [action, actor, detail])).toEqual([
      ['share.revoke', admin.email, 'Audited'],
      ['share.create', admin.email, 'Audited'],
    ])
  })
})
