import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../src/keys/create-key.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { listKeys } from '../../src/keys/store.ts'
import { listAudit } from '../../src/database/audit-store.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('admin keys on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
  })
  afterAll(() => docs.stop())

  const statusWith = async (key: string) => (await docs.request(`/v2/agent/${docs.projectId}/jobs`, { key })).status
  const deps = () => ({ database: docs.service.context.databases.main, ids: docs.service.context.ids })

  it('are refused from the moment they are revoked; revoking twice keeps the first time', async () => {
    const { id, key } = await docs.newKey(docs.projectId)
    expect(await statusWith(key)).toBe(200)
    const first = await revokeKey(deps(), docs.projectId, id, 'test')
    expect(await statusWith(key)).toBe(401)
    clock.advance(1000)
    expect((await revokeKey(deps(), docs.projectId, id, 'test')).revokedAt).toBe(first.revokedAt)
  })

  it('are refused from the moment they expire', async () => {
    const { key } = await docs.newKey(docs.projectId, ['read'], 60_000)
    clock.advance(59_999)
    expect(await statusWith(key)).toBe(200)
    clock.advance(1)
    expect(await statusWith(key)).toBe(401)
  })

  it('record their last use, to the minute', async () => {
    const { id, key } = await docs.newKey(docs.projectId)
    const lastUse = async () =>
      (await listKeys(docs.service.context.databases.main, docs.projectId)).find((found) => found.id === id)!.lastUsedAt
    expect(await lastUse()).toBeNull()
    await statusWith(key)
    const first = clock.now()
    expect(await lastUse()).toBe(first)
    clock.advance(59_999)
    await statusWith(key)
    expect(await lastUse()).toBe(first)
    clock.advance(1)
    await statusWith(key)
    expect(await lastUse()).toBe(first + 60_000)
  })

  it('are stored as a digest: the database holds no part of them but prefix and last four', async () => {
    const { id, key } = await docs.newKey(docs.projectId)
    const row = await docs.service.context.databases.main.query
      .selectFrom('key')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(key.slice(3, 15))
    expect(row.display).toBe(`dw_…${key.slice(-4)}`)
    expect(row.digest).toMatch(/^[0-9a-f]{64}$/)
  })

  it('leave an audit entry when they are made and revoked', async () => {
    const { id } = await docs.newKey(docs.projectId)
    await revokeKey(deps(), docs.projectId, id, 'someone')
    const entries = (await listAudit(docs.service.context.databases.main, docs.projectId)).filter((entry) => entry.object === id)
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['key.revoke', 'someone'],
      ['key.create', 'test'],
    ])
  })

  it('are not site keys: a site key opens nothing here', async () => {
    const { secret } = await createKey(deps(), {
      projectId: docs.projectId,
      kind: 'site',
      name: 'Site',
      scopes: ['read', 'write'],
      expiresInMs: null,
      actor: 'test',
    })
    expect(secret).toMatch(/^dws_[0-9A-Za-z]{39}$/)
    expect(await statusWith(secret)).toBe(401)
  })

  it('see no other project on any route, with any method, and cannot tell it from a missing one', async () => {
    const other = await docs.newProject()
    const jobId = (await docs.request(`/v2/agent/${other.projectId}/job`, { key: other.key, json: { prompt: 'secret words' } }))
      .body.id
    const headers = { 'x-request-id': 'same' }
    const routes: [string, string, object?][] = [
      ['POST', 'v2/agent/PROJECT/job', { prompt: 'x' }],
      ['GET', 'v2/agent/PROJECT/jobs'],
      ['GET', `v2/agent/PROJECT/job/${jobId}`],
      ['GET', `v2/agent/PROJECT/job/${jobId}/messages`],
      ['POST', `v2/agent/PROJECT/job/${jobId}/message`, { prompt: 'x' }],
      ['POST', `v2/agent/PROJECT/job/${jobId}/cancel`],
      ['POST', `v2/agent/PROJECT/job/${jobId}/archive`],
      ['POST', `v2/agent/PROJECT/job/${jobId}/unarchive`],
      ['GET', 'v1/analytics/PROJECT/views'],
      ['POST', 'v1/analytics/PROJECT/events', { path: '/x' }],
    ]
    for (const [method, route, json] of routes) {
      const [foreign, missing] = await Promise.all(
        [other.projectId, 'prj_00000000000000000000000000'].map((id) =>
          docs.request(`/${route.replace('PROJECT', id)}`, { method, json, headers }),
        ),
      )
      expect([route, foreign!.status]).toEqual([route, 404])
      expect(foreign!.text).toBe(missing!.text)
    }
    const own = routes.filter(([, route]) => route.includes(jobId))
    for (const [method, route, json] of own)
      expect((await docs.request(`/${route.replace('PROJECT', docs.projectId)}`, { method, json })).status).toBe(404)
    expect((await docs.request(`/v2/agent/${other.projectId}/job/${jobId}`, { key: other.key })).body.status).toBe('active')
  })
})
