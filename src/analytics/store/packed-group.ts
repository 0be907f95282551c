import type { Exclusion } from '../classify/classify.ts'
import type { ImportedLog } from '../collect/file-identity.ts'
import type { Sighting } from '../collect/normalise.ts'
import type { LogPosition } from '../collect/read-log.ts'
import { type NameList, createNameList } from '../name-list.ts'
import { dayOfHour, hourOf } from '../time.ts'
import { toClientName } from './client-name.ts'

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

/** Sightings that were added up where they were read: an import has too many of them to hand over one by one. */
export interface SightingSums {
  /** The number of sightings. */
  readonly size: number
  packTo(packer: Packer): void
}

/** How many requests of a day were no views, by reason. */
export type ExcludedCount = [day: number, reason: Exclusion, count: number]

/** Texts that rows refer to by their places in these lists. */
const NAMES = ['path', 'client', 'trace', 'referrer', 'reason', 'address', 'userAgent'] as const
type ListName = (typeof NAMES)[number]

/**
 * Batches on their way to the writing thread. A message is copied: columns of numbers take a fraction of the time that as many
 * objects take, and texts, which repeat, are sent once.
 */
export interface PackedGroup {
  batches: PackedBatch[]
  names: Record<ListName, readonly string[]>
  rows: PackedRows
  visitors: PackedVisitors
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
export interface PackedRows {
  /** The number of sightings. */
  count: Int32Array
  /** Only rows of one sighting have one. */
  ids: (string | null)[]
  /** Where it stands among the sightings of its batch; only for those with an id. */
  place: Int32Array
  /** The first and the last time. All are in one hour, those of misses in one day. */
  firstAt: Float64Array
  lastAt: Float64Array
  path: Int32Array
  /** 0 where it is not known. */
  status: Int32Array
  client: Int32Array
  /** -1 for what is no view, whoever asks. */
  trace: Int32Array
  /** Why it counts in neither column; -1 when it counts. */
  reason: Int32Array
  /** -1 for none. */
  referrer: Int32Array
}

/** People, to be told apart by day. */
interface PackedVisitors {
  batch: Int32Array
  /** Of the sighting, in case that it was counted before; -1 for one without an id. */
  row: Int32Array
  day: Int32Array
  address: Int32Array
  userAgent: Int32Array
}

/** What one row says, with texts by their numbers. */
export interface Row {
  count: number
  id: string | null
  place: number
  firstAt: number
  lastAt: number
  path: number
  status: number
  client: number
  trace: number
  reason: number
  referrer: number
}

/** Puts a group together. */
export interface Packer {
  /** The number of a text in a list; it is added when it is not there yet. */
  number(list: Exclude<ListName, 'client'>, text: string): number
  /** @param isView False for requests that are no views whoever makes them. */
  client(verdict: Sighting['verdict'], isView: boolean): number
  addRow(row: Row): void
  addExcluded(day: number, reason: Exclusion, count: number): void
  /** @param row Of the sighting; -1 for one without an id. */
  addVisitor(day: number, address: number, userAgent: number, row: number): void
}

/** The number of sightings in a batch. */
export function sizeOf({ sightings, sums }: Batch): number {
  return sightings.length + (sums?.size ?? 0)
}

export function packGroup(given: readonly Batch[]): PackedGroup {
  const names = Object.fromEntries(NAMES.map((list) => [list, createNameList()])) as Record<ListName, NameList>
  const rows = createColumns(given.reduce((sum, batch) => sum + sizeOf(batch), 0))
  const visitors = {
    batch: [] as number[],
    row: [] as number[],
    day: [] as number[],
    address: [] as number[],
    userAgent: [] as number[],
  }
  const batches: PackedBatch[] = []
  const byVerdict = new Map<object, number>()
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
    addRow: rows.add,
    addExcluded: (day, reason, count) => excluded.add(day, reason, count),
    addVisitor: (day, address, userAgent, row) => {
      visitors.batch.push(batches.length)
      visitors.row.push(row)
      visitors.day.push(day)
      visitors.address.push(address)
      visitors.userAgent.push(userAgent)
    },
  }
  for (const { projectId, sightings, sums, source, progress } of given) {
    const first = rows.length
    for (const [place, sighting] of sightings.entries()) packSighting(packer, sighting, place, rows.length)
    sums?.packTo(packer)
    const length = rows.length - first
    batches.push({ projectId, length, excluded: excluded.list(), source: SOURCES.indexOf(source), progress })
    excluded = createExcludedCounts()
  }
  return {
    batches,
    names: Object.fromEntries(NAMES.map((list) => [list, names[list].texts])) as PackedGroup['names'],
    rows: rows.toRows(),
    visitors: {
      batch: Int32Array.from(visitors.batch),
      row: Int32Array.from(visitors.row),
      day: Int32Array.from(visitors.day),
      address: Int32Array.from(visitors.address),
      userAgent: Int32Array.from(visitors.userAgent),
    },
  }
}

/**
 * Rows are taken apart as they come: kept as objects until the end, they would fill the memory of long-lived ones.
 *
 * @param most Rows that there can be.
 */
function createColumns(most: number): { readonly length: number; add(row: Row): void; toRows(): PackedRows } {
  const integers = () => new Int32Array(most)
  const ids: (string | null)[] = []
  const [count, place, path, status] = [integers(), integers(), integers(), integers()]
  const [client, trace, reason, referrer] = [integers(), integers(), integers(), integers()]
  const [firstAt, lastAt] = [new Float64Array(most), new Float64Array(most)]
  return {
    get length() {
      return ids.length
    },
    add: (row) => {
      const at = ids.push(row.id) - 1
      count[at] = row.count
      place[at] = row.place
      firstAt[at] = row.firstAt
      lastAt[at] = row.lastAt
      path[at] = row.path
      status[at] = row.status
      client[at] = row.client
      trace[at] = row.trace
      reason[at] = row.reason
      referrer[at] = row.referrer
    },
    toRows: () => ({ ids, count, place, firstAt, lastAt, path, status, client, trace, reason, referrer }),
  }
}

function packSighting(packer: Packer, sighting: Sighting, place: number, row: number): void {
  const { id, verdict, trace, referrer, visitor } = sighting
  const day = dayOfHour(hourOf(sighting.time))
  if (verdict.class === 'excluded' && verdict.reason !== 'error' && id === null && !('client' in verdict)) {
    packer.addExcluded(day, verdict.reason, 1)
    return
  }
  const time = Math.floor(sighting.time)
  packer.addRow({
    count: 1,
    id,
    place,
    firstAt: time,
    lastAt: time,
    path: packer.number('path', sighting.path),
    status: sighting.status ?? 0,
    client: packer.client(verdict, trace !== undefined),
    trace: trace === undefined ? -1 : packer.number('trace', trace),
    reason: verdict.class === 'excluded' ? packer.number('reason', verdict.reason) : -1,
    referrer: referrer === null || referrer === undefined ? -1 : packer.number('referrer', referrer),
  })
  if (visitor === null || visitor === undefined) return
  packer.addVisitor(day, packer.number('address', visitor.address), packer.number('userAgent', visitor.userAgent), row)
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
