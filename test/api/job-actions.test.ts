import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveIdleJobs } from '../../src/jobs/archive-idle-jobs.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { finishJob } from '../support/finish-job.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('POST /v2/agent/{projectId}/job/{id}/cancel, archive, unarchive on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let base: string

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
    base = `/v2/agent/${docs.projectId}`
  })
  afterAll(() => docs.stop())

  const newJob = async (): Promise<string> => (await docs.request(`${base}/job`, { json: { prompt: 'x' } })).body.id
  const act = (id: string, action: string) =>
    docs.request(`${base}/job/${id}/${action}?include=failure,messages`, { method: 'POST' })

  describe('200', () => {
    it('cancel makes an active job failed with the code cancelled, and drops what is queued', async () => {
      const id = await newJob()
      const answer = await act(id, 'cancel')
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ status: 'failed', failure: { code: 'cancelled' }, messages: [{ state: 'cancelled' }] })
    })

    it('archive stops an active job first, and says when it was archived', async () => {
      const id = await newJob()
      const answer = await act(id, 'archive')
      expect(answer.body).toMatchObject({
        status: 'archived',
        archivedAt: new Date(clock.now()).toISOString(),
        failure: { code: 'cancelled' },
      })
    })

    it('archive keeps the link of the pull request, and archiving twice changes nothing', async () => {
      const id = await newJob()
      await finishJob(docs, id, { status: 'completed', prLink: 'https://code.example/pull/1' })
      const first = await act(id, 'archive')
      clock.advance(5000)
      expect((await act(id, 'archive')).body).toEqual(first.body)
      expect(first.body.prLink).toBe('https://code.example/pull/1')
    })

    it.each(['completed', 'failed'] as const)('unarchive brings a %s job back to that', async (status) => {
      const id = await newJob()
      await finishJob(docs, id, { status })
      await act(id, 'archive')
      expect((await act(id, 'unarchive')).body).toMatchObject({ status, archivedAt: null })
    })

    it('works with the JSON content type and an empty body', async () => {
      const answer = await docs.request(`${base}/job/${await newJob()}/cancel`, {
        method: 'POST',
        body: '',
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(200)
    })
  })

  describe('409', () => {
    it('cancel is for active jobs only', async () => {
      const id = await newJob()
      await finishJob(docs, id, { status: 'completed' })
      expect((await act(id, 'cancel')).status).toBe(409)
    })

    it('unarchive is for archived jobs only', async () => {
      expect((await act(await newJob(), 'unarchive')).status).toBe(409)
    })
  })

  describe('404', () => {
    it.each(['cancel', 'archive', 'unarchive'])('%s sees no job of another project', async (action) => {
      const other = await docs.newProject()
      const foreign = (await docs.request(`/v2/agent/${other.projectId}/job`, { key: other.key, json: { prompt: 'x' } })).body.id
      expect((await act(foreign, action)).status).toBe(404)
      expect((await docs.request(`/v2/agent/${other.projectId}/job/${foreign}`, { key: other.key })).body.status).toBe('active')
    })
  })

  it('jobs without activity for 30 days are archived by themselves, younger and active ones are not', async () => {
    const [old, young, active] = [await newJob(), await newJob(), await newJob()]
    await finishJob(docs, old, { status: 'completed' })
    clock.advance(86_400_000)
    await finishJob(docs, young, { status: 'completed' })
    clock.advance(29 * 86_400_000 + 1)
    const { databases, ids, signal } = docs.service.context
    await archiveIdleJobs({ database: databases.main, ids, signal }, 30)
    const statuses = await Promise.all(
      [old, young, active].map(async (id) => (await docs.request(`${base}/job/${id}`)).body.status),
    )
    expect(statuses).toEqual(['archived', 'completed', 'active'])
  })
})
