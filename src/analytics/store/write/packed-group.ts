import type { ImportedLog } from '../../collect/file-identity.ts'
import type { Part, Sighting } from '../../collect/normalise.ts'
import type { LogPosition } from '../../collect/read-log.ts'
import { type ListName, NAMES, type Packer, type RowColumns, type SightingSums } from '../../collect/sighting-sums.ts'
import type { Exclusion } from '../../exclusion.ts'
import { NameList } from '../../name-list.ts'
import { dayOfHour, hourOf } from '../../time.ts'
import { toClientName } from '../client-name.ts'

/** Where views come from. Stored as its number. */
export const SOURCES = ['server', 'beacon'] as const
export type Source = (typeof SOURCES)[number]

/** How far a log is counted with a batch, and how far it was before: see `ImportLedger.save`. */
export interface LogProgress {
  log: ImportedLog
  previous: LogPosition | null
}

/** One batch of sightings as it was handed over. */
export interface Batch {
  projectId: string
  sightings: readonly Sighting[]
  /** Further sightings, which have no ids. */
  sums: SightingSums | null
  source: Source
  progress: LogProgress | null
}

/** How many requests of a day were no views, by reason. */
export type ExcludedCount = [day: number, reason: Exclusion, count: number]

/**
 * Batches on their way to the writing thread. A message is copied: columns of numbers take a fraction of the time that as many
 * objects take, and texts, which repeat, are sent once.
 */
export interface PackedGroup {
  batches: PackedBatch[]
  names: Readonly<Record<ListName, readonly string[]>>
  ids: readonly string[]
  rows: PackedRows
  visitors: PackedVisitors
  parts: readonly PackedPart[]
}

/** A row that is a part of a file; a list of objects, because there are few. */
export interface PackedPart {
  row: number
  /** What is the same for all parts of one file that one reader fetches within an hour. Never stored as it is. */
  name: string
  day: number
  isWhole: boolean
}

/** See `PackedPart.name`. */
export function nameOfPart({ path, time, part }: Sighting & { part: Part }): string {
  return `${hourOf(time)}\n${part.reader.address}\n${part.reader.userAgent}\n${path}`
}

interface PackedBatch {
  projectId: string
  /** The number of its rows. */
  length: number
  /** Requests that are no views and have no id: their number is all that is needed of them. */
  excluded: ExcludedCount[]
  source: number
  progress: LogProgress | null
}

/** Each row is one sighting, or several that differ in nothing but their times. Columns may be longer than there are rows. */
export interface PackedRows extends RowColumns {
  /** The number of sightings. */
  count: Int32Array
  /** Where it stands in the list of ids; -1 for none. Only rows of one sighting have one. */
  id: Int32Array
  /** Where it stands among the sightings of its batch; only for those with an id. */
  place: Int32Array
}

/** People, to be told apart by day. Columns may be longer than there are people. */
interface PackedVisitors {
  length: number
  batch: Int32Array
  /** Of the sighting, in case that it was counted before; -1 for one without an id. */
  row: Int32Array
  day: Int32Array
  address: Int32Array
  userAgent: Int32Array
}

/** The number of sightings in a batch. */
export function sizeOf({ sightings, sums }: Batch): number {
  return sightings.length + (sums?.size ?? 0)
}

