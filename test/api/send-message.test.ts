import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { finishJob } from '../support/finish-job.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('POST /v2/agent/{projectId}/job/{id}/message on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let base: string

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
    base = `/v2/agent/${docs.projectId}`
  })
  afterAll(() => docs.stop())

  const newJob = async (): Promise<string> => (await docs.request(`${base}/job`, { json: { prompt: 'first' } })).body.id
  const send = (id: string, json: unknown = { prompt: 'second' }, headers: Record<string, string> = {}) =>
    docs.request(`${base}/job/${id}/message`, { json, headers })
  const act = (id: string, action: string) => docs.request(`${base}/job/${id}/${action}`, { method: 'POST' })

  describe('200', () => {
    it('queues the message behind the work of an active job, which stays active', async () => {
      const id = await newJob()
      const answer = await send(id)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ id, status: 'active', prLink: null })
      const { messages } = (await docs.request(`${base}/job/${id}/messages`)).body
      expect(messages.map((message: { prompt: string; state: string }) => [message.prompt, message.state])).toEqual([
        ['first', 'queued'],
        ['second', 'queued'],
      ])
    })

    it('makes a completed job active again, with prLink null until it is done, and the same link afterwards', async () => {
      const id = await newJob()
      await finishJob(docs, id, { status: 'completed', prLink: 'https://code.example/pull/1' })
      expect((await docs.request(`${base}/job/${id}`)).body).toMatchObject({
        status: 'completed',
        prLink: 'https://code.example/pull/1',
      })
      expect((await send(id)).body).toMatchObject({ status: 'active', prLink: null })
      expect((await docs.request(`${base}/job/${id}`)).body).toMatchObject({ status: 'active', prLink: null })
      await finishJob(docs, id, { status: 'completed' })
      expect((await docs.request(`${base}/job/${id}`)).body).toMatchObject({
        status: 'completed',
        prLink: 'https://code.example/pull/1',
      })
    })

    it('makes a failed and a cancelled job active again', async () => {
      const failed = await newJob()
      await finishJob(docs, failed, { status: 'failed', failure: { code: 'x', message: 'm', hint: null } })
      expect((await send(failed)).body.status).toBe('active')
      const cancelled = await newJob()
      await act(cancelled, 'cancel')
      expect((await send(cancelled)).body.status).toBe('active')
      expect((await docs.request(`${base}/job/${cancelled}?include=failure`)).body.failure).toBeNull()
    })

    it('gives the first answer again for the same Idempotency-Key, also when the job was archived since', async () => {
      const id = await newJob()
      const first = await send(id, { prompt: 'x' }, { 'idempotency-key': 'k' })
      await act(id, 'archive')
      const again = await send(id, { prompt: 'x' }, { 'idempotency-key': 'k' })
      expect(again.status).toBe(200)
      expect(again.text).toBe(first.text)
      expect((await docs.request(`${base}/job/${id}/messages`)).body.messages).toHaveLength(2)
    })

    it('keeps a key that was used to create a job apart from the same key here', async () => {
      const created = await docs.request(`${base}/job`, { json: { prompt: 'x' }, headers: { 'idempotency-key': 'both' } })
      expect((await send(created.body.id, { prompt: 'x' }, { 'idempotency-key': 'both' })).status).toBe(200)
    })
  })

  describe('400', () => {
    it.each([{}, { prompt: '' }, { prompt: 7 }, { prompt: 'x'.repeat(100_001) }])('names the prompt for %j', async (json) => {
      const answer = await send(await newJob(), json)
      expect(answer.status).toBe(400)
      expect(answer.body.details[0].path).toBe('prompt')
    })

    it('comes before the look at the job', async () => {
      expect((await send('job_unknown', {})).status).toBe(400)
    })
  })

  describe('404', () => {
    it("is the same, to the byte, for a job that does not exist, one of another project, and another project's path", async () => {
      const other = await docs.newProject()
      const foreign = (await docs.request(`/v2/agent/${other.projectId}/job`, { key: other.key, json: { prompt: 'x' } })).body.id
      const headers = { 'x-request-id': 'same' }
      const answers = await Promise.all([
        send(foreign, { prompt: 'x' }, headers),
        send('job_00000000000000000000000000', { prompt: 'x' }, headers),
        docs.request(`/v2/agent/${other.projectId}/job/${foreign}/message`, { json: { prompt: 'x' }, headers }),
      ])
      expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    })
  })

  describe('409', () => {
    it('is for an archived job, and costs nothing', async () => {
      const { projectId, key } = await docs.newProject()
      const id = (await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' } })).body.id
      await docs.request(`/v2/agent/${projectId}/job/${id}/archive`, { key, method: 'POST' })
      const answer = await docs.request(`/v2/agent/${projectId}/job/${id}/message`, { key, json: { prompt: 'x' } })
      expect(answer.status).toBe(409)
      expect(answer.body.code).toBe('job_archived')
      expect(answer.headers.get('ratelimit')).toBe('"agent-message";r=100;t=0')
    })
  })

  describe('429', () => {
    it('refuses the 101st message of a project in an hour while jobs can still be created', async () => {
      const { projectId, key } = await docs.newProject()
      const id = (await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' } })).body.id
      const message = () => docs.request(`/v2/agent/${projectId}/job/${id}/message`, { key, json: { prompt: 'y' } })
      const answers = await Promise.all(Array.from({ length: 105 }, message))
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(100)
      const refused = answers.find((answer) => answer.status === 429)!
      expect(refused.headers.get('retry-after')).toBe('3600')
      expect((await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' } })).status).toBe(201)
      clock.advance(3_600_000)
      expect((await message()).status).toBe(200)
    })
  })
})
