import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'
import type { ViewsSchema } from '../../database/schema.ts'
import type { ImportedLog } from '../collect/file-identity.ts'
import type { Sighting } from '../collect/normalise.ts'
import type { LogPosition } from '../collect/read-log.ts'
import { type HourRange, type Segment, toSegments } from '../time.ts'
import { findImportedLogs, saveImportedLog } from './import-store.ts'
import { jsonRows } from './json-rows.ts'
import { type SumsByBucket, type ViewSums, createViewSums, sumUp } from './view-sums.ts'

/** From the design: an event id counts once within this time. */
const SEEN_MS = 72 * 3_600_000

export interface PageCounts {
  path: string
  human: number
  ai: number
  total: number
}

export interface Counted {
  accepted: number
  duplicates: number
}

export interface ViewStore {
  /** Counts the sightings, durably, all or none. Those whose id was seen before are left out and returned as a number. */
  record(projectId: string, sightings: Sighting[]): Promise<Counted>
  /**
   * Counts a part of a log, and saves in the same transaction how far the log was read. Null, with nothing counted, when the
   * log was not at `previous` any more: another import of it was quicker. Otherwise the number of duplicates.
   */
  recordImported(
    projectId: string,
    sums: ViewSums,
    log: ImportedLog,
    previous: LogPosition | null,
  ): Promise<Pick<Counted, 'duplicates'> | null>
  /** Every log of the project with this key that was imported before. */
  findImported(projectId: string, key: string): Promise<ImportedLog[]>
  /** Every page with views in the range, most views first, then by path in code point order. */
  rank(projectId: string, range: HourRange): Promise<PageCounts[]>
  /** Grows with every recorded batch: the same mark means the same answers. */
  watermark(projectId: string): Promise<number>
}

type RollUp = 'view_hour' | 'view_day' | 'view_month'

const TABLE: Record<Segment['unit'], RollUp> = { hour: 'view_hour', day: 'view_day', month: 'view_month' }

export function createViewStore(database: Database<ViewsSchema>): ViewStore {
  return {
    record: (projectId, sightings) =>
      database.transaction(async (tx) => {
        // First, because its row lock lets one batch of a project through at a time: two would wait for each other's rows.
        await raiseWatermark(tx, projectId)
        const sums = createViewSums()
        for (const sighting of sightings) sums.add(sighting)
        const duplicates = await count(tx, projectId, sums)
        return { accepted: sightings.length - duplicates, duplicates }
      }),
    recordImported: (projectId, sums, log, previous) =>
      database.transaction(async (tx) => {
        await raiseWatermark(tx, projectId)
        if (!(await saveImportedLog(tx, projectId, log, previous))) return null
        return { duplicates: await count(tx, projectId, sums) }
      }),
    findImported: (projectId, key) => findImportedLogs(database, projectId, key),
    rank: (projectId, range) => rankPages(database.query, projectId, toSegments(range)),
    watermark: async (projectId) =>
      (await database.query.selectFrom('watermark').select('value').where('project_id', '=', projectId).executeTakeFirst())
        ?.value ?? 0,
  }
}

/** Adds the sums to the roll-ups. Returns how many of the identified sightings were counted before. */
async function count(tx: Transaction<ViewsSchema>, projectId: string, sums: ViewSums): Promise<number> {
  const fresh = await dropSeen(tx, projectId, sums.identified)
  for (const sighting of fresh) sums.add({ ...sighting, id: null })
  await addViews(tx, projectId, sums.hours)
  await addExclusions(tx, projectId, sums.exclusions)
  return sums.identified.length - fresh.length
}

async function raiseWatermark(tx: Transaction<ViewsSchema>, projectId: string): Promise<void> {
  await tx.query
    .insertInto('watermark')
    .values({ project_id: projectId, value: 1 })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ value: sql`watermark.value + 1` }))
    .execute()
}

async function dropSeen(tx: Transaction<ViewsSchema>, projectId: string, sightings: readonly Sighting[]): Promise<Sighting[]> {
  const byId = new Map<string, Sighting>()
  for (const sighting of sightings) if (!byId.has(sighting.id!)) byId.set(sighting.id!, sighting)
  if (byId.size === 0) return []
  const now = await tx.now()
  await tx.query
    .deleteFrom('seen_event')
    .where('at', '<=', now - SEEN_MS)
    .execute()
  const rows = [...byId.keys()].map((id) => [projectId, id, now])
  const added = await sql<{ event_id: string }>`
    insert into seen_event (project_id, event_id, at) ${jsonRows(tx.engine, ['text', 'text', 'bigint'], rows)}
    on conflict (project_id, event_id) do nothing returning event_id
  `.execute(tx.query)
  return added.rows.map((row) => byId.get(row.event_id)!)
}

async function addViews(tx: Transaction<ViewsSchema>, projectId: string, hours: SumsByBucket): Promise<void> {
  const sums = sumUp(hours)
  const paths = new Set([...sums.month.values()].flatMap((pages) => [...pages.keys()]))
  if (paths.size === 0) return
  const pageIds = await internPages(tx, projectId, [...paths])
  for (const unit of ['hour', 'day', 'month'] as const) await addSums(tx, projectId, TABLE[unit], sums[unit], pageIds)
}

async function addSums(
  tx: Transaction<ViewsSchema>,
  projectId: string,
  table: RollUp,
  sums: SumsByBucket,
  pageIds: ReadonlyMap<string, number>,
): Promise<void> {
  const rows: [bucket: number, pageId: number, human: number, ai: number][] = []
  for (const [bucket, pages] of sums)
    for (const [path, { human, ai }] of pages) rows.push([bucket, pageIds.get(path)!, human, ai])
  // In the order of the key, so that neighbouring rows are written together.
  rows.sort((one, two) => one[0] - two[0] || one[1] - two[1])
  await sql`
    insert into ${sql.table(table)} (bucket, page_id, human, ai, project_id)
    ${jsonRows(tx.engine, ['integer', 'integer', 'bigint', 'bigint'], rows, projectId)}
    on conflict (project_id, bucket, page_id) do update
    set human = ${sql.ref(`${table}.human`)} + excluded.human, ai = ${sql.ref(`${table}.ai`)} + excluded.ai
  `.execute(tx.query)
}

async function internPages(tx: Transaction<ViewsSchema>, projectId: string, paths: string[]): Promise<Map<string, number>> {
  const rows = paths.map((path) => [path])
  await sql`
    insert into page (path, project_id) ${jsonRows(tx.engine, ['text'], rows, projectId)}
    on conflict (project_id, path) do nothing
  `.execute(tx.query)
  const found = await sql<{ id: number; path: string }>`
    select id, path from page where project_id = ${projectId} and path in (${jsonRows(tx.engine, ['text'], rows)})
  `.execute(tx.query)
  return new Map(found.rows.map((row) => [row.path, row.id]))
}

async function addExclusions(
  tx: Transaction<ViewsSchema>,
  projectId: string,
  exclusions: ReadonlyMap<number, ReadonlyMap<string, number>>,
): Promise<void> {
  const rows = [...exclusions].flatMap(([day, reasons]) => [...reasons].map(([reason, value]) => [day, reason, value]))
  if (rows.length === 0) return
  await sql`
    insert into exclusion (day, reason, count, project_id)
    ${jsonRows(tx.engine, ['integer', 'text', 'bigint'], rows, projectId)}
    on conflict (project_id, day, reason) do update set count = exclusion.count + excluded.count
  `.execute(tx.query)
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
