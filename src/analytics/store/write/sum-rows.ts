import { hostOfReferrer } from '../../referrer.ts'
import { HOUR_MS, dayOfHour, daysOf, hourOf } from '../../time.ts'
import type { Counts } from '../blocks/block.ts'
import { readClientName } from '../client-name.ts'
import type { NameKind, Tx } from '../engine.ts'
import type { KnownNames } from './known-names.ts'
import type { PackedGroup, PackedRows } from './packed-group.ts'
import type { Portion, RecordOptions, RowSources } from './portion.ts'
import { type ExclusionSums, type GroupSums, addViews, countOf, createExclusionSums, toWho } from './view-sums.ts'

/** What a row counts as, in bits. */
const PAGE = 1
/** A page that can be judged again. */
const RAW = 2
const MISS = 4
/** It counts in neither column. */
const EXCLUDED = 8

/** Which rows count as what. A row may be in several lists. */
type ChosenRows = Record<'pages' | 'raw' | 'misses' | 'excluded', Int32Array>

/** By the places of names in the lists of a group; 0 for those that are not used. */
type NameIds = Record<'page' | 'missing' | 'client' | 'trace' | 'referrer' | 'traits', Int32Array>

/** The views of the last minutes, by minute and page. */
export type RecentViews = Map<number, Map<number, Counts>>

/**
 * Adds what counts of a portion to the sums, which are empty before. Returns what was left out, and the views of the last minutes.
 *
 * An import has hundreds of thousands of rows, so all of this goes column by column, each loop in a short function of its own: the compiler
 * has to look at them once. A long function with many loops is compiled anew for each, which takes longer than to run it.
 */
export async function sumPortion(
  tx: Tx,
  known: KnownNames,
  sums: GroupSums,
  group: PackedGroup,
  portion: Portion,
  sources: RowSources,
  { now, rawDays }: RecordOptions,
): Promise<{ exclusion: ExclusionSums; recent: RecentViews }> {
  const chosen = chooseRows(group.rows, portion, sources, rawDays > 0 ? now - rawDays * 24 * HOUR_MS : Infinity)
  const ids = await findIds(tx, known, group, portion.projectId, chosen, dayOfHour(hourOf(now)))
  const whoOf = Int32Array.from(group.names.client, (name) => toWho(readClientName(name).column))
  sumPages(sums, group, chosen, sources, ids, whoOf)
  const recent = sumRecent(group, chosen.pages, sources, ids, whoOf)
  sumMisses(sums, group, chosen.misses, ids)
  const exclusion = createExclusionSums()
  for (const [day, text, number] of portion.exclusions) exclusion.add(day, text, number)
  sumExcluded(exclusion, group, chosen.excluded)
  return { exclusion, recent }
}

function chooseRows(rows: PackedRows, { spans }: Portion, sources: RowSources, rawSince: number): ChosenRows {
  const kinds = new Uint8Array(sources.length)
  for (const { from, to } of spans) findKinds(kinds, rows, from, to, rawSince)
  const most = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  const choose = (kind: number): Int32Array => {
    const chosen = new Int32Array(most)
    let length = 0
    for (const { from, to } of spans) length = addChosen(chosen, length, kinds, kind, sources, from, to)
    return chosen.subarray(0, length)
  }
  return { pages: choose(PAGE), raw: choose(RAW), misses: choose(MISS), excluded: choose(EXCLUDED) }
}

function findKinds(
  kinds: Uint8Array,
  { trace, status, reason, firstAt }: PackedRows,
  from: number,
  to: number,
  rawSince: number,
): void {
  for (let row = from; row < to; row++) {
    let kind = reason[row] === -1 ? PAGE : EXCLUDED
    if (trace[row] !== -1) kind |= firstAt[row]! > rawSince ? PAGE | RAW : PAGE
    else if (status[row] === 404 || status[row] === 410) kind |= MISS
    kinds[row] = kind
  }
}

/** Returns the new length of the list. */
function addChosen(
  chosen: Int32Array,
  length: number,
  kinds: Uint8Array,
  kind: number,
  sources: RowSources,
  from: number,
  to: number,
): number {
  let end = length
  for (let row = from; row < to; row++) if (sources[row] !== -1 && kinds[row]! & kind) chosen[end++] = row
  return end
}

/** The ids of all names that rows use. */
async function findIds(
  tx: Tx,
  known: KnownNames,
  { rows, names }: PackedGroup,
  projectId: string,
  { pages, raw, misses }: ChosenRows,
  today: number,
): Promise<NameIds> {
  const find = async (
    list: readonly string[],
    column: Int32Array,
    users: readonly Int32Array[],
    look: (wanted: string[]) => Promise<ReadonlyMap<string, number>>,
  ): Promise<Int32Array> => {
    const isUsed = new Uint8Array(list.length)
    for (const chosen of users) markUsed(isUsed, column, chosen)
    const found = await look(list.filter((_, place) => isUsed[place] === 1))
    return Int32Array.from(list, (name, place) => (isUsed[place] === 1 ? found.get(name)! : 0))
  }
  const named = (kind: NameKind) => (wanted: string[]) => known.names(tx, projectId, kind, wanted, today)
  let paths: ReadonlyMap<string, number> = new Map()
  const page = await find(names.path, rows.path, [pages], async (wanted) => (paths = await known.pages(tx, projectId, wanted)))
  const referrers = names.referrer.map((referrer) => withoutOwnPath(referrer, paths))
  return {
    page,
    missing: await find(names.path, rows.path, [misses], named('missing')),
    referrer: await find(referrers, rows.referrer, [pages, misses], named('referrer')),
    traits: await find(names.traits, rows.traits, [pages], named('traits')),
    client: await find(names.client, rows.client, [pages, misses], named('client')),
    trace: await find(names.trace, rows.trace, [raw], named('trace')),
  }
}

