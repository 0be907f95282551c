import { HOUR_MS, dayOfHour, hourOf } from '../time.ts'
import type { Tx } from './engine.ts'
import type { KnownNames } from './known-names.ts'
import { type ExcludedCount, type LogProgress, type PackedGroup, excludedCount } from './packed-group.ts'
import { type RowSums, createRowSums } from './row-sums.ts'
import { TABLES } from './tables.ts'
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

/** The events of one project in a group, as places in its columns. */
interface Portion {
  projectId: string
  events: { at: number; source: number }[]
  exclusions: ExcludedCount[]
}

/** What a group adds to the tables. */
type Additions = Record<
  'viewHour' | 'siteHour' | 'siteDay' | 'agentDay' | 'agentPageDay' | 'referrerDay' | 'missDay' | 'rawHour' | 'exclusion',
  RowSums
>

/** Counts all batches of a group. Returns the number of rows that wait for the next fold, by project. */
export async function recordGroup(
  tx: Tx,
  known: KnownNames,
  group: PackedGroup,
  options: RecordOptions,
): Promise<{ outcomes: Outcome[]; waiting: Map<string, number> }> {
  // First, and in one order everywhere, because these row locks let one group of a project through at a time: two would wait for
  // each other's rows.
  const projectIds = [...new Set(group.batches.map((batch) => batch.projectId))].sort()
  const batches = (projectId: string) => group.batches.filter((batch) => batch.projectId === projectId).length
  await tx.add(TABLES.watermark, [projectIds, projectIds.map(batches)])

  const { outcomes, portions } = await chooseEvents(tx, group, options.now)
  const additions: Additions = {
    viewHour: createRowSums(TABLES.viewHour),
    siteHour: createRowSums(TABLES.siteHour),
    siteDay: createRowSums(TABLES.siteDay),
    agentDay: createRowSums(TABLES.agentDay),
    agentPageDay: createRowSums(TABLES.agentPageDay),
    referrerDay: createRowSums(TABLES.referrerDay),
    missDay: createRowSums(TABLES.missDay),
    rawHour: createRowSums(TABLES.rawHour),
    exclusion: createRowSums(TABLES.exclusion),
  }
  const waiting = new Map<string, number>()
  for (const portion of portions) {
    const before = additions.viewHour.size()
    await sumPortion(tx, known, group, portion, additions, options)
    await addVisitors(tx, group, portion.projectId, portion.events, options.now)
    waiting.set(portion.projectId, additions.viewHour.size() - before)
  }
  for (const sums of Object.values(additions)) await sums.writeTo(tx)
  return { outcomes, waiting }
}

/** Leaves out what was counted before: logs that another import read, and events whose id was seen. */
async function chooseEvents(tx: Tx, group: PackedGroup, now: number): Promise<{ outcomes: Outcome[]; portions: Portion[] }> {
  const outcomes: Outcome[] = []
  const chosen = new Map<string, { events: { at: number; source: number; batch: number }[]; exclusions: ExcludedCount[] }>()
  let start = 0
  for (const [batch, { projectId, length, excluded, source, progress }] of group.batches.entries()) {
    const isStale = progress !== null && !(await saveProgress(tx, projectId, progress))
    outcomes.push({ accepted: isStale ? 0 : excludedCount(excluded), duplicates: 0, isStale })
    const { events, exclusions } = chosen.get(projectId) ?? { events: [], exclusions: [] }
    chosen.set(projectId, { events, exclusions })
    if (!isStale) {
      exclusions.push(...excluded)
      for (let at = start; at < start + length; at++) events.push({ at, source, batch })
    }
    start += length
  }
  const portions: Portion[] = []
  for (const [projectId, { events, exclusions }] of chosen) {
    const isFresh = await findFresh(
      tx,
      projectId,
      events.map(({ at }) => group.ids[at]!),
      now,
    )
    for (const [index, { at, batch }] of events.entries()) {
      const outcome = outcomes[batch]!
      outcome[isFresh[index] ? 'accepted' : 'duplicates']++
      if (!isFresh[index] && group.batches[batch]!.progress !== null) (outcome.repeated ??= []).push(group.places[at]!)
    }
    portions.push({ projectId, events: events.filter((_, index) => isFresh[index]), exclusions })
  }
  return { outcomes, portions }
}

