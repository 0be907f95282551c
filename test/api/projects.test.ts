import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type Visitor, newVisitor } from '../support/people.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const MISSING = 'prj_00000000000000000000000000'

describe.each(ENGINES)('projects over the API on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let repository: TestRepository
  let admin: Visitor
  let editor: Visitor
  let viewer: Visitor

  beforeAll(async () => {
    repository = createRepository({ 'docs/a.md': '# A\n' })
    repository.git('branch', 'next')
    docs = await startTestService({ engine, clock, repository: repository.url })
    admin = await newVisitor(docs, 'admin')
    editor = await newVisitor(docs, 'editor')
    viewer = await newVisitor(docs, 'viewer')
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  const create = (json: object, who = admin) => who.request('/v1/projects', { json })
  const patch = (json: object, who = admin, id = docs.projectId) => who.request(`/v1/projects/${id}`, { method: 'PATCH', json })
  const keysPath = () => `/v1/projects/${docs.projectId}/keys`

  describe('GET /v1/projects', () => {
    it('200: all projects, for a viewer', async () => {
      const { body } = await viewer.request('/v1/projects')
      expect(body.projects).toContainEqual({
        projectId: docs.projectId,
        name: 'Test',
        repository: repository.url,
        ref: 'main',
        codeHost: 'builtin',
        agent: 'offline',
        settings: expect.objectContaining({ branchTemplate: 'docwright/{job}' }),
        createdAt: expect.stringMatching(/Z$/),
      })
      expect((await viewer.request(`/v1/projects/${docs.projectId}`)).body.projectId).toBe(docs.projectId)
    })

    it('401: a key, which is for programs', async () => {
      for (const path of ['/v1/projects', `/v1/projects/${docs.projectId}`, keysPath(), '/v1/users', '/v1/invites'])
        expect(await docs.request(path)).toMatchObject({ status: 401, body: { code: 'no_session' } })
    })

    it('404: a project that does not exist, in the same words as on the other routes', async () => {
      const headers = { 'x-request-id': 'same' }
      const [own, agent, key] = await Promise.all([
        viewer.request(`/v1/projects/${MISSING}`, { headers }),
        viewer.request(`/v2/agent/${MISSING}/jobs`, { headers }),
        docs.request(`/v2/agent/${MISSING}/jobs`, { headers }),
      ])
      expect(own.status).toBe(404)
      expect([agent.text, key.text]).toEqual([own.text, own.text])
      for (const id of ['x', '%00', "'"]) expect((await viewer.request(`/v1/projects/${id}`)).status).toBe(404)
    })
  })

  describe('POST /v1/projects and /v1/projects/test', () => {
    it('201: with the branch that is checked out', async () => {
      const made = await create({ name: ' Docs ', repository: repository.path })
      expect(made).toMatchObject({
        status: 201,
        body: { name: 'Docs', repository: repository.url, ref: 'main', codeHost: 'builtin' },
      })
      expect(made.headers.get('location')).toBe(`/v1/projects/${made.body.projectId}`)
    })

    it('200: the test says what is there, or what is wrong', async () => {
      const test = async (json: object) => (await admin.request('/v1/projects/test', { json })).body
      expect(await test({ repository: repository.path, ref: 'next' })).toEqual({
        ok: true,
        codeHost: 'builtin',
        repository: repository.url,
        ref: 'next',
      })
      expect(await test({ repository: repository.path, ref: 'none' })).toMatchObject({ ok: false, code: 'ref_not_found' })
      expect(await test({ repository: '/nowhere' })).toMatchObject({ ok: false, code: 'repository_not_found', hint: null })
      expect(await test({ repository: 'https://git.example.com/a/b' })).toMatchObject({ ok: false, code: 'code_host_unknown' })
      expect(await test({ repository: 'https://github.com/a/b', codeHost: 'gitlab' })).toMatchObject({ ok: false })
    })

    it('400: a repository that cannot be worked on, and input that is none', async () => {
      expect(await create({ name: 'x', repository: '/nowhere' })).toMatchObject({
        status: 400,
        body: { code: 'repository_not_found' },
      })
      expect((await create({ name: ' ', repository: repository.path })).status).toBe(400)
      expect((await create({ name: 'x', repository: repository.path, agent: 'other' })).status).toBe(400)
      expect((await create({ repository: repository.path })).status).toBe(400)
    })

    it('403: editors and viewers', async () => {
      for (const who of [editor, viewer]) {
        expect((await create({ name: 'x', repository: repository.path }, who)).status).toBe(403)
        expect((await who.request('/v1/projects/test', { json: { repository: '/' } })).status).toBe(403)
      }
    })
  })

  describe('PATCH /v1/projects/{projectId}', () => {
    it('200: changes what is given, and stores nothing that it does not know', async () => {
      const settings = { titleTemplate: 'docs: {title}', paths: { case: 'folded', extra: 1 }, extra: 1 }
      const { status, body } = await patch({ name: 'Renamed', ref: 'next', settings, extra: 1 })
      expect(status).toBe(200)
      expect(body).toMatchObject({ name: 'Renamed', ref: 'next', agent: 'offline', settings: { titleTemplate: 'docs: {title}' } })
      expect(body.settings.paths).toEqual({
        basePath: '',
        trailingSlash: 'cut',
        case: 'folded',
        twins: 'folded',
        foldedLocales: [],
      })
      const row = await docs.service.context.databases.main.query
        .selectFrom('project')
        .select('settings')
        .where('id', '=', docs.projectId)
        .executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain('extra')
      expect((await patch({})).body).toEqual({ ...body, notes: [] })
    })

    it('200: models, budgets and what becomes of unfinished work; null takes a budget away', async () => {
      const none = { runCostUsd: null, dayCostUsd: null, dayTokens: null, dayJobs: null, runFiles: null }
      expect((await viewer.request(`/v1/projects/${docs.projectId}`)).body.settings).toMatchObject({
        model: null,
        models: [],
        budgets: none,
        keepUnfinished: false,
      })
      const settings = { model: 'openai/gpt-5', models: ['anthropic/*'], budgets: { dayJobs: 5, extra: 1 }, keepUnfinished: true }
      const { body } = await patch({ settings })
      expect(body.settings).toMatchObject({ ...settings, budgets: { ...none, dayJobs: 5 } })
      const back = await patch({ settings: { model: null, models: [], budgets: { dayJobs: null, dayCostUsd: 2.5 } } })
      expect(back.body.settings).toMatchObject({ model: null, models: [], budgets: { ...none, dayCostUsd: 2.5 } })
    })

    it('400: budgets and models that are none', async () => {
      const bad = [
        { budgets: { dayJobs: -1 } },
        { budgets: { dayJobs: 1.5 } },
        { budgets: { dayCostUsd: '5' } },
        { budgets: null },
        { model: 'gpt-5' },
        { model: '' },
        { models: ['*'] },
        { models: 'openai/*' },
        { models: Array.from({ length: 101 }, () => 'openai/x') },
        { keepUnfinished: 'yes' },
      ]
      for (const settings of bad) expect([settings, (await patch({ settings })).status]).toEqual([settings, 400])
    })

    it('400: a branch that the repository does not have, and settings that cannot be used', async () => {
      expect(await patch({ ref: 'none' })).toMatchObject({ status: 400, body: { code: 'ref_not_found' } })
      expect((await patch({ settings: { branchTemplate: 'no job' } })).status).toBe(400)
      expect((await patch({ settings: { paths: { case: 'other' } } })).status).toBe(400)
      expect((await patch({ settings: null })).status).toBe(400)
    })

    it('403: an editor. 404: no such project', async () => {
      expect((await patch({ name: 'x' }, editor)).status).toBe(403)
      expect((await patch({ name: 'x' }, admin, MISSING)).status).toBe(404)
    })
  })

  describe('GET /v1/projects/{projectId}/checklist', () => {
    it('200: ticks what has happened', async () => {
      const { projectId, key } = await docs.newProject()
      const checklist = async () => (await viewer.request(`/v1/projects/${projectId}/checklist`)).body
      expect(await checklist()).toEqual({ repository: true, job: false, view: false })
      await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' } })
      await docs.request(`/v1/analytics/${projectId}/events`, { key, json: { path: '/a' } })
      expect(await checklist()).toEqual({ repository: true, job: true, view: true })
      const lost = await docs.newProject('file:///nowhere.git')
      expect((await viewer.request(`/v1/projects/${lost.projectId}/checklist`)).body.repository).toBe(false)
    })
  })

  describe('keys of a project', () => {
    const statusWith = async (key: string) => (await docs.request(`/v2/agent/${docs.projectId}/jobs`, { key })).status

    it('201: a key that works at once, and is shown once', async () => {
      const made = await admin.request(keysPath(), { json: { name: 'CI' } })
      expect(made.status).toBe(201)
      const { key, ...rest } = made.body
      expect(await statusWith(key)).toBe(200)
      const listed = await viewer.request(keysPath())
      expect(listed.text).not.toContain(key)
      expect(listed.body.keys[0]).toEqual({ ...rest, lastUsedAt: expect.any(String) })
      expect(rest).toMatchObject({
        kind: 'admin',
        scopes: ['read', 'write'],
        prefix: 'dw_',
        lastFour: key.slice(-4),
        createdBy: admin.email,
      })
    })

    it('201: with scopes and an expiry; a site key with its origins', async () => {
      const expiresAt = new Date(clock.now() + 3_600_000).toISOString()
      const made = await admin.request(keysPath(), { json: { name: 'Reader', scopes: ['read'], expiresAt } })
      expect(made.body).toMatchObject({ scopes: ['read'], expiresAt })
      const site = await admin.request(keysPath(), {
        json: { kind: 'site', name: 'Site', origins: ['https://docs.example.com/'] },
      })
      expect(site.body).toMatchObject({ kind: 'site', prefix: 'dws_', scopes: [], origins: ['https://docs.example.com'] })
    })

    it.each([
      { name: '' },
      { name: ' ' },
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['admin'] },
      { name: 'x', expiresAt: 'tomorrow' },
      { name: 'x', expiresAt: '2001-01-01T00:00:00Z' },
      { name: 'x', kind: 'drain' },
      { name: 'x', origins: ['https://a.example'] },
      { name: 'x', kind: 'site', origins: ['https://a.example/path'] },
      { name: 'x', kind: 'site', origins: ['https://a.example https://b.example'] },
    ])('400: %j', async (json) => {
      expect((await admin.request(keysPath(), { json })).status).toBe(400)
    })

    it('204: a revoked key is refused from then on', async () => {
      const { id, key } = (await admin.request(keysPath(), { json: { name: 'Short' } })).body
      expect((await admin.request(`${keysPath()}/${id}`, { method: 'DELETE' })).status).toBe(204)
      expect(await statusWith(key)).toBe(401)
      expect(await admin.request(`${keysPath()}/${id}/rotate`, { method: 'POST' })).toMatchObject({
        status: 409,
        body: { code: 'key_ended' },
      })
    })

    it('201: after a rotation both keys work for the overlap, and only the new one after it', async () => {
      const old = (await admin.request(keysPath(), { json: { name: 'Old', scopes: ['read'] } })).body
      const made = await admin.request(`${keysPath()}/${old.id}/rotate`, { json: { overlapHours: 2 } })
      expect(made).toMatchObject({ status: 201, body: { name: 'Old', scopes: ['read'], expiresAt: null } })
      clock.advance(2 * 3_600_000 - 1)
      expect([await statusWith(old.key), await statusWith(made.body.key)]).toEqual([200, 200])
      clock.advance(1)
      expect([await statusWith(old.key), await statusWith(made.body.key)]).toEqual([401, 200])
    })

    it('404: a key of another project', async () => {
      const other = await docs.newProject()
      const { id } = await docs.newKey(other.projectId)
      for (const keyId of [id, 'x', '%00']) {
        expect((await admin.request(`${keysPath()}/${keyId}`, { method: 'DELETE' })).status).toBe(404)
        expect((await admin.request(`${keysPath()}/${keyId}/rotate`, { json: {} })).status).toBe(404)
      }
      expect((await docs.request(`/v2/agent/${other.projectId}/jobs`, { key: other.key })).status).toBe(200)
    })

    it('403: editors and viewers', async () => {
      const { id } = await docs.newKey(docs.projectId)
      for (const who of [editor, viewer]) {
        expect((await who.request(keysPath(), { json: { name: 'x' } })).status).toBe(403)
        expect((await who.request(`${keysPath()}/${id}`, { method: 'DELETE' })).status).toBe(403)
        expect((await who.request(`${keysPath()}/${id}/rotate`, { json: {} })).status).toBe(403)
      }
    })
  })

  describe('GET /v1/projects/{projectId}/audit', () => {
    it('200: who did what, newest first', async () => {
      const { body } = await viewer.request(`/v1/projects/${docs.projectId}/audit?limit=250`)
      const actions = body.entries.map((entry: { action: string }) => entry.action)
      expect(actions).toEqual(expect.arrayContaining(['key.create', 'key.revoke', 'key.rotate', 'project.update']))
      expect(body.entries.at(-1)).toEqual({
        at: expect.any(String),
        action: 'project.create',
        actor: 'test',
        detail: docs.projectId,
      })
      expect((await viewer.request(`/v1/projects/${docs.projectId}/audit?limit=1`)).body.entries).toHaveLength(1)
      expect((await viewer.request(`/v1/projects/${docs.projectId}/audit?limit=0`)).status).toBe(400)
    })
  })
})
