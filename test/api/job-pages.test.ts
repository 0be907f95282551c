import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePullRequest } from '../../src/pull-requests/close-pull-request.ts'
import { mergePullRequest } from '../../src/pull-requests/merge-pull-request.ts'
import { ENGINES } from '../support/engines.ts'
import { finishJob } from '../support/finish-job.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('jobs that are for a page, on %s', (engine) => {
  let docs: TestService
  let base: string

  beforeAll(async () => {
    docs = await startTestService({ engine })
    base = `/v2/agent/${docs.projectId}`
  })
  afterAll(() => docs.stop())

  const newJob = async (page?: string): Promise<string> =>
    (await docs.request(`${base}/job`, { json: { prompt: 'Do it', ...(page === undefined ? {} : { page }) } })).body.id
  const find = async (...pages: string[]) => {
    const query = pages.map((page) => `page=${encodeURIComponent(page)}`).join('&')
    return (await docs.request(`${base}/jobs?${query}&include=page`)).body
  }

  it('are found by it, the newest of each page, however many came since', async () => {
    await newJob('/a')
    const a = await newJob('/a')
    const b = await newJob('/b "quoted" é')
    for (let index = 0; index < 20; index++) await newJob()
    expect(await find('/a', '/b "quoted" é', '/none')).toMatchObject({
      jobs: [
        { id: b, page: '/b "quoted" é' },
        { id: a, page: '/a' },
      ],
      nextCursor: null,
    })
    expect((await find('/a')).jobs).toMatchObject([{ id: a }])
    expect((await find('/A')).jobs).toEqual([])
  })

  it('are found in their own project only', async () => {
    const other = await docs.newProject()
    await newJob('/mine')
    const answer = await docs.request(`/v2/agent/${other.projectId}/jobs?page=/mine`, { key: other.key })
    expect(answer.body.jobs).toEqual([])
  })

  it('have no page unless they were given one, and show it only when asked', async () => {
    const id = await newJob()
    expect((await docs.request(`${base}/job/${id}?include=page`)).body.page).toBeNull()
    expect((await docs.request(`${base}/job/${id}`)).body).not.toHaveProperty('page')
  })

  it('are refused with a page that cannot be one, and lists with too many', async () => {
    for (const page of ['', 'x'.repeat(1001), 'a\u0000b', 7])
      expect((await docs.request(`${base}/job`, { json: { prompt: 'x', page } })).status).toBe(400)
    const many = Array.from({ length: 101 }, (_, index) => `page=/${index}`).join('&')
    expect((await docs.request(`${base}/jobs?${many}`)).status).toBe(400)
  })

  it('show where their pull request stands: null without one, open, merged with the time, closed', async () => {
    const repository: TestRepository = createRepository({ 'a.md': '# A' })
    try {
      const { projectId, key } = await docs.newProject(repository.url)
      const { builtin, codeHosts, databases } = docs.service.context
      const standing = async (id: string) =>
        (await docs.request(`/v2/agent/${projectId}/job/${id}?include=pullRequest`, { key })).body.pullRequest
      const open = async (branch: string) => {
        const { body } = await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' } })
        expect(await standing(body.id)).toBeNull()
        const baseCommit = repository.git('rev-parse', 'main')
        repository.git('checkout', '--quiet', '-b', branch, 'main')
        repository.write({ [`${branch}.md`]: '# New' })
        const headCommit = repository.commit('New')
        repository.git('checkout', '--quiet', '--detach', 'main')
        const request = { projectId, repository: repository.url, head: branch, base: 'main', title: 'New', body: '' }
        const prLink = await codeHosts.get('builtin').openPullRequest({ ...request, baseCommit, headCommit })
        await finishJob(docs, body.id, { status: 'completed', prLink })
        const { id } = await databases.main.query
          .selectFrom('pull_request')
          .select('id')
          .where('head', '=', branch)
          .executeTakeFirstOrThrow()
        return { jobId: body.id as string, id }
      }
      const merged = await open('one')
      expect(await standing(merged.jobId)).toEqual({ state: 'open', isDraft: false, mergedAt: null })
      await mergePullRequest(builtin, merged.id, { actor: 'test', expectedHead: null })
      const { state, mergedAt } = await standing(merged.jobId)
      expect(state).toBe('merged')
      expect(Math.abs(Date.parse(mergedAt) - Date.now())).toBeLessThan(60_000)
      const closed = await open('two')
      await closePullRequest(builtin, closed.id, 'test')
      expect(await standing(closed.jobId)).toEqual({ state: 'closed', isDraft: false, mergedAt: null })
    } finally {
      repository.remove()
    }
  })
})
