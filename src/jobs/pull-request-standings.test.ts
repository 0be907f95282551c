import { describe, expect, it } from 'vitest'
import type { CodeHost, PullRequestStanding } from '../codehosts/code-host.ts'
import { Fault } from '../lib/fault.ts'
import type { Job } from './job.ts'
import { createPullRequestStandings } from './pull-request-standings.ts'

const OPEN: PullRequestStanding = { state: 'open', isDraft: false, mergedAt: null }
const MERGED: PullRequestStanding = { state: 'merged', isDraft: false, mergedAt: 5 }
const UNKNOWN = { state: 'unknown', isDraft: false, mergedAt: null }
const LINK = 'https://github.com/acme/docs/pull/1'

function prepare(answer: () => Promise<PullRequestStanding | null>) {
  const state = { now: 1_000_000, answer, asked: 0, remembered: [] as string[] }
  const host = {
    readPullRequest: async () => {
      state.asked++
      return state.answer()
    },
  } as unknown as CodeHost
  const clock = { now: () => state.now } as Parameters<typeof createPullRequestStandings>[0]['clock']
  const standings = createPullRequestStandings({
    codeHostFor: async () => host,
    clock,
    remember: async (_job, _link, { state: said }) => void state.remembered.push(said),
  })
  const job = (more: Partial<Job> = {}) =>
    ({ id: 'job_1', projectId: 'prj_1', status: 'completed', repository: 'r', prLink: LINK, ...more }) as Job
  return { state, job, get: async (...jobs: Job[]) => [...(await standings.get(jobs)).values()] }
}

describe('where pull requests stand', () => {
  it('is asked once a minute as long as one is open, and never again once it is merged', async () => {
    const { state, job, get } = prepare(async () => OPEN)
    expect(await get(job())).toEqual([OPEN])
    expect(await get(job())).toEqual([OPEN])
    expect(state.asked).toBe(1)
    state.now += 60_000
    state.answer = async () => MERGED
    expect(await get(job())).toEqual([MERGED])
    state.now += 1e12
    expect(await get(job())).toEqual([MERGED])
    expect(state.asked).toBe(2)
    expect(state.remembered).toEqual(['open', 'merged'])
  })

  it('is not asked again for a job that is known to be merged', async () => {
    const { state, job, get } = prepare(async () => OPEN)
    expect(await get(job({ prStanding: { state: 'merged', mergedAt: 5 } }))).toEqual([MERGED])
    expect(state.asked).toBe(0)
  })

  it('is asked anew for another project: its token may see other things', async () => {
    const { state, job, get } = prepare(async () => OPEN)
    await get(job(), job({ id: 'job_2', projectId: 'prj_2' }))
    expect(state.asked).toBe(2)
  })

  it('is unknown, and no error, when the host does not tell', async () => {
    const { state, job, get } = prepare(() =>
      Promise.reject(new Fault({ code: 'code_host_unreachable', message: 'GitHub cannot be reached.' })),
    )
    expect(await get(job())).toEqual([UNKNOWN])
    state.now += 60_000
    state.answer = async () => null
    expect(await get(job())).toEqual([UNKNOWN])
  })

  it('is not asked for jobs without one, and for active jobs', async () => {
    const { state, job, get } = prepare(async () => OPEN)
    expect(await get(job({ prLink: null }), job({ status: 'active' }))).toEqual([])
    expect(state.asked).toBe(0)
  })

  it('is always asked of the built-in code host, which has it at hand', async () => {
    const { state, job, get } = prepare(async () => OPEN)
    await get(job({ prLink: '/pull-requests/x' }))
    await get(job({ prLink: '/pull-requests/x' }))
    expect(state.asked).toBe(2)
  })
})
