import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../support/manual-clock.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const HOUR_MS = 3_600_000

describe.each(ENGINES)('POST /v2/agent/{projectId}/job on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let path: string

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
    path = `/v2/agent/${docs.projectId}/job`
  })
  afterAll(() => docs.stop())

  describe('201', () => {
    it('answers with an active job that has exactly the nine fields, in the order of the specification', async () => {
      const answer = await docs.request(path, { json: { prompt: 'Replace "a" with "b"' } })
      expect(answer.status).toBe(201)
      expect(Object.keys(answer.body)).toEqual(['id', 'status', 'source', 'model', 'prLink', 'createdAt', 'archivedAt'])
      expect(answer.body).toEqual({
        id: expect.stringMatching(/^job_[0-9A-Z]{26}$/),
        status: 'active',
        source: { repository: 'file:///nowhere.git', ref: 'main' },
        model: 'offline',
        prLink: null,
        createdAt: new Date(clock.now()).toISOString(),
        archivedAt: null,
      })
    })

    it('says in Location where the job is', async () => {
      const answer = await docs.request(path, { json: { prompt: 'x' } })
      const job = await docs.request(answer.headers.get('location')!)
      expect(job.status).toBe(200)
      expect(job.body.id).toBe(answer.body.id)
    })

    it('takes a prompt of one space, and one of 100,000 characters outside the basic plane', async () => {
      expect((await docs.request(path, { json: { prompt: ' ' } })).status).toBe(201)
      expect((await docs.request(path, { json: { prompt: '😀'.repeat(100_000) } })).status).toBe(201)
    })

    it('ignores fields that it does not know, and cannot be made to set internal ones', async () => {
      const answer = await docs.request(path, {
        json: { prompt: 'x', status: 'completed', prLink: 'https://example.com', epoch: 9, extra: { deep: true } },
      })
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({ status: 'active', prLink: null })
      expect(answer.body).not.toHaveProperty('epoch')
    })

    it('takes ref, branch, title, draft and model', async () => {
      const answer = await docs.request(path, {
        json: { prompt: 'x', ref: 'next', branch: 'docs/x', title: 'T', draft: true, model: 'offline' },
      })
      expect(answer.status).toBe(201)
      expect(answer.body.source.ref).toBe('next')
    })

    it('says what is left of the limit', async () => {
      const answer = await docs.request(path, { json: { prompt: 'x' } })
      expect(answer.headers.get('ratelimit-policy')).toBe('"agent-job";q=100;w=3600')
      expect(answer.headers.get('ratelimit')).toMatch(/^"agent-job";r=\d+;t=\d+$/)
    })
  })

  describe('400', () => {
    it.each([
      ['no prompt', {}, 'prompt'],
      ['an empty prompt', { prompt: '' }, 'prompt'],
      ['a prompt that is a number', { prompt: 1 }, 'prompt'],
      ['a prompt that is null', { prompt: null }, 'prompt'],
      ['a prompt that is too long', { prompt: 'x'.repeat(100_001) }, 'prompt'],
      ['a prompt with a NUL character', { prompt: 'a\0b' }, 'prompt'],
      ['a branch that is an option', { prompt: 'x', branch: '--upload-pack=x' }, 'branch'],
      ['the branch of the project', { prompt: 'x', branch: 'main' }, 'branch'],
      ['the branch of the project in other letters', { prompt: 'x', branch: 'Main' }, 'branch'],
      ['the branch of the project as a ref', { prompt: 'x', branch: 'refs/heads/main' }, 'branch'],
      ['the branch of the project as half a ref', { prompt: 'x', branch: 'heads/main' }, 'branch'],
      ['a branch below that of the project', { prompt: 'x', branch: 'main/x' }, 'branch'],
      ['the branch of the project, with another ref', { prompt: 'x', ref: 'next', branch: 'main' }, 'branch'],
      ['the branch that the job targets', { prompt: 'x', ref: 'next', branch: 'next' }, 'branch'],
      ['a branch that the target is below', { prompt: 'x', ref: 'next/2', branch: 'NEXT' }, 'branch'],
      ['a branch that is a ref of another kind', { prompt: 'x', branch: 'refs/tags/v1' }, 'branch'],
      ['a ref with dots', { prompt: 'x', ref: 'a..b' }, 'ref'],
      ['a model that is not offered', { prompt: 'x', model: 'other/model' }, 'model'],
      ['a draft that is text', { prompt: 'x', draft: 'yes' }, 'draft'],
    ])('names the field for %s', async (_what, json, field) => {
      const answer = await docs.request(path, { json })
      expect(answer.status).toBe(400)
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
      expect(answer.body.details[0].path).toBe(field)
      expect(answer.body).toMatchObject({
        status: 400,
        title: 'Bad Request',
        error: answer.body.detail,
        instance: answer.headers.get('x-request-id'),
      })
    })

    it.each(['', '[]', '"text"', 'null', '{"prompt": "x"', '{"__proto__": {"x": 1}, "prompt": "x"}'])(
      'refuses the body %j',
      async (body) => {
        const answer = await docs.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
        expect(answer.status).toBe(400)
        expect(answer.body.error).toEqual(expect.any(String))
      },
    )

    it('refuses an Idempotency-Key that cannot be one', async () => {
      const answer = await docs.request(path, { json: { prompt: 'x' }, headers: { 'idempotency-key': 'x'.repeat(256) } })
      expect(answer.status).toBe(400)
      expect(answer.body.details[0].path).toBe('Idempotency-Key')
    })
  })

  describe('401', () => {
    it.each([
      ['no header', {}],
      ['another scheme', { authorization: 'Basic abc' }],
      ['an empty bearer', { authorization: 'Bearer ' }],
      ['a malformed key', { authorization: 'Bearer dw_123' }],
      ['a key with a wrong checksum', { authorization: `Bearer dw_${'a'.repeat(39)}` }],
    ])('answers %s with WWW-Authenticate', async (_what, headers) => {
      const answer = await docs.request(path, { key: null, json: { prompt: 'x' }, headers })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.headers.get('ratelimit')).toBeNull()
    })

    it('comes before every other check', async () => {
      const answer = await docs.request('/v2/agent/prj_unknown/job', {
        key: null,
        method: 'POST',
        body: 'not json',
        headers: { 'content-type': 'text/plain' },
      })
      expect(answer.status).toBe(401)
    })
  })

  describe('403', () => {
    it('is for a key that may only read', async () => {
      const { key } = await docs.newKey(docs.projectId, ['read'])
      const answer = await docs.request(path, { key, json: { prompt: 'x' } })
      expect(answer.status).toBe(403)
      expect(answer.body.detail).toContain('write')
    })
  })

  describe('404', () => {
    it('is the same, to the byte, for a project that does not exist and for one of another key', async () => {
      const other = await docs.newProject()
      const headers = { 'x-request-id': 'same' }
      const foreign = await docs.request(`/v2/agent/${other.projectId}/job`, { json: { prompt: 'x' }, headers })
      const missing = await docs.request(`/v2/agent/prj_00000000000000000000000000/job`, { json: { prompt: 'x' }, headers })
      expect(foreign.status).toBe(404)
      expect(foreign.text).toBe(missing.text)
      expect([...foreign.headers.keys()].sort()).toEqual([...missing.headers.keys()].sort())
    })

    it('comes before the check of the body', async () => {
      expect((await docs.request('/v2/agent/prj_unknown/job', { json: {} })).status).toBe(404)
    })
  })

  describe('409', () => {
    const create = (project: { projectId: string; key: string }, branch: string) =>
      docs.request(`/v2/agent/${project.projectId}/job`, { key: project.key, json: { prompt: 'x', branch } })

    it('is for a branch of another job of the project, in any letters, until that is archived, and costs nothing', async () => {
      const project = await docs.newProject('file:///branches.git')
      const { id } = (await create(project, 'docs/mine')).body
      for (const branch of ['docs/mine', 'Docs/Mine']) {
        const answer = await create(project, branch)
        expect(answer.status).toBe(409)
        expect(answer.body.detail).toContain(id)
        expect(answer.body.details).toEqual([{ path: 'branch', message: `belongs to job ${id}` }])
        expect(answer.headers.get('ratelimit')).toContain(';r=99;')
      }
      await docs.request(`/v2/agent/${project.projectId}/job/${id}/archive`, { method: 'POST', key: project.key })
      expect((await create(project, 'docs/mine')).status).toBe(201)
    })

    it('is for a branch of a job of another project on the same repository, which is not named', async () => {
      const [one, two] = [await docs.newProject('file:///shared.git'), await docs.newProject('file:///shared.git')]
      const { id } = (await create(one, 'docs/mine')).body
      const answer = await create(two, 'docs/mine')
      expect(answer.status).toBe(409)
      expect(answer.text).not.toContain(id)
      expect((await create(await docs.newProject('file:///apart.git'), 'docs/mine')).status).toBe(201)
    })
  })

  describe('413', () => {
    it('is for a body over 1 MiB', async () => {
      expect((await docs.request(path, { json: { prompt: 'x'.repeat(1024 * 1024) } })).status).toBe(413)
    })
  })

  describe('415', () => {
    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])('is for %s', async (type) => {
      expect(
        (await docs.request(path, { method: 'POST', body: '{"prompt":"x"}', headers: { 'content-type': type } })).status,
      ).toBe(415)
    })
  })

  describe('with an Idempotency-Key', () => {
    it('gives the first answer again, to the byte, and takes no second use', async () => {
      const { projectId, key } = await docs.newProject()
      const send = () =>
        docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' }, headers: { 'idempotency-key': 'one' } })
      const first = await send()
      clock.advance(1000)
      const again = await send()
      expect(again.status).toBe(201)
      expect(again.text).toBe(first.text)
      expect(again.headers.get('location')).toBe(first.headers.get('location'))
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.headers.get('ratelimit')).toContain(';r=99;')
    })

    it('takes the key in quotes, and a body that says the same in other words, as the same request', async () => {
      const { projectId, key } = await docs.newProject()
      const first = await docs.request(`/v2/agent/${projectId}/job`, {
        key,
        json: { prompt: 'x' },
        headers: { 'idempotency-key': 'one' },
      })
      const again = await docs.request(`/v2/agent/${projectId}/job`, {
        key,
        json: { unknown: 1, prompt: 'x' },
        headers: { 'idempotency-key': '"one"' },
      })
      expect(again.text).toBe(first.text)
    })

    it('answers 422 to another body', async () => {
      const { projectId, key } = await docs.newProject()
      await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' }, headers: { 'idempotency-key': 'one' } })
      const other = await docs.request(`/v2/agent/${projectId}/job`, {
        key,
        json: { prompt: 'y' },
        headers: { 'idempotency-key': 'one' },
      })
      expect(other.status).toBe(422)
      expect(other.headers.get('ratelimit')).toContain(';r=99;')
    })

    it('makes one job of ten requests at once', async () => {
      const { projectId, key } = await docs.newProject()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' }, headers: { 'idempotency-key': 'ten' } }),
        ),
      )
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
      expect((await docs.request(`/v2/agent/${projectId}/jobs`, { key })).body.jobs).toHaveLength(1)
    })

    it('keeps the keys of projects apart, and forgets them after 24 hours', async () => {
      const [one, two] = [await docs.newProject(), await docs.newProject()]
      const send = (project: typeof one) =>
        docs.request(`/v2/agent/${project.projectId}/job`, {
          key: project.key,
          json: { prompt: 'x' },
          headers: { 'idempotency-key': 'same' },
        })
      const first = await send(one)
      expect((await send(two)).body.id).not.toBe(first.body.id)
      clock.advance(24 * HOUR_MS - 1)
      expect((await send(one)).body.id).toBe(first.body.id)
      clock.advance(1)
      expect((await send(one)).body.id).not.toBe(first.body.id)
    })

    it('does not remember a request that was refused', async () => {
      const { projectId, key } = await docs.newProject()
      await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: '' }, headers: { 'idempotency-key': 'one' } })
      expect(
        (await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' }, headers: { 'idempotency-key': 'one' } }))
          .status,
      ).toBe(201)
    })
  })

  describe('429', () => {
    it('refuses the 101st job of any rolling hour; refused calls cost nothing; at Retry-After exactly one more passes', async () => {
      const { projectId, key } = await docs.newProject()
      const create = () => docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' } })
      for (let count = 0; count < 100; count++) {
        expect((await create()).status).toBe(201)
        clock.advance(20_500)
      }
      const refused = await create()
      expect(refused.status).toBe(429)
      expect(refused.body.code).toBe('limit_reached')
      expect(refused.headers.get('ratelimit')).toContain(';r=0;')
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBe(Math.ceil((HOUR_MS - 100 * 20_500) / 1000))

      clock.advance((wait - 1) * 1000)
      expect((await create()).status).toBe(429)
      clock.advance(1000)
      expect((await create()).status).toBe(201)
      expect((await create()).status).toBe(429)
    })

    it('leaves messages and other projects alone', async () => {
      const { projectId, key } = await docs.newProject()
      const create = () => docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' } })
      const answers = await Promise.all(Array.from({ length: 110 }, create))
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(100)
      const job = answers.find((answer) => answer.status === 201)!.body
      expect((await docs.request(`/v2/agent/${projectId}/job/${job.id}/message`, { key, json: { prompt: 'y' } })).status).toBe(
        200,
      )
      const other = await docs.newProject()
      expect((await docs.request(`/v2/agent/${other.projectId}/job`, { key: other.key, json: { prompt: 'x' } })).status).toBe(201)
    })

    it('does not count calls that failed', async () => {
      const { projectId, key } = await docs.newProject()
      for (const json of [{}, { prompt: '' }, { prompt: 'x', model: 'none' }])
        await docs.request(`/v2/agent/${projectId}/job`, { key, json })
      const answer = await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' } })
      expect(answer.headers.get('ratelimit')).toContain(';r=99;')
    })
  })
})
