import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Sighting } from '../../collect/normalise.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Batch } from './packed-group.ts'

const sighting: Sighting = { id: null, time: 0, path: '/a', verdict: { class: 'human' } }
const batch = (events: number, projectId = 'p'): Batch => ({
  projectId,
  sightings: Array.from({ length: events }, () => sighting),
  sums: null,
  source: 'server',
  progress: null,
})

/** A disk that finishes a commit when it is told to. */
function createDisk() {
  const commits: { batches: Batch[]; finish(): void; fail(error: Error): void }[] = []
  let now = 0
  const group = createGroupCommit(
    (batches) =>
      new Promise((resolve, reject) => {
        const outcomes = batches.map((item) => ({ accepted: item.sightings.length, duplicates: 0, isStale: false }))
        commits.push({ batches, finish: () => resolve(outcomes), fail: reject })
      }),
    { now: () => now },
  )
  return { group, commits, wait: (milliseconds: number) => (now += milliseconds) }
}

describe('group commit', () => {
  it('commits together what arrives in one turn, and then what arrived meanwhile', async () => {
    const { group, commits } = createDisk()
    const first = [group.add(batch(1)), group.add(batch(2))]
    await nextTurn()
    const second = [group.add(batch(3)), group.add(batch(4))]
    await nextTurn()
    expect(commits.map((commit) => commit.batches.length)).toEqual([2])
    commits[0]!.finish()
    expect((await Promise.all(first)).map((outcome) => outcome.accepted)).toEqual([1, 2])
    await nextTurn()
    expect(commits[1]!.batches.length).toBe(2)
    commits[1]!.finish()
    await Promise.all(second)
  })

  it('puts at most a thousand events into one commit', async () => {
    const { group, commits } = createDisk()
    const all = [600, 300, 300, 1500].map((events) => group.add(batch(events)))
    for (let index = 0; index < 3; index++) {
      await nextTurn()
      commits[index]!.finish()
    }
    await Promise.all(all)
    expect(commits.map((commit) => commit.batches.map((item) => item.sightings.length))).toEqual([[600, 300], [300], [1500]])
  })

  it('refuses what does not fit behind 20,000 events, with 503 and when to try again', async () => {
    const { group, commits } = createDisk()
    const waiting = group.add(batch(19_000))
    await nextTurn()
    const more = group.add(batch(1000))
    await expect(group.add(batch(1))).rejects.toMatchObject({
      status: 503,
      code: 'overloaded',
      headers: { 'retry-after': '1' },
    })
    commits[0]!.finish()
    await waiting
    const accepted = group.add(batch(1))
    await nextTurn()
    commits[1]!.finish()
    await more
    await nextTurn()
    commits[2]?.finish()
    await accepted
  })

  it('refuses everything while a commit is more than two seconds behind, and goes on after it', async () => {
    const { group, commits, wait } = createDisk()
    const slow = group.add(batch(1))
    await nextTurn()
    wait(2001)
    await expect(group.add(batch(1))).rejects.toMatchObject({ status: 503, code: 'overloaded' })
    commits[0]!.finish()
    await slow
    const next = group.add(batch(1))
    await nextTurn()
    commits[1]!.finish()
    expect(await next).toMatchObject({ accepted: 1 })
  })

  it('stores the others when one batch of a group cannot be stored', async () => {
    const group = createGroupCommit(
      async (batches) => {
        if (batches.some((item) => item.projectId === 'bad')) throw new Error('no')
        return batches.map(() => ({ accepted: 1, duplicates: 0, isStale: false }))
      },
      { now: () => 0 },
    )
    const outcomes = await Promise.allSettled([group.add(batch(1)), group.add(batch(1, 'bad')), group.add(batch(1))])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('says that the disk is full, and tells everybody of an unreachable database at once', async () => {
    const { group, commits } = createDisk()
    const full = [group.add(batch(1)), group.add(batch(1))]
    await nextTurn()
    commits[0]!.fail(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }))
    for (const refused of full) await expect(refused).rejects.toMatchObject({ status: 507, code: 'disk_full' })
    expect(commits).toHaveLength(1)
  })

  it('drains', async () => {
    const { group, commits } = createDisk()
    await group.drain()
    const added = group.add(batch(1))
    let isDrained = false
    const drained = group.drain().then(() => (isDrained = true))
    await nextTurn()
    expect(isDrained).toBe(false)
    commits[0]!.finish()
    await drained
    await added
  })
})
