import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestStores, openTestStores } from '../../test/support/test-stores.ts'
import { lockProject } from '../projects/store.ts'
import { createJob } from './create-job.ts'
import { Fenced } from './fenced.ts'
import { type JobSignal, createJobSignal } from './job-signal.ts'
import { type Lease, type LeaseDeps, keepLease } from './keep-lease.ts'
import { takeLease } from './lease-store.ts'
import type { JobRow } from './store.ts'

const LEASE_MS = 3_600_000

describe('a lease that is kept', () => {
  let stores: TestStores
  let signal: JobSignal
  let job: JobRow
  let lease: Lease
  /** A connection whose other end is gone: questions are neither answered nor refused. */
  let isHalfOpen = false

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    stores = await openTestStores('sqlite')
    signal = createJobSignal()
    isHalfOpen = false
    const { main } = stores.databases
    const projectId = await stores.newProject()
    await createJob({ database: main, ids: stores.ids, signal }, projectId, { prompt: 'x' }, null)
    job = (await main.transaction(async (tx) => {
      await lockProject(tx, projectId)
      return takeLease(tx, projectId, 'one', await tx.now(), (await tx.now()) + LEASE_MS)
    }))!
    const now: typeof main.now = () => (isHalfOpen ? new Promise(() => undefined) : main.now())
    const deps: LeaseDeps = { database: { ...main, now }, signal, clock: stores.clock, leaseMs: LEASE_MS }
    lease = keepLease(deps, job)
  })
  afterEach(async () => {
    lease.stop()
    vi.useRealTimers()
    await stores.close()
  })

  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const pass = async (milliseconds: number) => {
    stores.clock.advance(milliseconds)
    await settle()
  }

  it('is lost when no renewal was confirmed in its time, although the database never says so', async () => {
    isHalfOpen = true
    signal.notify(job.id)
    await pass(LEASE_MS - 1)
    expect(lease.lost.aborted).toBe(false)
    const confirming = expect(lease.confirm()).rejects.toBeInstanceOf(Fenced)
    await pass(1)
    expect(lease.lost.aborted).toBe(true)
    await confirming
  })

  it('is lost soon after another node took the job away, long before the next renewal', async () => {
    await stores.databases.main.query.updateTable('job').set({ epoch: 99 }).where('id', '=', job.id).execute()
    expect(lease.lost.aborted).toBe(false)
    vi.advanceTimersByTime(2_000)
    await expect.poll(() => lease.lost.aborted).toBe(true)
  })

  it('is held for its whole time from the last renewal that was confirmed', async () => {
    await pass(LEASE_MS - 1)
    await lease.confirm()
    isHalfOpen = true
    await pass(LEASE_MS - 1)
    expect(lease.lost.aborted).toBe(false)
    await pass(1)
    expect(lease.lost.aborted).toBe(true)
  })
})
