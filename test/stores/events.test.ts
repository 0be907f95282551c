import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveJob, unarchiveJob } from '../../src/jobs/archive-job.ts'
import { cancelJob } from '../../src/jobs/cancel-job.ts'
import { type JobUseCaseDeps, createJob } from '../../src/jobs/create-job.ts'
import { deleteOldEvents } from '../../src/jobs/delete-old-events.ts'
import { type NewEvent, appendEvents, listEvents } from '../../src/jobs/event-store.ts'
import { type JobEvent, RUN_EVENTS_MAX, readEvents } from '../../src/jobs/events.ts'
import { Fenced } from '../../src/jobs/fenced.ts'
import { createJobSignal } from '../../src/jobs/job-signal.ts'
import { takeLease } from '../../src/jobs/lease-store.ts'
import { openLedger } from '../../src/jobs/ledger.ts'
import { openRunEvents } from '../../src/jobs/run-events.ts'
import { sendMessage } from '../../src/jobs/send-message.ts'
import { endRun } from '../../src/jobs/steps/finish-run.ts'
import { findJob } from '../../src/jobs/store.ts'
import { lockProject } from '../../src/projects/store.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const DAY_MS = 86_400_000

describe.each(ENGINES)('the events of jobs on %s', (engine) => {
  let stores: TestStores
  let deps: JobUseCaseDeps
  let projectId: string

  beforeAll(async () => {
    stores = await openTestStores(engine)
    deps = { database: stores.databases.main, ids: stores.ids, signal: createJobSignal() }
  })
  afterAll(() => stores.close())

  const newJob = async () => {
    projectId = await stores.newProject()
    return (await createJob(deps, projectId, { prompt: 'first' }, null)).answer.job
  }
  const claim = () =>
    deps.database.transaction(async (tx) => {
      await lockProject(tx, projectId)
      const now = await tx.now()
      return (await takeLease(tx, projectId, 'one', now, now + 30_000))!
    })
  const text = (content: string): JobEvent => ({ kind: 'text', data: { text: content } })
  const row = (data: string): NewEvent => ({ run: null, kind: 'text', data: JSON.stringify({ text: data }) })
  const read = (id: string) => readEvents(deps.database, id, 0, 10_000)
  const brief = async (id: string) =>
    (await read(id)).map(({ kind, data }) =>
      [kind, ...Object.values(data).filter((value) => typeof value === 'string' && !value.startsWith('msg_'))].join(' '),
    )

  describe('appending', () => {
    it('numbers without gaps or repeats whatever several transactions do at once, also those that are rolled back', async () => {
      const transaction = fc.record({ sizes: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }), fails: fc.boolean() })
      const writers = fc.array(fc.array(transaction, { maxLength: 4 }), { minLength: 2, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(writers, async (plans) => {
          const { id } = await newJob()
          const before = (await read(id)).length
          const write = async (writer: number, plan: (typeof plans)[number]) => {
            for (const [turn, { sizes, fails }] of plan.entries()) {
              const work = deps.database.transaction(async (tx) => {
                for (const size of sizes)
                  await appendEvents(
                    tx,
                    id,
                    Array.from({ length: size }, () => row(`${writer}.${turn}`)),
                  )
                if (fails) throw new Error('roll back')
              })
              await work.catch((error: Error) => expect(error.message).toBe('roll back'))
            }
          }
          await Promise.all(plans.map((plan, writer) => write(writer, plan)))
          const events = (await read(id)).slice(before)
          const kept = plans.map((plan) => plan.filter(({ fails }) => !fails).flatMap(({ sizes }) => sizes))
          const total = kept.flat().reduce((sum, size) => sum + size, 0)
          expect(events.map((event) => event.seq)).toEqual(Array.from({ length: total }, (_, index) => before + index + 1))
          // Those of one transaction stand together, and those of one writer in the order they were written.
          for (const [writer] of plans.entries()) {
            const turns = events
              .map((event) => (event.data as { text: string }).text.split('.').map(Number))
              .filter(([by]) => by === writer)
              .map(([, turn]) => turn!)
            expect(turns).toEqual(turns.toSorted((a, b) => a - b))
          }
        }),
        { numRuns: engine === 'sqlite' ? 30 : 15, endOnFailure: true },
      )
    })

    it('lists after a number, up to a limit', async () => {
      const { id } = await newJob()
      await deps.database.transaction((tx) => appendEvents(tx, id, ['a', 'b', 'c'].map(row)))
      expect((await listEvents(deps.database, id, 1, 3)).map((event) => event.seq)).toEqual([2, 3, 4])
      expect(await listEvents(deps.database, id, 5, 3)).toEqual([])
    })
  })

  describe('what callers do', () => {
    it('is written with it, in order', async () => {
      const { id } = await newJob()
      await sendMessage(deps, projectId, id, 'second', null)
      await cancelJob(deps, projectId, id)
      await sendMessage(deps, projectId, id, 'third', null)
      await archiveJob(deps, projectId, id)
      await archiveJob(deps, projectId, id)
      await unarchiveJob(deps, projectId, id)
      expect(await brief(id)).toEqual([
        'message first',
        'status active',
        'message second',
        'status failed',
        'message third',
        'status active',
        'status archived',
        'status failed',
      ])
      expect((await read(id))[3]!.data).toMatchObject({ failure: { code: 'cancelled' } })
    })

    it('is not written when it is refused', async () => {
      const { id } = await newJob()
      await archiveJob(deps, projectId, id)
      const before = await brief(id)
      await expect(sendMessage(deps, projectId, id, 'late', null)).rejects.toThrow('archived')
      await expect(cancelJob(deps, projectId, id)).rejects.toThrow()
      expect(await brief(id)).toEqual(before)
    })
  })

  describe('a worker', () => {
    it('reports each step, and skips what an earlier worker did', async () => {
      const { id } = await newJob()
      const first = await claim()
      const run = async (epoch: number, fails: boolean) => {
        const events = await openRunEvents(deps, { id, epoch }, 1)
        const ledger = await openLedger(deps.database, id, epoch, 1, events)
        await ledger.step('mirror', async () => 1)
        await ledger.step('agent', async () => {
          events.emit(text('hello'))
          await events.flush()
          if (fails) throw new Error('crash')
          return 2
        })
      }
      await expect(run(first.epoch, true)).rejects.toThrow('crash')
      stores.clock.advance(30_000)
      const second = await claim()
      await run(second.epoch, false)
      await endRun(deps, second, 1, { status: 'completed' }, [
        { kind: 'pull-request', data: { link: '/pull-requests/x', change: 'created' } },
      ])
      expect((await brief(id)).slice(2)).toEqual([
        'step mirror started',
        'step mirror done',
        'step agent started',
        'text hello',
        'step mirror skipped',
        'step agent started',
        'text hello',
        'step agent done',
        'pull-request /pull-requests/x created',
        'status completed',
      ])
    })

    it('that lost the job writes no event, and is told so', async () => {
      const { id } = await newJob()
      const slow = await claim()
      const events = await openRunEvents(deps, slow, 1)
      events.emit(text('mine'))
      await events.flush()
      stores.clock.advance(30_000)
      await claim()
      const before = await brief(id)
      events.emit(text('late'))
      await expect(events.flush()).rejects.toThrow(Fenced)
      events.emit(text('later'))
      await expect(events.flush()).rejects.toThrow(Fenced)
      await expect(endRun(deps, slow, 1, { status: 'completed' })).rejects.toThrow(Fenced)
      expect(await brief(id)).toEqual(before)
      expect(before).toContain('text mine')
    })

    it('writes no event after the job was cancelled, or given back', async () => {
      const { id } = await newJob()
      const job = await claim()
      const events = await openRunEvents(deps, job, 1)
      await cancelJob(deps, projectId, id)
      events.emit(text('late'))
      await expect(events.flush()).rejects.toThrow(Fenced)

      const other = await newJob()
      const done = await claim()
      const theirs = await openRunEvents(deps, done, 1)
      await sendMessage(deps, projectId, other.id, 'more', null)
      await endRun(deps, done, 1, { status: 'completed' })
      theirs.emit(text('late'))
      await expect(theirs.flush()).rejects.toThrow(Fenced)
      expect([...(await brief(id)), ...(await brief(other.id))].join()).not.toContain('late')
    })

    it('tells of a run that failed while another message waits, although the job stays active', async () => {
      const { id } = await newJob()
      const job = await claim()
      await sendMessage(deps, projectId, id, 'more', null)
      await endRun(deps, job, 1, { status: 'failed', failure: { code: 'ref_not_found', message: 'No branch.', hint: null } })
      expect((await brief(id)).at(-1)).toBe('warning ref_not_found No branch.')
      expect(await findJob(deps.database, projectId, id)).toMatchObject({ status: 'active' })
    })

    it('is cut off after so many events of one run, also over a restart, and its status is not', async () => {
      const { id } = await newJob()
      const job = await claim()
      const events = await openRunEvents(deps, job, 1)
      for (let count = 0; count < RUN_EVENTS_MAX - 10; count++) events.emit(text('x'))
      await events.flush()
      const again = await openRunEvents(deps, job, 1)
      for (let count = 0; count < 100; count++) again.emit(text('y'))
      await again.flush()
      const third = await openRunEvents(deps, job, 1)
      third.emit(text('z'))
      await third.flush()
      await endRun(deps, job, 1, { status: 'completed' }, [text('more')])
      const written = (await read(id)).slice(2)
      expect(written.length).toBe(RUN_EVENTS_MAX + 2)
      expect(written.slice(-3).map((event) => event.kind)).toEqual(['text', 'warning', 'status'])
      expect(written.at(-2)!.data).toMatchObject({ code: 'too_many_events' })
      expect(written.map((event) => event.seq)).toEqual(written.map((_, index) => index + 3))
    })
  })

  describe('the events of archived jobs', () => {
    it('are deleted after 90 days, others are not, and the numbers go on', async () => {
      const old = await newJob()
      const oldProject = projectId
      await archiveJob(deps, projectId, old.id)
      stores.clock.advance(DAY_MS)
      const young = await newJob()
      await archiveJob(deps, projectId, young.id)
      const active = await newJob()
      stores.clock.advance(89 * DAY_MS + 1)
      expect(await deleteOldEvents(deps.database)).toBeGreaterThan(0)
      expect(await deleteOldEvents(deps.database)).toBe(0)
      expect((await read(old.id)).map((event) => event.seq)).toEqual([3])
      expect((await read(young.id)).length).toBe(3)
      expect((await read(active.id)).length).toBe(2)
      await unarchiveJob(deps, oldProject, old.id)
      expect((await read(old.id)).map((event) => event.seq)).toEqual([3, 4])
    })
  })
})
