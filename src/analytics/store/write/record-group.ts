import type { Tx } from '../engine.ts'
import { growLargeDays, growMinute } from '../blocks/grow-blocks.ts'
import { type Outcome, SEEN_MS } from './outcome.ts'
import { dropFurtherParts } from './further-parts.ts'
import type { KnownNames } from './known-names.ts'
import { type LogProgress, type PackedGroup, excludedCount } from './packed-group.ts'
import { type RowSums, writeRowSums } from '../row-sums.ts'
import { TABLES } from '../tables.ts'
import type { Portion, RecordOptions, RowSources } from './portion.ts'
import { sumPortion } from './sum-rows.ts'
import type { GroupSums } from './view-sums.ts'
import { addVisitors } from './visitors.ts'

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
    const sources = await findFresh(tx, group, portion, outcomes, options.now)
    if (group.parts.length > 0) await dropFurtherParts(tx, group, portion, sources, outcomes, options.now)
    for (const table of Object.values(sums) as RowSums[]) table.clear()
    const { exclusion, recent } = await sumPortion(tx, known, sums, group, portion, sources, options)
    await addVisitors(tx, group, portion, sources, options.now)
    const waits = {
      viewHour: await growLargeDays(tx, 'hour', projectId, sums.viewHour),
      agentPageDay: await growLargeDays(tx, 'agent', projectId, sums.agentPageDay),
      referrerDay: await growLargeDays(tx, 'referrer', projectId, sums.referrerDay),
      traitDay: await growLargeDays(tx, 'traits', projectId, sums.traitDay),
    }
    for (const name of Object.keys(sums) as (keyof GroupSums)[])
      await writeRowSums(tx, TABLES[name], projectId, { ...sums, ...waits }[name])
    for (const [minute, views] of recent) await growMinute(tx, projectId, minute, views)
    await writeRowSums(tx, TABLES.exclusion, projectId, exclusion.sums, exclusion.reasons)
    waiting.set(
      projectId,
      Object.values(waits).reduce((sum, { size }) => sum + size, 0),
    )
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

/** A row counts when it has no id, or is the first with its id. Notes in the outcomes how many do, and which do not. */
async function findFresh(
  tx: Tx,
  { ids, rows, batches }: PackedGroup,
  { projectId, spans }: Portion,
  outcomes: Outcome[],
  now: number,
): Promise<RowSources> {
  const { id, count, place } = rows
  const sources: RowSources = new Int8Array(id.length).fill(-1)
  for (const { from, to, source } of spans) sources.fill(source, from, to)
  if (ids.length === 0) {
    for (const { batch, from, to } of spans) outcomes[batch]!.accepted += sumBetween(count, from, to)
    return sources
  }
  const first = new Map<string, number>()
  for (const { from, to } of spans)
    for (let row = from; row < to; row++) if (id[row] !== -1 && !first.has(ids[id[row]!]!)) first.set(ids[id[row]!]!, row)
  const names = [...first.keys()]
  const seen = (list: string[]) => [list.map(() => projectId), list, list.map(() => now)]
  const isNew = await tx.insertNew(TABLES.seenEvent, seen(names), now - SEEN_MS)
  const repeated = names.filter((name) => !isNew.has(name))
  // A sender that goes on sending the same batch for ever still counts once.
  if (repeated.length > 0) await tx.add(TABLES.seenEvent, seen(repeated))
  for (const { batch, from, to } of spans) {
    const outcome = outcomes[batch]!
    const isImport = batches[batch]!.progress !== null
    for (let row = from; row < to; row++) {
      const name = id[row] === -1 ? null : ids[id[row]!]!
      if (name === null || (first.get(name) === row && isNew.has(name))) outcome.accepted += count[row]!
      else {
        sources[row] = -1
        outcome.duplicates += count[row]!
        if (isImport) (outcome.repeated ??= []).push(place[row]!)
      }
    }
  }
  return sources
}

function sumBetween(column: Int32Array, from: number, to: number): number {
  let sum = 0
  for (let row = from; row < to; row++) sum += column[row]!
  return sum
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
