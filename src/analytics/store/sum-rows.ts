import { dayOfHour, hourOf } from '../time.ts'
import { readClientName } from './client-name.ts'
import type { Tx } from './engine.ts'
import type { KnownNames } from './known-names.ts'
import type { PackedGroup, PackedRows } from './packed-group.ts'
import type { Portion } from './record-group.ts'
import { type CountedView, type ExclusionSums, type GroupSums, addView } from './view-sums.ts'

/** What a row counts as, in bits; 0 for rows of other portions, and for those that were counted before. */
type Kinds = Uint8Array
const COUNTED = 1
const MISS = 2
const PAGE = 4
/** A page that can be judged again. */
const RAW = 8

/** By the places of names in the lists of a group; 0 for those that are not used. */
type NameIds = Record<'page' | 'missing' | 'client' | 'trace' | 'referrer', Int32Array>

export function findKinds(
  { ids, trace, status, reason, firstAt }: PackedRows,
  { spans }: Portion,
  isFresh: (row: number) => boolean,
  rawSince: number,
): Kinds {
  const kinds = new Uint8Array(ids.length)
  for (const { from, to } of spans)
    for (let row = from; row < to; row++) {
      if (!isFresh(row)) continue
      const isView = trace[row] !== -1
      const isMiss = !isView && (status[row] === 404 || status[row] === 410)
      const isRaw = isView && firstAt[row]! > rawSince
      kinds[row] = COUNTED | (isMiss ? MISS : 0) | (isView || reason[row] === -1 ? PAGE : 0) | (isRaw ? RAW : 0)
    }
  return kinds
}

/** The ids of all names that rows use. */
export async function findIds(
  tx: Tx,
  known: KnownNames,
  { rows, names }: PackedGroup,
  projectId: string,
  kinds: Kinds,
  today: number,
): Promise<NameIds> {
  const find = async (
    list: readonly string[],
    kind: number,
    column: Int32Array,
    look: (wanted: string[]) => Promise<ReadonlyMap<string, number>>,
  ): Promise<Int32Array> => {
    const isUsed = findUsed(list.length, kinds, kind, column)
    const found = await look(list.filter((_, place) => isUsed[place] === 1))
    return Int32Array.from(list, (name, place) => (isUsed[place] === 1 ? found.get(name)! : 0))
  }
  return {
    page: await find(names.path, PAGE, rows.path, (wanted) => known.pages(tx, projectId, wanted)),
    missing: await find(names.path, MISS, rows.path, (wanted) => known.names(tx, projectId, 'missing', wanted, today)),
    referrer: await find(names.referrer, PAGE | MISS, rows.referrer, (wanted) =>
      known.names(tx, projectId, 'referrer', wanted, today),
    ),
    client: await find(names.client, PAGE | MISS, rows.client, (wanted) => known.names(tx, projectId, 'client', wanted, today)),
    trace: await find(names.trace, RAW, rows.trace, (wanted) => known.names(tx, projectId, 'trace', wanted, today)),
  }
}

function findUsed(length: number, kinds: Kinds, kind: number, column: Int32Array): Uint8Array {
  const isUsed = new Uint8Array(length)
  for (let row = 0; row < kinds.length; row++) if (kinds[row]! & kind && column[row] !== -1) isUsed[column[row]!] = 1
  return isUsed
}

/** Adds every row to the sums that it belongs to. */
export function sumRows(
  sums: GroupSums,
  exclusion: ExclusionSums,
  { rows, names }: PackedGroup,
  { spans }: Portion,
  kinds: Kinds,
  ids: NameIds,
): void {
  const columns = names.client.map((name) => readClientName(name).column)
  // One object for all of them, which are many.
  const view: CountedView = { hour: 0, pageId: 0, clientId: 0, referrerId: 0, source: 0, column: null }
  for (const { from, to, source } of spans)
    for (let row = from; row < to; row++) {
      if (kinds[row] === 0) continue
      view.hour = hourOf(rows.firstAt[row]!)
      view.clientId = ids.client[rows.client[row]!]!
      view.referrerId = rows.referrer[row] === -1 ? 0 : ids.referrer[rows.referrer[row]!]!
      view.source = source
      view.column = columns[rows.client[row]!]!
      const reason = rows.reason[row]!
      if (reason !== -1) exclusion.add(dayOfHour(view.hour), names.reason[reason]!, rows.count[row]!)
      if (kinds[row]! & MISS) addMiss(sums, rows, row, view, ids.missing[rows.path[row]!]!)
      if (!(kinds[row]! & PAGE)) continue
      view.pageId = ids.page[rows.path[row]!]!
      addView(sums, view, rows.count[row]!)
      if (kinds[row]! & RAW) addRaw(sums, view, ids.trace[rows.trace[row]!]!, rows.count[row]!)
    }
}

function addMiss({ missDay }: GroupSums, rows: PackedRows, row: number, view: CountedView, missingId: number): void {
  const at = missDay.find(dayOfHour(view.hour), missingId, view.clientId, view.referrerId, rows.status[row])
  missDay.sums[at]! += rows.count[row]!
  missDay.sums[at + 1] = Math.min(missDay.sums[at + 1]!, rows.firstAt[row]!)
  missDay.sums[at + 2] = Math.max(missDay.sums[at + 2]!, rows.lastAt[row]!)
}

function addRaw({ rawHour }: GroupSums, view: CountedView, traceId: number, number: number): void {
  rawHour.add(0, number, view.hour, view.pageId, traceId, view.clientId, view.referrerId, view.source)
}
