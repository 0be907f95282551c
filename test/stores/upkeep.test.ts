import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AI_KINDS } from '../../src/analytics/classify/registry-entry.ts'
import type { Sighting } from '../../src/analytics/collect/normalise.ts'
import { type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { dayOfHour, hourOf } from '../../src/analytics/time.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

/** Says that it has 2^42 entries: no array is that long, so whoever adds to it fails. */
const DAMAGED_BLOCK = Buffer.of(1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01)

describe.each(ENGINES)('the upkeep of views on %s', (engine) => {
  let stores: TestStores
  let views: ViewStore
  let failures: { projectId: string | null; message: string }[]

  beforeEach(async () => {
    failures = []
    stores = await openTestStores(engine)
    views = createViewStore(stores.databases.views, {
      onUpkeepFailure: (projectId, { message }) => failures.push({ projectId, message }),
    })
  })
  afterEach(async () => {
    await views.close()
    await stores.close()
  })

  const view = (path: string): Sighting => ({ id: null, time: stores.clock.now(), path, verdict: { class: 'human' } })
  const damage = (projectId: string) =>
    sql`insert into view_block (project_id, unit, bucket, content)
      values (${projectId}, 'day', ${dayOfHour(hourOf(stores.clock.now()))}, ${DAMAGED_BLOCK})`.execute(
      stores.databases.views.query,
    )
  const countWaiting = async (projectId: string) =>
    (await stores.databases.views.query.selectFrom('view_hour').select('page_id').where('project_id', '=', projectId).execute())
      .length

  it('goes on with the next project when one fails, and says which one did', async () => {
    // Ids grow with time, and upkeep takes projects in their order: the damaged one comes first, and in between.
    const projectIds = [
      await stores.newProject(),
      await stores.newProject(),
      await stores.newProject(),
      await stores.newProject(),
    ]
    for (const projectId of projectIds) await views.record(projectId, [view('/a'), view('/b')])
    for (const index of [0, 2]) await damage(projectIds[index]!)
    await views.maintain(async () => ({ aiKinds: AI_KINDS, ignoredPaths: [] }))
    expect(await Promise.all(projectIds.map(countWaiting))).toEqual([2, 0, 2, 0])
    expect(failures.map(({ projectId }) => projectId)).toEqual([projectIds[0], projectIds[2]])
  })

  it('judges all other projects when one cannot be judged, and tries that one again the next time', async () => {
    const [one, two] = [await stores.newProject(), await stores.newProject()]
    for (const projectId of [one, two]) await views.record(projectId, [view('/a')])
    const judged: string[] = []
    const rules = async (projectId: string) => {
      judged.push(projectId)
      if (projectId === one && judged.length === 1) throw new Error('no rules')
      return { aiKinds: AI_KINDS, ignoredPaths: [] }
    }
    await views.maintain(rules)
    expect(failures).toEqual([{ projectId: one, message: 'no rules' }])
    await views.maintain(rules)
    await views.maintain(rules)
    expect(judged).toEqual([one, two, one, two])
  })

  it('is reported when it fails behind an answer, and the views are counted all the same', async () => {
    const projectId = await stores.newProject()
    await damage(projectId)
    // More rows than may wait for the next fold, in batches that are too small to become blocks at once.
    const paths = Array.from({ length: 21_000 }, (_, index) => view(`/${index}`))
    for (let from = 0; from < paths.length; from += 1500) await views.record(projectId, paths.slice(from, from + 1500))
    await expect.poll(() => failures.map((failure) => failure.projectId), { timeout: 20_000 }).toContain(projectId)
    expect(await countWaiting(projectId)).toBe(21_000)
  })
})