/** True for each event that has no id, or is the first with its id. */
async function findFresh(tx: Tx, projectId: string, ids: (string | null)[], now: number): Promise<boolean[]> {
  const first = new Map<string, number>()
  for (const [index, id] of ids.entries()) if (id !== null && !first.has(id)) first.set(id, index)
  if (first.size === 0) return ids.map(() => true)
  const names = [...first.keys()]
  const columns = [names.map(() => projectId), names, names.map(() => now)]
  const isNew = await tx.insertNew(TABLES.seenEvent, columns, now - SEEN_MS)
  return ids.map((id, index) => id === null || (isNew.has(id) && first.get(id) === index))
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

async function sumPortion(
  tx: Tx,
  known: KnownNames,
  group: PackedGroup,
  { projectId, events, exclusions }: Portion,
  sums: Additions,
  { now, rawDays }: RecordOptions,
): Promise<void> {
  const today = dayOfHour(hourOf(now))
  for (const [day, reason, count] of exclusions) sums.exclusion.add(projectId, [day, reason], [count])
  const isMiss = (at: number) => group.traceOf[at] === -1 && (group.statuses[at] === 404 || group.statuses[at] === 410)
  const isRaw = (at: number) => group.traceOf[at] !== -1 && rawDays > 0 && group.times[at]! > now - rawDays * 24 * HOUR_MS
  const isPage = (at: number) => group.traceOf[at] !== -1 || group.reasons[at] === ''
  const pick = (column: (string | null)[], isWanted: (at: number) => boolean) =>
    events.flatMap(({ at }) => (isWanted(at) && column[at] !== null ? [column[at]!] : []))
  const clients = events.map(({ at }) => group.clients[group.clientOf[at]!]!)
  const traces = events.flatMap(({ at }) => (isRaw(at) ? [group.traces[group.traceOf[at]!]!] : []))
  const pageIds = await known.pages(tx, projectId, pick(group.paths, isPage))
  const missingIds = await known.names(tx, projectId, 'missing', pick(group.paths, isMiss), today)
  const referrerIds = await known.names(
    tx,
    projectId,
    'referrer',
    pick(group.referrers, (at) => isPage(at) || isMiss(at)),
    today,
  )
  const clientIds = await known.names(tx, projectId, 'client', clients, today)
  const traceIds = await known.names(tx, projectId, 'trace', traces, today)

  for (const [index, { at, source }] of events.entries()) {
    const hour = hourOf(group.times[at]!)
    const day = dayOfHour(hour)
    const reason = group.reasons[at]!
    const clientId = clientIds.get(clients[index]!)!
    const referrer = group.referrers[at] ?? null
    const referrerId = referrer === null ? 0 : (referrerIds.get(referrer) ?? 0)
    if (reason !== '') sums.exclusion.add(projectId, [day, reason], [1])
    if (isMiss(at)) {
      const key = [day, missingIds.get(group.paths[at]!)!, clientId, referrerId, group.statuses[at]!]
      sums.missDay.add(projectId, key, [1, group.times[at]!, group.times[at]!])
    }
    if (!isPage(at)) continue
    const pageId = pageIds.get(group.paths[at]!)!
    const view: CountedView = { projectId, hour, pageId, clientId, referrerId, source, column: columnOf(clients[index]!) }
    addView(sums, view, 1)
    if (isRaw(at))
      sums.rawHour.add(
        projectId,
        [hour, pageId, traceIds.get(group.traces[group.traceOf[at]!]!)!, clientId, referrerId, source],
        [1],
      )
  }
}

export interface CountedView {
  projectId: string
  hour: number
  pageId: number
  clientId: number
  /** 0 for none. */
  referrerId: number
  source: number
  column: 'human' | 'ai' | null
}

/** Adds a view to every sum that it belongs to; with a negative number it takes it out again. */
export function addView(
  sums: Pick<Additions, 'viewHour' | 'siteHour' | 'siteDay' | 'agentDay' | 'agentPageDay' | 'referrerDay'>,
  { projectId, hour, pageId, clientId, referrerId, source, column }: CountedView,
  number: number,
): void {
  const day = dayOfHour(hour)
  if (column !== null) {
    const counts = [0, 0, 0, 0]
    counts[(column === 'ai' ? 2 : 0) + source] = number
    sums.viewHour.add(projectId, [hour, pageId], counts)
    sums.siteHour.add(projectId, [hour], counts)
    sums.siteDay.add(projectId, [day], counts)
    if (referrerId !== 0) sums.referrerDay.add(projectId, [day, referrerId, pageId], counts)
  }
  if (column === 'human') return
  const counts = source === 0 ? [number, 0] : [0, number]
  sums.agentDay.add(projectId, [day, clientId], counts)
  sums.agentPageDay.add(projectId, [day, clientId, pageId], counts)
}

/** The first part of a client's name, without reading all of it: this is asked for every event. */
function columnOf(clientName: string): CountedView['column'] {
  return clientName.startsWith('["human"') ? 'human' : clientName.startsWith('["ai"') ? 'ai' : null
}
