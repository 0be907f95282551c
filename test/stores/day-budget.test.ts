import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJob } from '../../src/jobs/create-job.ts'
import { countUse, refuseTooManyJobs, refuseWhenDayIsUsedUp } from '../../src/jobs/day-budget.ts'
import { createJobSignal } from '../../src/jobs/job-signal.ts'
import { NOTHING_USED, type Usage } from '../../src/jobs/job.ts'
import { type Budgets, DEFAULT_SETTINGS } from '../../src/projects/settings.ts'
import { updateProject } from '../../src/projects/update-project.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const DAY_MS = 86_400_000
const used = (tokens: number, costUsd: number): Usage => ({ turns: 1, inputTokens: tokens - 1, outputTokens: 1, costUsd })

describe.each(ENGINES)('the budgets of a day on %s', (engine) => {
  let stores: TestStores
  beforeAll(async () => {
    stores = await openTestStores(engine)
  })
  afterAll(() => stores.close())

  const database = () => stores.databases.main
  const newProject = async (budgets: Partial<Budgets>) => {
    const projectId = await stores.newProject()
    await updateProject({ database: database(), ids: stores.ids }, projectId, { settings: { budgets } }, 'test')
    return projectId
  }
  const count = (projectId: string, usage: Usage) =>
    database().transaction(async (tx) => countUse(tx, projectId, await tx.now(), usage))
  const refuse = (projectId: string, unsaved = NOTHING_USED) => refuseWhenDayIsUsedUp(database(), projectId, unsaved)
  const startOfNextDay = () => (Math.floor(stores.clock.now() / DAY_MS) + 1) * DAY_MS

  it('stop a project at its money, say how much was used, and start again with the next day of UTC', async () => {
    const projectId = await newProject({ dayCostUsd: 1 })
    await count(projectId, used(10, 0.7))
    await refuse(projectId)
    await count(projectId, used(10, 0.3001))
    const next = startOfNextDay()
    const time = new Date(next).toISOString().slice(0, 16).replace('T', ' ')
    await expect(refuse(projectId)).rejects.toMatchObject({
      code: 'budget_exceeded',
      message: `The project's budget of 1 US dollars a day is used up: 1.0001 were used. It starts again at ${time} UTC.`,
      isPassing: false,
    })
    stores.clock.advance(next - stores.clock.now() - 1)
    await expect(refuse(projectId)).rejects.toMatchObject({ code: 'budget_exceeded' })
    stores.clock.advance(1)
    await refuse(projectId)
  })

  it('stop a project at its tokens, also those that no saved turn has counted yet', async () => {
    const projectId = await newProject({ dayTokens: 100 })
    await count(projectId, used(60, 0))
    await refuse(projectId, used(39, 0))
    await expect(refuse(projectId, used(40, 0))).rejects.toThrow('budget of 100 tokens a day is used up: 100 were used')
  })

  it('count for one project what several runs use at the same time', async () => {
    const [projectId, other] = [await newProject({ dayTokens: 1000 }), await newProject({ dayTokens: 1 })]
    await Promise.all(Array.from({ length: 20 }, () => count(projectId, used(50, 0.01))))
    await expect(refuse(projectId)).rejects.toThrow('1000 were used')
    await refuse(other)
  })

  it('are none by default, and none for what costs nothing', async () => {
    const projectId = await newProject({})
    await count(projectId, used(1_000_000_000, 1000))
    await count(projectId, NOTHING_USED)
    await refuse(projectId)
  })

  it('refuse the jobs that were created after the last that a day may have, and no follow-ups to older ones', async () => {
    const projectId = await stores.newProject()
    const deps = { database: database(), ids: stores.ids, signal: createJobSignal() }
    const create = async () => (await createJob(deps, projectId, { prompt: 'x' }, null)).answer.job
    const budgets = { ...DEFAULT_SETTINGS.budgets, dayJobs: 2 }
    const jobs = [await create(), await create(), await create()]
    await refuseTooManyJobs(database(), jobs[0]!, budgets)
    await refuseTooManyJobs(database(), jobs[1]!, budgets)
    await expect(refuseTooManyJobs(database(), jobs[2]!, budgets)).rejects.toThrow(
      'budget of 2 jobs a day is used up: this is job 3 of today',
    )
    stores.clock.advance(DAY_MS)
    await refuseTooManyJobs(database(), jobs[2]!, budgets)
    await refuseTooManyJobs(database(), await create(), budgets)
  })
})
