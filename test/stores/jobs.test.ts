import SqliteFile from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelJob } from '../../src/jobs/cancel-job.ts'
import { type JobUseCaseDeps, createJob } from '../../src/jobs/create-job.ts'
import { deleteOldAnswers } from '../../src/jobs/delete-old-answers.ts'
import { insertAnswer } from '../../src/jobs/idempotency-store.ts'
import { createJobSignal } from '../../src/jobs/job-signal.ts'
import { claimJob } from '../../src/jobs/claim-job.ts'
import { listHeld, releaseLease, releaseLeasesOf, renewLease, takeLease } from '../../src/jobs/lease-store.ts'
import { peekQuota, takeUse } from '../../src/jobs/hourly-limits.ts'
import { openLedger } from '../../src/jobs/ledger.ts'
import { Fenced } from '../../src/jobs/fenced.ts'
import { openRunEvents } from '../../src/jobs/run-events.ts'
import { endRun } from '../../src/jobs/steps/finish-run.ts'
import { type JobChange, type JobRow, findJob, listMessages, settleJob } from '../../src/jobs/store.ts'
import { refreshTurns } from '../../src/jobs/turn-store.ts'
import { sendMessage } from '../../src/jobs/send-message.ts'
import type { Problem } from '../../src/lib/problem.ts'
import { lockProject } from '../../src/projects/store.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const HOUR_MS = 3_600_000

