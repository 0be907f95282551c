import { HOUR_MS, dayOfHour, hourOf } from '../time.ts'
import type { Tx } from './engine.ts'
import { growLargeDays } from './grow-blocks.ts'
import type { KnownNames } from './known-names.ts'
import { type ExcludedCount, type LogProgress, type PackedGroup, excludedCount } from './packed-group.ts'
import { type RowSums, writeRowSums } from './row-sums.ts'
import { TABLES } from './tables.ts'
import { findIds, findKinds, sumRows } from './sum-rows.ts'
import { type ExclusionSums, type GroupSums, createExclusionSums } from './view-sums.ts'
import { addVisitors } from './visitors.ts'

/** From the design: an event id counts once within this time. */
export const SEEN_MS = 72 * HOUR_MS

export interface Outcome {
  accepted: number
  duplicates: number
  /** True when another import of the same log was quicker: then nothing of the batch was counted. */
  isStale: boolean
  /** Of an import: the places in its batch of those that were counted before. */
  repeated?: number[]
}

export interface RecordOptions {
  now: number
  /** Days for which views are kept in a form that can be judged again; 0 for none. */
  rawDays: number
}

/** What is counted of one project in a group. */
export interface Portion {
  projectId: string
  /** Which rows, by batches. */
  spans: { batch: number; from: number; to: number; source: number }[]
  exclusions: ExcludedCount[]
}

/** Counts all batches of a group. Returns the number of rows that wait for the next fold, by project. */
export async function recordGroup(
  tx: Tx,
  known: KnownNames,
  sums: GroupSums,
  group: PackedGroup,
  options: RecordOptions,
): Promise<{ outcomes: Outcome[]; waiting: Map<string, number> }> {
  // First, and in one order everywhere, because these row locks let one group of a project through at a time: two would wait for
  // each other's rows.
  const projectIds = [...new Set(group.batches.map((batch) => batch.projectId))].sort()
  const batches = (projectId: string) => group.batches.filter((batch) => batch.projectId === projectId).length
  await tx.add(TABLES.watermark, [projectIds, projectIds.map(batches)])

  const { outcomes, portions } = await choosePortions(tx, group)
  const waiting = new Map<string, number>()
  for (const portion of portions) {
    const { projectId } = portion
    const isFresh = await findFresh(tx, group, portion, outcomes, options.now)
    const exclusion = await sumPortion(tx, known, sums, group, portion, isFresh, options)
    await addVisitors(tx, group, portion, isFresh, options.now)
    const waits = {
      viewHour: await growLargeDays(tx, 'hour', projectId, sums.viewHour),
      agentPageDay: await growLargeDays(tx, 'agent', projectId, sums.agentPageDay),
      referrerDay: await growLargeDays(tx, 'referrer', projectId, sums.referrerDay),
    }
    for (const name of Object.keys(sums) as (keyof GroupSums)[])
      await writeRowSums(tx, TABLES[name], projectId, { ...sums, ...waits }[name])
    await writeRowSums(tx, TABLES.exclusion, projectId, exclusion.sums, exclusion.reasons)
    waiting.set(projectId, waits.viewHour.size + waits.agentPageDay.size + waits.referrerDay.size)
  }
  return { outcomes, waiting }
}

/** Leaves out logs that another import was quicker with. */
async function choosePortions(tx: Tx, group: PackedGroup): Promise<{ outcomes: Outcome[]; portions: Portion[] }> {
  const outcomes: Outcome[] = []
  const portions = new Map<string, Portion>()
  let from = 0
  for (const [batch, { projectId, length, excluded, source, progress }] of group.batches.entries()) {
    const isStale = progress !== null && !(await saveProgress(tx, projectId, progress))
    outcomes.push({ accepted: isStale ? 0 : excludedCount(excluded), duplicates: 0, isStale })
    const portion = portions.get(projectId) ?? { projectId, spans: [], exclusions: [] }
    portions.set(projectId, portion)
    if (!isStale) {
      portion.exclusions.push(...excluded)
      portion.spans.push({ batch, from, to: from + length, source })
    }
    from += length
  }
  return { outcomes, portions: [...portions.values()] }
}

/** Says of each row whether it counts: when it has no id, or is the first with its id. Notes in the outcomes which do not. */
async function findFresh(
  tx: Tx,
  group: PackedGroup,
  { projectId, spans }: Portion,
  outcomes: Outcome[],
  now: number,
): Promise<(row: number) => boolean> {
  const { ids, count, place } = group.rows
  const first = new Map<string, number>()
  for (const { from, to } of spans)
    for (let row = from; row < to; row++) {
      const id = ids[row]!
      if (id !== null && !first.has(id)) first.set(id, row)
    }
  const names = [...first.keys()]
  const isNew = await tx.insertNew(TABLES.seenEvent, [names.map(() => projectId), names, names.map(() => now)], now - SEEN_MS)
  const isFresh = (row: number) => {
    const id = ids[row]!
    return id === null || (first.get(id) === row && isNew.has(id))
  }
  for (const { batch, from, to } of spans) {
    const outcome = outcomes[batch]!
    for (let row = from; row < to; row++) {
      outcome[isFresh(row) ? 'accepted' : 'duplicates'] += count[row]!
      if (!isFresh(row) && group.batches[batch]!.progress !== null) (outcome.repeated ??= []).push(place[row]!)
    }
  }
  return isFresh
}

/** The position is compared and set in the transaction that counts, so that a line counts once whatever happens in between. */
async function saveProgress(tx: Tx, projectId: string, { log, previous }: LogProgress): Promise<boolean> {
  const position = JSON.stringify(log.position)
  const changed =
    previous === null
      ? await tx.run(
          'insert into imported_log (project_id, id, key, position, log) values (?, ?, ?, ?, ?) on conflict (project_id, id) do nothing',
          projectId,
          log.id,
          log.key,
          position,
          JSON.stringify(log),
        )
      : await tx.run(
          'update imported_log set position = ?, log = ? where project_id = ? and id = ? and position = ?',
          position,
          JSON.stringify(log),
          projectId,
          log.id,
          JSON.stringify(previous),
        )
  return changed > 0
}

/** Returns what was left out; the rest goes into the sums. */
async function sumPortion(
  tx: Tx,
  known: KnownNames,
  sums: GroupSums,
  group: PackedGroup,
  portion: Portion,
  isFresh: (row: number) => boolean,
  { now, rawDays }: RecordOptions,
): Promise<ExclusionSums> {
  const kinds = findKinds(group.rows, portion, isFresh, rawDays > 0 ? now - rawDays * 24 * HOUR_MS : Infinity)
  const ids = await findIds(tx, known, group, portion.projectId, kinds, dayOfHour(hourOf(now)))
  for (const table of Object.values(sums) as RowSums[]) table.clear()
  const exclusion = createExclusionSums()
  for (const [day, text, number] of portion.exclusions) exclusion.add(day, text, number)
  sumRows(sums, exclusion, group, portion, kinds, ids)
  return exclusion
}
