import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { finishJob } from '../support/finish-job.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('GET /v2/agent/{projectId}/job/{id} on %s', (engine) => {
  let docs: TestService
  let base: string

  beforeAll(async () => {
    docs = await startTestService({ engine })
    base = `/v2/agent/${docs.projectId}`
  })
  afterAll(() => docs.stop())

  const newJob = async (): Promise<string> => (await docs.request(`${base}/job`, { json: { prompt: 'first' } })).body.id

  describe('200', () => {
    it('has the nine fields and nothing else', async () => {
      const { body } = await docs.request(`${base}/job/${await newJob()}`)
      expect(Object.keys(body)).toEqual(['id', 'status', 'source', 'model', 'prLink', 'createdAt', 'archivedAt'])
      expect(Object.keys(body.source)).toEqual(['repository', 'ref'])
    })

    it('adds what include asks for, and only that', async () => {
      const id = await newJob()
      await finishJob(docs, id, {
        status: 'completed',
        summary: 'Done.',
        usage: { turns: 1, inputTokens: 2, outputTokens: 3, costUsd: 0.5 },
        diffStat: { files: 1, additions: 2, deletions: 3 },
      })
      const { body } = await docs.request(`${base}/job/${id}?include=summary,usage,diffStat,failure`)
      expect(body).toMatchObject({
        summary: 'Done.',
        usage: { turns: 1, inputTokens: 2, outputTokens: 3, costUsd: 0.5 },
        diffStat: { files: 1, additions: 2, deletions: 3 },
        failure: null,
      })
      expect(body).not.toHaveProperty('messages')
      const { body: withMessages } = await docs.request(`${base}/job/${id}?include=messages`)
      expect(withMessages.messages).toMatchObject([{ prompt: 'first', state: 'done', summary: 'Done.' }])
    })

    it('says what came of the last instruction, and not while another is under way', async () => {
      const id = await newJob()
      const choices = ['Replace "a" with "b" in guides/', 'Replace "a" with "b" in reference/']
      await finishJob(docs, id, { status: 'completed', outcome: 'needs_choice', choices })
      const read = async () => (await docs.request(`${base}/job/${id}?include=outcome`)).body
      expect(await read()).toMatchObject({ outcome: 'needs_choice', choices })
      await docs.request(`${base}/job/${id}/message`, { json: { prompt: choices[0] } })
      expect(await read()).toMatchObject({ outcome: null, choices: [] })
      await finishJob(docs, id, { status: 'completed', outcome: 'changed', choices: [] })
      expect(await read()).toMatchObject({ outcome: 'changed', choices: [] })
    })

    it('answers a wait as soon as the job is no longer active', async () => {
      const id = await newJob()
      const waiting = docs.request(`${base}/job/${id}?wait=30`)
      await finishJob(docs, id, { status: 'completed' })
      expect((await waiting).body.status).toBe('completed')
    })

    it('answers a wait of 0 at once', async () => {
      expect((await docs.request(`${base}/job/${await newJob()}?wait=0`)).body.status).toBe('active')
    })

    it('shows the failure of a failed job when asked', async () => {
      const id = await newJob()
      await finishJob(docs, id, { status: 'failed', failure: { code: 'ref_not_found', message: 'No branch.', hint: 'Check.' } })
      const { body } = await docs.request(`${base}/job/${id}?include=failure`)
      expect(body).toMatchObject({ status: 'failed', failure: { code: 'ref_not_found', message: 'No branch.', hint: 'Check.' } })
    })
  })

  describe('304', () => {
    it('is for a client that has the present state, until it changes', async () => {
      const id = await newJob()
      const first = await docs.request(`${base}/job/${id}`)
      const tag = first.headers.get('etag')!
      expect(tag).toMatch(/^"[\w-]+"$/)
      const same = await docs.request(`${base}/job/${id}`, { headers: { 'if-none-match': `W/"x", W/${tag}` } })
      expect(same.status).toBe(304)
      expect(same.text).toBe('')
      await finishJob(docs, id, { status: 'completed' })
      const changed = await docs.request(`${base}/job/${id}`, { headers: { 'if-none-match': tag } })
      expect(changed.status).toBe(200)
      expect(changed.headers.get('etag')).not.toBe(tag)
    })
  })

  describe('400', () => {
    it.each(['wait=61', 'wait=-1', 'wait=x', 'wait=1.5', 'wait=1&wait=2', 'wait='])('names wait for %s', async (query) => {
      const answer = await docs.request(`${base}/job/${await newJob()}?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.details[0].path).toBe('wait')
    })

    it('names include for a field that does not exist', async () => {
      const answer = await docs.request(`${base}/job/${await newJob()}?include=summary,epoch`)
      expect(answer.status).toBe(400)
      expect(answer.body.details[0].path).toBe('include')
    })
  })

  describe('403', () => {
    it('is for a key that may only write', async () => {
      const { key } = await docs.newKey(docs.projectId, ['write'])
      expect((await docs.request(`${base}/job/${await newJob()}`, { key })).status).toBe(403)
    })
  })

  describe('404', () => {
    it('is the same, to the byte, for a foreign and for a missing job', async () => {
      const other = await docs.newProject()
      const foreign = (await docs.request(`/v2/agent/${other.projectId}/job`, { key: other.key, json: { prompt: 'x' } })).body.id
      const headers = { 'x-request-id': 'same' }
      const [one, two] = await Promise.all([
        docs.request(`${base}/job/${foreign}`, { headers }),
        docs.request(`${base}/job/job_00000000000000000000000000`, { headers }),
      ])
      expect(one.status).toBe(404)
      expect(one.text).toBe(two.text)
    })
  })
})

describe.each(ENGINES)('GET /v2/agent/{projectId}/jobs on %s', (engine) => {
  let docs: TestService
  let base: string
  const ids: string[] = []

  beforeAll(async () => {
    docs = await startTestService({ engine })
    base = `/v2/agent/${docs.projectId}`
    for (let count = 0; count < 7; count++)
      ids.unshift((await docs.request(`${base}/job`, { json: { prompt: `${count}` } })).body.id)
    await finishJob(docs, ids[0]!, { status: 'completed' })
    await docs.request(`${base}/job/${ids[1]}/archive`, { method: 'POST' })
  })
  afterAll(() => docs.stop())

  const list = async (query = '') => docs.request(`${base}/jobs${query}`)
  const idsOf = (answer: { body: { jobs: { id: string }[] } }) => answer.body.jobs.map((job) => job.id)

  describe('200', () => {
    it('lists all states, newest first', async () => {
      const answer = await list()
      expect(idsOf(answer)).toEqual(ids)
      expect(answer.body.nextCursor).toBeNull()
    })

    it('pages by cursor without gaps or repeats', async () => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const answer = await list(`?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
        seen.push(...idsOf(answer))
        cursor = answer.body.nextCursor
      } while (cursor)
      expect(seen).toEqual(ids)
    })

    it('filters by state', async () => {
      expect(idsOf(await list('?status=archived'))).toEqual([ids[1]])
      expect(idsOf(await list('?status=completed'))).toEqual([ids[0]])
      expect(idsOf(await list('?status=active'))).toEqual(ids.slice(2))
      expect(idsOf(await list('?status=failed'))).toEqual([])
    })

    it('filters by what became of a job and by its prompt, and says both', async () => {
      expect(idsOf(await list('?state=working'))).toEqual(ids.slice(2))
      expect(idsOf(await list('?state=no_changes'))).toEqual([ids[0]])
      const found = await list('?search=4&include=state,messages')
      expect(found.body.jobs).toMatchObject([{ id: ids[2], state: 'working', messages: [{ askedBy: 'the key “Test”' }] }])
    })

    it('shows nothing of other projects', async () => {
      const other = await docs.newProject()
      expect(idsOf(await docs.request(`/v2/agent/${other.projectId}/jobs`, { key: other.key }))).toEqual([])
    })
  })

  describe('400', () => {
    it.each([
      ['limit=0', 'limit'],
      ['limit=251', 'limit'],
      ['limit=abc', 'limit'],
      ['limit=1e2', 'limit'],
      ['status=done', 'status'],
      ['cursor=xyz', 'cursor'],
    ])('names the parameter for %s', async (query, parameter) => {
      const answer = await list(`?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.details[0].path).toBe(parameter)
      expect(answer.body.error).toContain(parameter)
    })
  })
})