describe.each(ENGINES)('the job stores on %s', (engine) => {
  let stores: TestStores
  let deps: JobUseCaseDeps

  beforeAll(async () => {
    stores = await openTestStores(engine)
    deps = { database: stores.databases.main, ids: stores.ids, signal: createJobSignal() }
  })
  afterAll(() => stores.close())

  const newJob = async (projectId: string) => (await createJob(deps, projectId, { prompt: 'x' }, null)).answer.job
  const claim = (projectId: string, owner = 'one', leaseMs = 30_000) =>
    deps.database.transaction(async (tx) => {
      await lockProject(tx, projectId)
      const now = await tx.now()
      return takeLease(tx, projectId, owner, now, now + leaseMs)
    })

  /** Keeps everybody else from writing to the project while the work goes on, as another process would. */
  const whileLocked = async <Result>(projectId: string, work: () => Promise<Result>): Promise<Result> => {
    if (engine === 'postgres')
      return deps.database.transaction(async (tx) => {
        await lockProject(tx, projectId)
        return work()
      })
    const other = new SqliteFile(deps.database.address)
    other.exec('begin immediate')
    try {
      return await work()
    } finally {
      other.close()
    }
  }

  describe('a job over the limit', () => {
    it('is refused although somebody else holds the lock of the project', async () => {
      const projectId = await stores.newProject()
      const now = stores.clock.now()
      await deps.database.transaction(async (tx) => {
        for (let use = 0; use < 100; use++) await takeUse(tx, stores.ids, 'agent-job', projectId, now)
      })
      await whileLocked(projectId, () => expect(newJob(projectId)).rejects.toMatchObject({ status: 429 }))
    })
  })

  describe('answers of idempotent requests', () => {
    const create = (projectId: string, key: string) =>
      createJob(deps, projectId, { prompt: 'x' }, { key, endpoint: 'create-job', body: {} })
    const keysOf = async (projectId: string) =>
      (await deps.database.query.selectFrom('idempotency').select('key').where('project_id', '=', projectId).execute()).map(
        ({ key }) => key,
      )

    it('go when they are too old: under the lock of a project its own, and in the sweep all others, some at a time', async () => {
      const [one, other] = [await stores.newProject(), await stores.newProject()]
      await create(one, 'old')
      for (let count = 0; count < 1001; count++)
        await insertAnswer(
          deps.database,
          other,
          'create-job',
          `old ${count}`,
          { fingerprint: '', answer: '' },
          stores.clock.now(),
          0,
        )
      stores.clock.advance(24 * HOUR_MS)
      await create(one, 'new')
      expect(await keysOf(one)).toEqual(['new'])
      expect(await keysOf(other)).toHaveLength(1001)

      let transactions = 0
      const counting: typeof deps.database = {
        ...deps.database,
        transaction: (work) => {
          transactions++
          return deps.database.transaction(work)
        },
      }
      expect(await deleteOldAnswers(counting)).toBe(1001)
      expect(transactions).toBe(3)
      expect([await keysOf(one), await keysOf(other)]).toEqual([['new'], []])
      expect((await create(one, 'new')).isReplay).toBe(true)
    })
  })

  describe('a transaction', () => {
    it('that fails leaves nothing, and runs no action of after its commit', async () => {
      const projectId = await stores.newProject()
      let ran = false
      const failing = deps.database.transaction(async (tx) => {
        await takeUse(tx, stores.ids, 'agent-job', projectId, stores.clock.now())
        tx.afterCommit(() => {
          ran = true
        })
        throw new Error('stop')
      })
      await expect(failing).rejects.toThrow('stop')
      expect(ran).toBe(false)
      expect((await peekQuota(deps.database, 'agent-job', projectId)).remaining).toBe(100)
    })
  })

  describe('a lease', () => {
    it('goes to one worker, oldest job first, and raises the epoch', async () => {
      const projectId = await stores.newProject()
      const [first, second] = [await newJob(projectId), await newJob(projectId)]
      const claimed = [await claim(projectId), await claim(projectId), await claim(projectId)]
      expect(claimed.map((job) => job?.id)).toEqual([first.id, second.id, undefined])
      expect(claimed[0]).toMatchObject({ epoch: 1, attempt: 1 })
      expect(await listHeld(deps.database, projectId)).toHaveLength(2)
    })

    it('that ran out goes to another worker, and the first one can write nothing any more', async () => {
      const projectId = await stores.newProject()
      await newJob(projectId)
      const slow = (await claim(projectId, 'slow'))!
      stores.clock.advance(30_000)
      const quick = (await claim(projectId, 'quick'))!
      expect(quick).toMatchObject({ id: slow.id, epoch: 2 })
      expect(await renewLease(deps.database, slow.id, slow.epoch, stores.clock.now() + 30_000)).toBe(false)
      expect(await settleJob(deps.database, slow.id, slow.epoch, stores.clock.now(), { status: 'completed' })).toBe(false)
      const ledger = await openLedger(deps.database, slow.id, slow.epoch, 1, await openRunEvents(deps, slow, 1))
      await expect(ledger.step('push', async () => 1)).rejects.toThrow(Fenced)
      await expect(endRun(deps, slow, 1, { status: 'completed' })).rejects.toThrow(Fenced)
      expect(await findJob(deps.database, projectId, slow.id)).toMatchObject({ status: 'active', epoch: 2 })
      expect((await listMessages(deps.database, slow.id))[0]!.state).toBe('queued')
    })

    it('is lost at once when the job is cancelled', async () => {
      const projectId = await stores.newProject()
      await newJob(projectId)
      const job = (await claim(projectId))!
      await cancelJob(deps, projectId, job.id)
      expect(await renewLease(deps.database, job.id, job.epoch, stores.clock.now() + 1)).toBe(false)
      expect(await claim(projectId)).toBeNull()
    })

    it('of an earlier process of the same owner is freed at its next start, and of no other', async () => {
      const [one, two] = [await stores.newProject(), await stores.newProject()]
      await newJob(one)
      await newJob(two)
      await claim(one, 'mine')
      await claim(two, 'theirs')
      await releaseLeasesOf(deps.database, 'mine')
      expect(await claim(one, 'mine')).toMatchObject({ epoch: 3 })
      expect(await claim(two, 'mine')).toBeNull()
    })

    it('that is given back without fault costs no attempt', async () => {
      const projectId = await stores.newProject()
      await newJob(projectId)
      const job = (await claim(projectId))!
      await releaseLease(deps.database, job.id, job.epoch, true)
      expect(await claim(projectId)).toMatchObject({ id: job.id, attempt: 1 })
    })

    it('that is lost again and again is given again later and later, until a step is done', async () => {
      const projectId = await stores.newProject()
      await newJob(projectId)
      const pauses: number[] = []
      for (let lost = 0; lost < 10; lost++) {
        let seconds = 0
        let job = await claim(projectId, 'mine')
        for (; !job; job = await claim(projectId, 'mine')) {
          stores.clock.advance(1000)
          seconds += 1
        }
        expect(job.attempt).toBe(lost + 1)
        pauses.push(seconds)
        await releaseLeasesOf(deps.database, 'mine')
      }
      expect(pauses).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 15])
      stores.clock.advance(15_000)
      const job = (await claim(projectId, 'mine'))!
      const ledger = await openLedger(deps.database, job.id, job.epoch, 1, await openRunEvents(deps, job, 1))
      await ledger.step('mirror', async () => 1)
      await releaseLeasesOf(deps.database, 'mine')
      expect(await claim(projectId, 'mine')).toMatchObject({ id: job.id, attempt: 2 })
    })

    it('that was given back cannot be renewed: the job is free for the next claim', async () => {
      const projectId = await stores.newProject()
      await newJob(projectId)
      const job = (await claim(projectId))!
      await settleJob(deps.database, job.id, job.epoch, stores.clock.now(), {})
      expect(await renewLease(deps.database, job.id, job.epoch, stores.clock.now() + 30_000)).toBe(false)
      expect(await claim(projectId)).toMatchObject({ id: job.id, epoch: 2 })
    })

    it('is not given before its time', async () => {
      const projectId = await stores.newProject()
      await newJob(projectId)
      const job = (await claim(projectId))!
      await settleJob(deps.database, job.id, job.epoch, stores.clock.now(), { notBefore: stores.clock.now() + 5000 })
      expect(await claim(projectId)).toBeNull()
      stores.clock.advance(5000)
      expect(await claim(projectId)).not.toBeNull()
    })
  })

  describe('a claim', () => {
    let line: TestStores
    beforeEach(async () => void (line = await openTestStores(engine)))
    afterEach(() => line.close())

    const open = () => ({ database: line.databases.main, ids: line.ids, signal: createJobSignal() })
    const add = async (projectId: string) => (await createJob(open(), projectId, { prompt: 'x' }, null)).answer.job
    const next = (jobsPerProject = 2) =>
      claimJob(line.databases.main, { owner: 'one', leaseMs: 30_000, jobsPerProject }).then((job) => {
        line.clock.advance(1)
        return job
      })
    const settle = (job: JobRow, change: JobChange) => settleJob(line.databases.main, job.id, job.epoch, line.clock.now(), change)

    it('gives every waiting project its first job before any gets a second, also one that comes later', async () => {
      const [large, small, late] = [await line.newProject(), await line.newProject(), await line.newProject()]
      for (const projectId of [large, large, large, small]) await add(projectId)
      const first = [await next(), await next()]
      expect(new Set(first.map((job) => job?.projectId))).toEqual(new Set([large, small]))
      await add(late)
      expect([await next(), await next()].map((job) => job?.projectId)).toEqual([late, large])
    })

    it('goes on with the project whose last claim is longest ago', async () => {
      const [one, two] = [await line.newProject(), await line.newProject()]
      for (const projectId of [one, one, one, two, two, two]) await add(projectId)
      const order = []
      for (let claims = 0; claims < 6; claims++) order.push((await next(9))?.projectId)
      expect([new Set(order.slice(0, 2)), new Set(order.slice(2, 4)), new Set(order.slice(4))]).toEqual(
        Array.from({ length: 3 }, () => new Set([one, two])),
      )
    })

    it('leaves out a project that is at its limit until a job of it ends or loses its lease', async () => {
      const projectId = await line.newProject()
      for (let jobs = 0; jobs < 4; jobs++) await add(projectId)
      const [first] = [await next(), await next()]
      expect(await next()).toBeNull()
      await settle(first!, { status: 'completed' })
      expect(await next()).not.toBeNull()
      expect(await next()).toBeNull()
      line.clock.advance(30_000)
      expect(await next()).not.toBeNull()
    })

    it('comes back to a project when its job may be tried again', async () => {
      const job = await add(await line.newProject())
      await settle((await next())!, { notBefore: line.clock.now() + 5000 })
      expect(await next()).toBeNull()
      line.clock.advance(5000)
      expect(await next()).toMatchObject({ id: job.id, epoch: 2 })
    })

    it('finds jobs that a node of the version before queued', async () => {
      const job = await add(await line.newProject())
      await line.databases.main.query.deleteFrom('project_turn').execute()
      expect(await next()).toBeNull()
      await refreshTurns(line.databases.main, line.clock.now())
      expect(await next()).toMatchObject({ id: job.id })
    })

    it('is never empty while work is claimable, and never too many for a project, however many claim at once', async () => {
      const projects = await Promise.all(Array.from({ length: 5 }, () => line.newProject()))
      for (const projectId of [...projects, ...projects, ...projects]) await add(projectId)
      const claimed = await Promise.all(Array.from({ length: 10 }, () => next()))
      expect(new Set(claimed.map((job) => job?.id)).size).toBe(10)
      for (const projectId of projects) expect(claimed.filter((job) => job?.projectId === projectId)).toHaveLength(2)
      expect(await next()).toBeNull()
    })
  })

  describe('a ledger', () => {
    it('does a step once, also for the next worker on the same run, and again for another run', async () => {
      const projectId = await stores.newProject()
      await newJob(projectId)
      const job = (await claim(projectId))!
      let done = 0
      const step = async (epoch: number, run: number) => {
        const events = await openRunEvents(deps, { id: job.id, epoch }, run)
        const ledger = await openLedger(deps.database, job.id, epoch, run, events)
        return ledger.step('agent', async () => ({ count: ++done }))
      }
      expect(await step(job.epoch, 1)).toEqual({ count: 1 })
      stores.clock.advance(30_000)
      const next = (await claim(projectId))!
      expect(await step(next.epoch, 1)).toEqual({ count: 1 })
      expect(await step(next.epoch, 2)).toEqual({ count: 2 })
    })
  })

  describe('the end of a run', () => {
    it('leaves the job active when another message came in the meantime', async () => {
      const projectId = await stores.newProject()
      await newJob(projectId)
      const job = (await claim(projectId))!
      await sendMessage(deps, projectId, job.id, 'more', null)
      await endRun(deps, job, 1, { status: 'completed', prLink: '/x' })
      expect(await findJob(deps.database, projectId, job.id)).toMatchObject({ status: 'active', prLink: '/x' })
      const next = (await claim(projectId))!
      await endRun(deps, next, 2, { status: 'completed' })
      expect(await findJob(deps.database, projectId, job.id)).toMatchObject({ status: 'completed', prLink: '/x' })
    })
  })

  describe('the limit', () => {
    it('lets through what a naive count of the last hour would, for any times, also when the clock is set back', async () => {
      const gap = fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
        { weight: 1, arbitrary: fc.integer({ min: HOUR_MS - 2, max: HOUR_MS + 2 }) },
        { weight: 1, arbitrary: fc.integer({ min: -5000, max: 0 }) },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(gap, { minLength: 100, maxLength: 130 }), async (gaps) => {
          const projectId = await stores.newProject()
          let accepted: number[] = []
          for (const milliseconds of gaps) {
            stores.clock.advance(milliseconds)
            const now = stores.clock.now()
            const past = accepted.map((at) => Math.min(at, now))
            const recent = past.filter((at) => at > now - HOUR_MS)
            const result = await deps.database
              .transaction((tx) => takeUse(tx, stores.ids, 'agent-job', projectId, now))
              .catch((error: Problem) => error)
            if (recent.length < 100) {
              expect(result).toMatchObject({ remaining: 99 - recent.length })
              accepted = [...past, now]
            } else {
              const oldest = Math.min(...recent)
              expect(result).toMatchObject({
                status: 429,
                headers: { 'retry-after': String(Math.ceil((oldest + HOUR_MS - now) / 1000)) },
              })
            }
          }
        }),
        // Shrinking would repeat hundreds of transactions; the seed is printed all the same.
        { numRuns: engine === 'sqlite' ? 30 : 5, endOnFailure: true },
      )
    })
  })
})