/**
 * The host alone when the site has a page by the same path. Logs that don't name their own host have the way of every reader through
 * the site in their referrers, which is nobody's business, and would be as many names as there are pages.
 */
function withoutOwnPath(referrer: string, paths: ReadonlyMap<string, number>): string {
  const host = hostOfReferrer(referrer)
  const path = referrer.slice(host.length)
  return path !== '' && (paths.has(path) || paths.has(path.replace(/\/$/, ''))) ? host : referrer
}

function markUsed(isUsed: Uint8Array, column: Int32Array, chosen: Int32Array): void {
  for (let index = 0; index < chosen.length; index++) {
    const place = column[chosen[index]!]!
    if (place !== -1) isUsed[place] = 1
  }
}

function sumPages(
  sums: GroupSums,
  { rows }: PackedGroup,
  { pages, raw }: ChosenRows,
  sources: RowSources,
  ids: NameIds,
  whoOf: Int32Array,
): void {
  const columnsOf = (chosen: Int32Array) => ({
    number: pick(rows.count, chosen),
    hour: hoursOf(rows.firstAt, chosen),
    pageId: pickIds(rows.path, chosen, ids.page),
    clientId: pickIds(rows.client, chosen, ids.client),
    referrerId: pickIds(rows.referrer, chosen, ids.referrer),
    traitsId: pickIds(rows.traits, chosen, ids.traits),
    source: pick(sources, chosen),
  })
  addViews(sums, { ...columnsOf(pages), who: pickIds(rows.client, pages, whoOf) })
  const { number, hour, pageId, clientId, referrerId, source, traitsId } = columnsOf(raw)
  const traceId = pickIds(rows.trace, raw, ids.trace)
  sums.rawHour.addAll(new Int32Array(raw.length), number, [hour, pageId, traceId, clientId, referrerId, source, traitsId])
}

function sumRecent({ rows }: PackedGroup, pages: Int32Array, sources: RowSources, ids: NameIds, whoOf: Int32Array): RecentViews {
  const recent: RecentViews = new Map()
  for (let index = 0; index < pages.length; index++) {
    const row = pages[index]!
    const minute = rows.minute[row]!
    if (minute === 0) continue
    const column = countOf(whoOf[rows.client[row]!]!, sources[row]!)
    if (column === -1) continue
    let views = recent.get(minute)
    if (!views) recent.set(minute, (views = new Map()))
    const pageId = ids.page[rows.path[row]!]!
    let counts = views.get(pageId)
    if (!counts) views.set(pageId, (counts = [0, 0, 0, 0]))
    counts[column]! += rows.count[row]!
  }
  return recent
}

function sumMisses({ missDay }: GroupSums, { rows }: PackedGroup, misses: Int32Array, ids: NameIds): void {
  const day = daysOf(hoursOf(rows.firstAt, misses))
  const missingId = pickIds(rows.path, misses, ids.missing)
  const clientId = pickIds(rows.client, misses, ids.client)
  const referrerId = pickIds(rows.referrer, misses, ids.referrer)
  for (let index = 0; index < misses.length; index++) {
    const row = misses[index]!
    const at = missDay.find(day[index]!, missingId[index], clientId[index], referrerId[index], rows.status[row])
    missDay.sums[at]! += rows.count[row]!
    missDay.sums[at + 1] = Math.min(missDay.sums[at + 1]!, rows.firstAt[row]!)
    missDay.sums[at + 2] = Math.max(missDay.sums[at + 2]!, rows.lastAt[row]!)
  }
}

function sumExcluded(exclusion: ExclusionSums, { rows, names }: PackedGroup, excluded: Int32Array): void {
  const places = Int32Array.from(names.reason, (reason) => exclusion.place(reason))
  const day = daysOf(hoursOf(rows.firstAt, excluded))
  const place = pickIds(rows.reason, excluded, places)
  exclusion.sums.addAll(new Int32Array(excluded.length), pick(rows.count, excluded), [day, place])
}

function pick(column: Int32Array | Int8Array, rows: Int32Array): Int32Array {
  const picked = new Int32Array(rows.length)
  for (let index = 0; index < rows.length; index++) picked[index] = column[rows[index]!]!
  return picked
}

/** What names stand for; 0 where there is none. */
function pickIds(column: Int32Array, rows: Int32Array, ids: Int32Array): Int32Array {
  const picked = new Int32Array(rows.length)
  for (let index = 0; index < rows.length; index++) {
    const place = column[rows[index]!]!
    picked[index] = place === -1 ? 0 : ids[place]!
  }
  return picked
}

function hoursOf(times: Float64Array, rows: Int32Array): Int32Array {
  const hours = new Int32Array(rows.length)
  for (let index = 0; index < rows.length; index++) hours[index] = hourOf(times[rows[index]!]!)
  return hours
}
