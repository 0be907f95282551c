import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { ViewsSchema } from '../../database/schema.ts'
import { EXPORT_MS, type ExportBook, type ExportPage, isLastPage } from '../export-book.ts'
import type { KeptRanking, RankedPages } from './read/rank-pages.ts'

/** Of the kept rankings of one project: some 700 exports of 10,000 pages, or a dozen of half a million. */
const BYTES_MAX = 64 * 1024 * 1024
/** Rankings in memory, so that an export that stays on one node reads nothing back. */
const KNOWN_MAX = 20

export interface SharedExports {
  /** Makes a ranking again from what another node kept of it. */
  recall(projectId: string, kept: KeptRanking): Promise<RankedPages>
  now(): number
}

/**
 * For several nodes on one PostgreSQL: which exports are under way, and what they list, is in the database, so any node can answer
 * the next page. The table is not logged: after a crash of the database, exports go on with newer views.
 */
export function createSharedExportBook({ query }: Database<ViewsSchema>, { recall, now }: SharedExports): ExportBook {
  /** By the id of the export; the one used last is the last. */
  const known = new Map<number, RankedPages>()
  const remember = (id: number, ranking: RankedPages) => {
    known.delete(id)
    known.set(id, ranking)
    if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!)
    return ranking
  }
  const load = async (id: number, { projectId, filter }: ExportPage): Promise<RankedPages | null> => {
    const { rows } = await sql<{ content: Uint8Array; watermark: number }>`select content, watermark from export
      where id = ${id}`.execute(query)
    // Another node gave out the last page between the two statements.
    if (!rows[0]) return null
    const { content, watermark } = rows[0]
    // A copy, because it changes threads, and the driver's memory may hold more than this.
    return recall(projectId, { block: new Uint8Array(content), watermark, sort: filter.sort })
  }
  return {
    goOn: async (page) => {
      const { rows } = await sql<{ id: number; length: number }>`select id, length from export
        where question = ${digest(page.question)} and ${page.offset}::bigint = any(ends) and at > ${now() - EXPORT_MS}
        order by id desc limit 1`.execute(query)
      const [found] = rows
      if (!found) return null
      const ranking = known.get(found.id) ?? (await load(found.id, page))
      if (!ranking) return null
      if (isLastPage(page, found)) {
        known.delete(found.id)
        await sql`delete from export where id = ${found.id}`.execute(query)
        return ranking
      }
      await sql`update export set ends = array_append(ends, ${page.offset + page.limit}::bigint) where id = ${found.id}`.execute(
        query,
      )
      return remember(found.id, ranking)
    },
    begin: async ({ projectId, question, offset, limit }, ranking) => {
      const end = offset + limit
      // The same question at the same watermark has the same answer, whichever node found it.
      const same = await sql<{ id: number }>`update export set ends = array_append(ends, ${end}::bigint), at = ${now()}
        where question = ${digest(question)} and watermark = ${ranking.watermark} returning id`.execute(query)
      if (same.rows[0]) {
        remember(same.rows[0].id, ranking)
        return
      }
      const { rows } = await sql<{ id: number }>`insert into export (project_id, question, watermark, at, length, ends, content)
        values (${projectId}, ${digest(question)}, ${ranking.watermark}, ${now()}, ${ranking.length}, array[${end}]::bigint[], ${Buffer.from(ranking.block!)})
        returning id`.execute(query)
      remember(rows[0]!.id, ranking)
      await forget(query, projectId, now() - EXPORT_MS)
    },
  }
}

/** Deletes what is too old, and the oldest exports of a project that has too many. */
async function forget(query: Database<ViewsSchema>['query'], projectId: string, since: number): Promise<void> {
  await sql`delete from export where at <= ${since} or id in (
    select id from (
      select id, row_number() over newest as place, sum(length(content)) over newest as bytes from export
      where project_id = ${projectId} window newest as (order by id desc)
    ) as kept where bytes > ${BYTES_MAX} and place > 1)`.execute(query)
}

/** A filter by path may be long, and the table needn't say who asks. */
function digest(question: string): string {
  return createHash('sha256').update(question).digest('base64url')
}