export function packGroup(given: readonly Batch[]): PackedGroup {
  const names = Object.fromEntries(NAMES.map((list) => [list, new NameList()])) as Record<ListName, NameList>
  const rows = createRows(given.reduce((sum, { sightings, sums }) => sum + sightings.length + (sums?.rows ?? 0), 0))
  const visitors = createVisitors(given.reduce((sum, { sightings, sums }) => sum + sightings.length + (sums?.people ?? 0), 0))
  const ids: string[] = []
  const parts: PackedPart[] = []
  const batches: PackedBatch[] = []
  const byVerdict = new Map<object, number>()
  let length = 0
  let excluded = createExcludedCounts()
  const packer: Packer = {
    number: (list, text) => names[list].number(text),
    client: (verdict, isView) => {
      // The classifier hands out the same judgement again and again; its name is made once.
      const found = byVerdict.get(verdict)
      if (found !== undefined) return found
      const number = names.client.number(toClientName(verdict, isView))
      byVerdict.set(verdict, number)
      return number
    },
    addRows: (more) => {
      for (const column of Object.keys(more) as (keyof RowColumns)[]) rows[column].set(more[column], length)
      rows.id.fill(-1, length, length + more.path.length)
      length += more.path.length
    },
    addExcluded: (day, reason, count) => excluded.add(day, reason, count),
    addVisitors: (day, address, userAgent) => {
      const from = visitors.length
      visitors.length += day.length
      visitors.batch.fill(batches.length, from, visitors.length)
      visitors.row.fill(-1, from, visitors.length)
      visitors.day.set(day, from)
      visitors.address.set(address, from)
      visitors.userAgent.set(userAgent, from)
    },
  }

  function packSighting(sighting: Sighting, place: number): void {
    const { id, verdict, trace, referrer, traits, visitor, part } = sighting
    const day = dayOfHour(hourOf(sighting.time))
    if (verdict.class === 'excluded' && verdict.reason !== 'error' && id === null && !('client' in verdict)) {
      excluded.add(day, verdict.reason, 1)
      return
    }
    const row = length++
    rows.count[row] = 1
    rows.id[row] = id === null ? -1 : ids.push(id) - 1
    rows.place[row] = place
    rows.firstAt[row] = rows.lastAt[row] = Math.floor(sighting.time)
    rows.path[row] = names.path.number(sighting.path)
    rows.status[row] = sighting.status ?? 0
    rows.client[row] = packer.client(verdict, trace !== undefined)
    rows.trace[row] = trace === undefined ? -1 : names.trace.number(trace)
    rows.reason[row] = verdict.class === 'excluded' ? names.reason.number(verdict.reason) : -1
    rows.referrer[row] = referrer === null || referrer === undefined ? -1 : names.referrer.number(referrer)
    if (part) parts.push({ row, name: nameOfPart({ ...sighting, part }), day, isWhole: part.isWhole })
    rows.minute[row] = sighting.minute ?? 0
    rows.traits[row] = traits === null || traits === undefined ? -1 : names.traits.number(traits)
    if (visitor === null || visitor === undefined) return
    const person = visitors.length++
    visitors.batch[person] = batches.length
    visitors.row[person] = row
    visitors.day[person] = day
    visitors.address[person] = names.address.number(visitor.address)
    visitors.userAgent[person] = names.userAgent.number(visitor.userAgent)
  }

  for (const { projectId, sightings, sums, source, progress } of given) {
    const first = length
    for (const [place, sighting] of sightings.entries()) packSighting(sighting, place)
    sums?.packTo(packer)
    batches.push({ projectId, length: length - first, excluded: excluded.list(), source: SOURCES.indexOf(source), progress })
    excluded = createExcludedCounts()
  }
  return {
    batches,
    names: Object.fromEntries(NAMES.map((list) => [list, names[list].texts])) as Record<ListName, string[]>,
    ids,
    rows,
    visitors,
    parts,
  }
}

/** Columns with room for as many rows as there can be: kept as objects until their number is known, they would fill the memory. */
function createRows(most: number): PackedRows {
  const integers = () => new Int32Array(most)
  return {
    count: integers(),
    id: integers(),
    place: integers(),
    firstAt: new Float64Array(most),
    lastAt: new Float64Array(most),
    path: integers(),
    status: integers(),
    client: integers(),
    trace: integers(),
    reason: integers(),
    referrer: integers(),
    traits: integers(),
    minute: integers(),
  }
}

function createVisitors(most: number): PackedVisitors {
  const integers = () => new Int32Array(most)
  return { length: 0, batch: integers(), row: integers(), day: integers(), address: integers(), userAgent: integers() }
}

function createExcludedCounts(): { add(day: number, reason: Exclusion, count: number): void; list(): ExcludedCount[] } {
  const days = new Map<number, Map<Exclusion, number>>()
  return {
    add: (day, reason, count) => {
      const reasons = days.get(day) ?? new Map<Exclusion, number>()
      if (reasons.size === 0) days.set(day, reasons)
      reasons.set(reason, (reasons.get(reason) ?? 0) + count)
    },
    list: () => [...days].flatMap(([day, reasons]) => [...reasons].map(([reason, count]): ExcludedCount => [day, reason, count])),
  }
}

export function excludedCount(excluded: readonly ExcludedCount[]): number {
  return excluded.reduce((sum, [, , count]) => sum + count, 0)
}
