import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JobUseCaseDeps, createJob } from '../../src/jobs/create-job.ts'
import { JOB_STATES, stateOf } from '../../src/jobs/job-state.ts'
import { createJobSignal } from '../../src/jobs/job-signal.ts'
import { recordStanding } from '../../src/jobs/state-store.ts'
import { type JobChange, findJob, listJobs, updateJob } from '../../src/jobs/store.ts'
import { insertPullRequest } from '../../src/pull-requests/pull-request-store.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const LINK = 'https://github.com/acme/docs/pull/1'

describe.each(ENGINES)('jobs by what became of them, on %s', (engine) => {
  let stores: TestStores
  let deps: JobUseCaseDeps
  let projectId: string

  beforeAll(async () => {
    stores = await openTestStores(engine)
    deps = { database: stores.databases.main, ids: stores.ids, signal: createJobSignal() }
    projectId = await stores.newProject()
  })
  afterAll(() => stores.close())

  const newJob = async (change: JobChange, prompt = 'x') => {
    const { job } = (await createJob(deps, projectId, { prompt }, null)).answer
    await updateJob(deps.database, job.id, 1, change)
    return job.id
  }
  const list = async (filter: object) =>
    (await listJobs(deps.database, { projectId, status: null, beforeId: null, limit: 50, ...filter })).map(({ id }) => id)

  it('lists each job under one state, the one that it shows', async () => {
    const told = async (state: 'open' | 'merged' | 'closed') => {
      const id = await newJob({ status: 'completed', prLink: LINK, outcome: 'changed' })
      await recordStanding(deps.database, id, LINK, { state, isDraft: false, mergedAt: state === 'merged' ? 5 : null })
      return id
    }
    const builtin = async (state: 'open' | 'merged') => {
      const secret = stores.ids.next('msg', 1).padEnd(32, '-').slice(-32)
      await insertPullRequest(deps.database, {
        id: stores.ids.next('job', 1),
        projectId,
        secret,
        head: secret,
        base: 'main',
        title: '',
        body: '',
        state,
        isDraft: false,
        baseCommit: 'a',
        headCommit: 'b',
        checks: null,
        createdAt: 1,
        updatedAt: 1,
        mergedAt: null,
        closedAt: null,
        mergeCommit: null,
      })
      return newJob({ status: 'completed', prLink: `/pull-requests/${secret}` })
    }
    const expected = {
      working: [await newJob({})],
      needs_review: [
        await newJob({ status: 'completed', prLink: LINK }),
        await told('open'),
        await builtin('open'),
        await newJob({ status: 'completed', outcome: 'needs_choice' }),
      ],
      merged: [await told('merged'), await builtin('merged')],
      closed: [await told('closed')],
      no_changes: [await newJob({ status: 'completed', outcome: 'no_changes' }), await newJob({ status: 'completed' })],
      failed: [await newJob({ status: 'failed' })],
      archived: [await newJob({ status: 'archived', prLink: LINK })],
    }
    for (const state of JOB_STATES) expect([state, await list({ state })]).toEqual([state, expected[state].toReversed()])
  })

  it('forgets what the code host said once the job has another pull request', async () => {
    const id = await newJob({ status: 'completed', prLink: LINK })
    await recordStanding(deps.database, id, LINK, { state: 'merged', isDraft: false, mergedAt: 5 })
    expect(await list({ state: 'merged' })).toContain(id)
    await updateJob(deps.database, id, 2, { prLink: `${LINK}2` })
    expect(await list({ state: 'needs_review' })).toContain(id)
    await recordStanding(deps.database, id, LINK, { state: 'merged', isDraft: false, mergedAt: 5 })
    expect((await findJob(deps.database, projectId, id))!.prStanding).toBeNull()
  })

  it('finds a text in the first prompt in any case, and takes signs for what they are', async () => {
    const id = await newJob({}, 'Rename Workspace to 100%_project')
    for (const search of ['workspace', 'WORKSPACE TO', '100%_p']) expect(await list({ search })).toEqual([id])
    for (const search of ['%w', 'Rename_Workspace', '\\']) expect(await list({ search })).toEqual([])
  })
})

it('is what the person sees first', () => {
  const done = { status: 'completed', prLink: LINK, outcome: 'changed' } as const
  expect(stateOf(done, undefined)).toBe('needs_review')
  expect(stateOf(done, { state: 'unknown', isDraft: false, mergedAt: null })).toBe('needs_review')
  expect(stateOf({ ...done, prLink: null }, undefined)).toBe('no_changes')
  expect(stateOf({ ...done, status: 'active' }, undefined)).toBe('working')
})
