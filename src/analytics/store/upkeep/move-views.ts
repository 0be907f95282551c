import { dayOfHour } from '../../time.ts'
import { readClientName } from '../client-name.ts'
import type { Tx } from '../engine.ts'
import { lockProject } from './fold-views.ts'
import { type Moves, targetsOf } from './moves.ts'
import type { KnownNames } from '../write/known-names.ts'
import { createRowSums, writeRowSums } from '../row-sums.ts'
import { TABLES } from '../tables.ts'
import { type ViewColumns, addViews, createExclusionSums, createViewSums, toWho } from '../write/view-sums.ts'

/**
 * Moves the views of one hour to the clients that they belong to, in one transaction: the raw row remembers under whom it is
 * counted, so a crash or a second run moves nothing twice. Visitors stay as they were counted. Returns how many were moved.
 */
export async function moveViews(
  tx: Tx,
  known: KnownNames,
  projectId: string,
  hour: number,
  { moves, ignoredPages }: Pick<Moves, 'moves' | 'ignoredPages'>,
  now: number,
): Promise<number> {
  await lockProject(tx, projectId)
  const rows = (await tx.rows(
    'select page_id, trace_id, client_id, referrer_id, source, traits_id, count from raw_hour where project_id = ? and bucket = ? and count > 0',
    projectId,
    hour,
  )) as [pageId: number, traceId: number, clientId: number, referrerId: number, source: number, traitsId: number, count: number][]
  const findTarget = targetsOf(moves, ignoredPages)
  const targets = rows.flatMap(([pageId, traceId, clientId]) => findTarget(pageId, traceId, clientId) ?? [])
  const ids = await known.names(
    tx,
    projectId,
    'client',
    targets.map(({ to }) => to),
    dayOfHour(Math.floor(now / 3_600_000)),
  )
  const sums = createViewSums()
  const rawHour = createRowSums(TABLES.rawHour)
  const exclusion = createExclusionSums()
  const moved: Record<keyof ViewColumns, number>[] = []
  for (const [pageId, traceId, clientId, referrerId, source, traitsId, count] of rows) {
    const move = findTarget(pageId, traceId, clientId)
    if (!move) continue
    for (const [name, id, sign] of [
      [move.from, clientId, -1],
      [move.to, ids.get(move.to)!, 1],
    ] as const) {
      const { column: counted, reason } = readClientName(name)
      moved.push({ number: sign * count, hour, pageId, clientId: id, referrerId, traitsId, source, who: toWho(counted) })
      rawHour.add(0, sign * count, hour, pageId, traceId, id, referrerId, source, traitsId)
      if (reason !== null) exclusion.add(dayOfHour(hour), reason, sign * count)
    }
  }
  const column = (name: keyof ViewColumns) => Int32Array.from(moved, (view) => view[name])
  addViews(sums, {
    number: column('number'),
    hour: column('hour'),
    pageId: column('pageId'),
    clientId: column('clientId'),
    referrerId: column('referrerId'),
    traitsId: column('traitsId'),
    source: column('source'),
    who: column('who'),
  })
  for (const name of Object.keys(sums) as (keyof typeof sums)[]) await writeRowSums(tx, TABLES[name], projectId, sums[name])
  await writeRowSums(tx, TABLES.rawHour, projectId, rawHour)
  await writeRowSums(tx, TABLES.exclusion, projectId, exclusion.sums, exclusion.reasons)
  await tx.run('update watermark set value = value + 1 where project_id = ?', projectId)
  await tx.run('delete from raw_hour where project_id = ? and bucket = ? and count = 0', projectId, hour)
  return moved.reduce((sum, { number }) => sum + Math.max(0, number), 0)
}
