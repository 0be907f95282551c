import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { type Visitor, newVisitor } from '../support/people.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const VALUE = 'glpat-secret-of-a-project-0001'
const MISSING = 'prj_00000000000000000000000000'

describe.each(ENGINES)('secrets over the API on %s', (engine) => {
  let docs: TestService
  let repository: TestRepository
  let admin: Visitor
  let editor: Visitor
  let viewer: Visitor

  beforeAll(async () => {
    repository = createRepository({ 'docs/a.md': '# A\n' })
    docs = await startTestService({ engine, repository: repository.url })
    admin = await newVisitor(docs, 'admin')
    editor = await newVisitor(docs, 'editor')
    viewer = await newVisitor(docs, 'viewer')
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  const path = (name = '', id = docs.projectId) => `/v1/projects/${id}/secrets${name && `/${name}`}`
  const put = (name: string, json: object, who = admin, id = docs.projectId) =>
    who.request(path(name, id), { method: 'PUT', json })
  const remove = (name: string, who = admin) => who.request(path(name), { method: 'DELETE' })

  describe('GET, PUT and DELETE /v1/projects/{projectId}/secrets', () => {
    it('200: what was set, without its value, also for a viewer', async () => {
      const { status, body, text } = await put('openai', { value: VALUE })
      expect([status, body]).toEqual([
        200,
        { name: 'openai', lastFour: '0001', setAt: expect.stringMatching(/Z$/), setBy: admin.email },
      ])
      const listed = await viewer.request(path())
      expect(listed).toMatchObject({ status: 200, body: { secrets: [body] } })
      expect((await put('openai', { value: 'short-one' })).body).toMatchObject({ lastFour: null })
      const project = await admin.request(`/v1/projects/${docs.projectId}`)
      const audit = await admin.request(`/v1/projects/${docs.projectId}/audit`)
      expect(audit.body.entries[0]).toMatchObject({ action: 'secret.set', actor: admin.email, detail: 'openai' })
      for (const answer of [text, listed.text, project.text, audit.text, docs.log()]) expect(answer).not.toContain('glpat-secret')
    })

    it('204: it is gone; 404 the second time', async () => {
      await put('google', { value: VALUE })
      expect((await remove('google')).status).toBe(204)
      expect(await remove('google')).toMatchObject({ status: 404, body: { code: 'secret_not_found' } })
      expect(await remove('other')).toMatchObject({ status: 404, body: { code: 'secret_not_found' } })
    })

    it('400: a name that there is not, or a value that cannot be sent; the answer does not repeat it', async () => {
      expect(await put('other', { value: VALUE })).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } })
      for (const value of ['two words', '', 'x'.repeat(5000), 7, null]) {
        const refused = await put('google', { value })
        expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
        expect(refused.text).not.toContain('two words')
      }
      expect((await put('google', {})).status).toBe(400)
    })

    it('401: a key, which is for programs', async () => {
      for (const [method, name] of [
        ['GET', ''],
        ['PUT', 'openai'],
        ['DELETE', 'openai'],
      ] as const)
        expect(await docs.request(path(name), { method, ...(method === 'PUT' ? { json: { value: VALUE } } : {}) })).toMatchObject(
          {
            status: 401,
            body: { code: 'no_session' },
          },
        )
    })

    it('403: an editor or viewer who wants to change something, and a page elsewhere', async () => {
      for (const who of [editor, viewer]) {
        expect(await put('openai', { value: VALUE }, who)).toMatchObject({ status: 403, body: { code: 'role_too_low' } })
        expect(await remove('openai', who)).toMatchObject({ status: 403, body: { code: 'role_too_low' } })
      }
      const foreign = { method: 'PUT', json: { value: VALUE }, headers: { origin: 'https://evil.example' } }
      expect(await admin.request(path('openai'), foreign)).toMatchObject({ status: 403, body: { code: 'bad_origin' } })
    })

    it('404: a project that does not exist', async () => {
      expect(await admin.request(path('', MISSING))).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await put('openai', { value: VALUE }, admin, MISSING)).status).toBe(404)
    })

    it('415: a body that is no JSON', async () => {
      const headers = { 'content-type': 'text/plain' }
      expect((await admin.request(path('openai'), { method: 'PUT', body: VALUE, headers })).status).toBe(415)
    })
  })

  describe('POST /v1/projects and /v1/projects/test with a token', () => {
    it('201: the project has it as a secret', async () => {
      const made = await admin.request('/v1/projects', { json: { name: 'Docs', repository: repository.path, token: VALUE } })
      expect(made.status).toBe(201)
      expect(made.text).not.toContain(VALUE)
      const { body } = await admin.request(path('', made.body.projectId))
      expect(body.secrets).toMatchObject([{ name: 'code-host-token', lastFour: '0001', setBy: admin.email }])
    })

    it('200: the test keeps nothing', async () => {
      const count = async () =>
        (await docs.service.context.databases.main.query.selectFrom('secret').select('name').execute()).length
      const before = await count()
      const test = await admin.request('/v1/projects/test', { json: { repository: repository.path, token: VALUE } })
      expect(test.body).toMatchObject({ ok: true })
      expect(await count()).toBe(before)
    })

    it('400: a token that cannot be sent, and there is no project', async () => {
      const before = (await admin.request('/v1/projects')).body.projects.length
      const refused = await admin.request('/v1/projects', { json: { name: 'x', repository: repository.path, token: 'a b' } })
      expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'token' }] } })
      expect((await admin.request('/v1/projects')).body.projects).toHaveLength(before)
      const test = await admin.request('/v1/projects/test', { json: { repository: repository.path, token: 'a b' } })
      expect(test.body).toMatchObject({ ok: false, code: 'invalid_request' })
    })
  })
})
