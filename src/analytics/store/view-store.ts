import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'
import type { ViewsSchema } from '../../database/schema.ts'
import type { Sighting } from '../collect/normalise.ts'
import { type HourRange, type Segment, dayOfHour, hourOf, monthOfDay, toSegments } from '../time.ts'

/** From the design: an event id counts once within this time. */
const SEEN_MS = 72 * 3_600_000

export interface PageCounts {
  path: string
  human: number
  ai: number
  total: number
}

export interface ViewStore {
  /** Counts the sightings, durably, all or none. Those whose id was seen before are left out and returned as a number. */
  record(projectId: string, sightings: Sighting[]): Promise<{ accepted: number; duplicates: number }>
  /** Every page with views in the range, most views first, then by path in code point order. */
  rank(projectId: string, range: HourRange): Promise<PageCounts[]>
  /** Grows with every recorded batch: the same mark means the same answers. */
  watermark(projectId: string): Promise<number>
}

interface Sums {
  human: number
  ai: number
}

type RollUp = 'view_hour' | 'view_day' | 'view_month'

const TABLE: Record<Segment['unit'], RollUp> = { hour: 'view_hour', day: 'view_day', month: 'view_month' }

export function createViewStore(database: Database<ViewsSchema>): ViewStore {
  return {
    record: (projectId, sightings) =>
      database.transaction(async (tx) => {
        // First, because its row lock lets one batch of a project through at a time: two would wait for each other's rows.
        await raiseWatermark(tx, projectId)
        const fresh = await dropSeen(tx, projectId, sightings)
        await addViews(tx, projectId, fresh)
        await addExclusions(tx, projectId, fresh)
        return { accepted: fresh.length, duplicates: sightings.length - fresh.length }
      }),
    rank: (projectId, range) => rankPages(database.query, projectId, toSegments(range)),
    watermark: async (projectId) =>
      (await database.query.selectFrom('watermark').select('value').where('project_id', '=', projectId).executeTakeFirst())
        ?.value ?? 0,
  }
}

async function raiseWatermark(tx: Transaction<ViewsSchema>, projectId: string): Promise<void> {
  await tx.query
    .insertInto('watermark')
    .values({ project_id: projectId, value: 1 })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ value: sql`watermark.value + 1` }))
    .execute()
}

async function dropSeen(tx: Transaction<ViewsSchema>, projectId: string, sightings: Sighting[]): Promise<Sighting[]> {
  const byId = new Map<string, Sighting>()
  for (const sighting of sightings) if (sighting.id !== null && !byId.has(sighting.id)) byId.set(sighting.id, sighting)
  if (byId.size === 0) return sightings
  const now = await tx.now()
  await tx.query
    .deleteFrom('seen_event')
    .where('at', '<=', now - SEEN_MS)
    .execute()
  const added = await tx.query
    .insertInto('seen_event')
    .values([...byId.keys()].map((id) => ({ project_id: projectId, event_id: id, at: now })))
    .onConflict((conflict) => conflict.columns(['project_id', 'event_id']).doNothing())
    .returning('event_id')
    .execute()
  const isNew = new Set(added.map((row) => row.event_id))
  return sightings.filter((sighting) => sighting.id === null || (isNew.has(sighting.id) && byId.get(sighting.id) === sighting))
}

async function addViews(tx: Transaction<ViewsSchema>, projectId: string, sightings: Sighting[]): Promise<void> {
  const views = sightings.filter((sighting) => sighting.verdict.class !== 'excluded')
  if (views.length === 0) return
  const pageIds = await internPages(tx, projectId, [...new Set(views.map((view) => view.path))])
  const sums: Record<RollUp, Map<string, Sums & { bucket: number; pageId: number }>> = {
    view_hour: new Map(),
    view_day: new Map(),
    view_month: new Map(),
  }
  for (const view of views) {
    const hour = hourOf(view.time)
    const day = dayOfHour(hour)
    const pageId = pageIds.get(view.path)!
    for (const [table, bucket] of [
      ['view_hour', hour],
      ['view_day', day],
      ['view_month', monthOfDay(day)],
    ] as const) {
      const key = `${bucket} ${pageId}`
      const sum = sums[table].get(key) ?? { bucket, pageId, human: 0, ai: 0 }
      if (view.verdict.class === 'ai') sum.ai++
      else sum.human++
      sums[table].set(key, sum)
    }
  }
  for (const [table, rows] of Object.entries(sums) as [RollUp, (typeof sums)[RollUp]][]) {
    await tx.query
      .insertInto(table)
      .values(
        [...rows.values()].map((row) => ({
          project_id: projectId,
          bucket: row.bucket,
          page_id: row.pageId,
          human: row.human,
          ai: row.ai,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'bucket', 'page_id']).doUpdateSet({
          human: sql`${sql.ref(`${table}.human`)} + excluded.human`,
          ai: sql`${sql.ref(`${table}.ai`)} + excluded.ai`,
        }),
      )
      .execute()
  }
}

async function internPages(tx: Transaction<ViewsSchema>, projectId: string, paths: string[]): Promise<Map<string, number>> {
  await tx.query
    .insertInto('page')
    .values(paths.map((path) => ({ project_id: projectId, path })))
    .onConflict((conflict) => conflict.columns(['project_id', 'path']).doNothing())
    .execute()
  const rows = await tx.query
    .selectFrom('page')
    .select(['id', 'path'])
    .where('project_id', '=', projectId)
    .where('path', 'in', paths)
    .execute()
  return new Map(rows.map((row) => [row.path, row.id]))
}

async function addExclusions(tx: Transaction<ViewsSchema>, projectId: string, sightings: Sighting[]): Promise<void> {
  const counts = new Map<string, { day: number; reason: string; count: number }>()
  for (const { time, verdict } of sightings) {
    if (verdict.class !== 'excluded') continue
    const day = dayOfHour(hourOf(time))
    const row = counts.get(`${day} ${verdict.reason}`) ?? { day, reason: verdict.reason, count: 0 }
    row.count++
    counts.set(`${day} ${verdict.reason}`, row)
  }
  if (counts.size === 0) return
  await tx.query
    .insertInto('exclusion')
    .values([...counts.values()].map((row) => ({ project_id: projectId, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'day', 'reason']).doUpdateSet({ count: sql`exclusion.count + excluded.count` }),
    )
    .execute()
}

async function rankPages(db: Kysely<ViewsSchema>, projectId: string, segments: Segment[]): Promise<PageCounts[]> {
  if (segments.length === 0) return []
  const parts = sql.join(
    segments.map((segment) => selectSegment(projectId, segment)),
    sql` union all `,
  )
  const answer = await sql<PageCounts>`
    select page.path as path, sums.human as human, sums.ai as ai, sums.human + sums.ai as total
    from (select page_id, sum(human) as human, sum(ai) as ai from (${parts}) as parts group by page_id) as sums
    join page on page.id = sums.page_id
    order by total desc, path asc
  `.execute(db)
  return answer.rows
}

function selectSegment(projectId: string, { unit, from, to }: Segment): RawBuilder<unknown> {
  const lower = from === null ? sql`` : sql` and bucket >= ${from}`
  const upper = to === null ? sql`` : sql` and bucket < ${to}`
  return sql`select page_id, human, ai from ${sql.table(TABLE[unit])} where project_id = ${projectId}${lower}${upper}`
}
