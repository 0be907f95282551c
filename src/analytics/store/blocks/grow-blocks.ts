import { KEY_NUMBERS, sortedRows } from '../../sum-table.ts'
import { HOURS_PER_DAY, dayOfHour, daysOf, monthOfDay } from '../../time.ts'
import { type Counts, type Entries, createEntries, firstEntries, mergeBlock, mergeEntries } from './block.ts'
import { DETAILS, type DetailUnit, toDetailKey } from './details.ts'
import type { Tx } from '../engine.ts'
import type { RowSums } from '../row-sums.ts'

/**
 * `hour` blocks hold all hours of one day, with `page * 24 + hour` as the key; `day` and `month` have the page; details are by the day,
 * with a name and a page, and so are visitors, with their hash. `minute` has the page, and is there for the last minutes only. Stored.
 */
export type BlockUnit = ViewUnit | DetailUnit | 'visitor' | 'visitor-beacon' | 'minute'
export type ViewUnit = 'hour' | 'day' | 'month'

/** Rows that are a large import, not events that happened to arrive together; and those of one day that are worth a new block. */
const ROWS_MIN = 2_000
const DAY_ROWS_MIN = 64
/** A block is written whole: so many bytes of it are worth it for each row that is added. */
export const BLOCK_BYTES_PER_ROW = 64

type IsWanted = (day: number) => boolean

/** Adds views by hour and page to the blocks of their days and months. */
export async function growViews(tx: Tx, projectId: string, views: RowSums, isWanted: IsWanted = () => true): Promise<void> {
  const months = new Map<number, Entries>()
  for (const [day, hours] of splitHours(views, isWanted)) {
    const pages = sumHours(hours)
    await growBlock(tx, projectId, 'hour', day, hours)
    await growBlock(tx, projectId, 'day', day, pages)
    const month = monthOfDay(day)
    const before = months.get(month)
    months.set(month, before ? mergeEntries(before, pages) : pages)
  }
  for (const [month, pages] of months) await growBlock(tx, projectId, 'month', month, pages)
}

/** Adds views of one minute by page. A block at once: of the minute that is now, there are never many pages. */
export async function growMinute(tx: Tx, projectId: string, minute: number, views: ReadonlyMap<number, Counts>): Promise<void> {
  const pages = [...views].sort(([one], [two]) => one - two)
  const entries = createEntries(pages.length)
  for (const [index, [pageId, counts]] of pages.entries()) {
    entries.keys[index] = pageId
    for (const [column, count] of counts.entries()) entries.counts[column]![index] = count
  }
  await growBlock(tx, projectId, 'minute', minute, entries)
}

/** Adds views by day, name and page to the blocks of their days. */
export async function growDetails(
  tx: Tx,
  unit: DetailUnit,
  projectId: string,
  rows: RowSums,
  isWanted: IsWanted = () => true,
): Promise<void> {
  for (const [day, order] of splitByFirst(rows.keys, rows.size)) {
    if (!isWanted(day)) continue
    const entries = createEntries(order.length)
    for (let index = 0; index < order.length; index++) {
      const at = order[index]! * KEY_NUMBERS
      entries.keys[index] = toDetailKey(rows.keys[at + 1]!, rows.keys[at + 2]!)
    }
    for (const [place, column] of DETAILS[unit].columns.entries()) copySums(entries.counts[column], rows, place, order)
    await growBlock(tx, projectId, unit, day, entries)
  }
}

/**
 * Adds the rows of days that have many of them to blocks at once, and returns the others. An import brings days with thousands of
 * rows: each would be written as a row, read again by the fold and deleted.
 */
export async function growLargeDays(tx: Tx, unit: 'hour' | DetailUnit, projectId: string, rows: RowSums): Promise<RowSums> {
  if (rows.size < ROWS_MIN) return rows
  const days = unit === 'hour' ? daysOf(rows.keyColumn(0)) : rows.keyColumn(0)
  const large = new Set<number>()
  for (const [day, count] of countEach(days)) {
    if (count < DAY_ROWS_MIN) continue
    const [block] = await tx.all<{ bytes: number }>(
      'select length(content) as bytes from view_block where project_id = ? and unit = ? and bucket = ?',
      projectId,
      unit,
      day,
    )
    if ((block?.bytes ?? 0) <= count * BLOCK_BYTES_PER_ROW) large.add(day)
  }
  if (large.size === 0) return rows
  const isLarge = (day: number) => large.has(day)
  if (unit === 'hour') await growViews(tx, projectId, rows, isLarge)
  else await growDetails(tx, unit, projectId, rows, isLarge)
  return rows.filter((row) => !isLarge(days[row]!))
}

function countEach(numbers: Int32Array): Map<number, number> {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return counts
}

/** The entries of each day's block of hours. */
function* splitHours(views: RowSums, isWanted: IsWanted): Generator<[day: number, hours: Entries]> {
  const keys = toDayKeys(views)
  for (const [day, order] of splitByFirst(keys, views.size)) {
    if (!isWanted(day)) continue
    const entries = createEntries(order.length)
    for (let index = 0; index < order.length; index++) {
      const at = order[index]! * KEY_NUMBERS
      entries.keys[index] = keys[at + 1]! * HOURS_PER_DAY + keys[at + 2]!
    }
    for (const [column, counts] of entries.counts.entries()) copySums(counts, views, column, order)
    yield [day, entries]
  }
}

/** The keys of the same rows as day, page and hour of the day, which is the order of the entries. */
function toDayKeys({ keys, size }: RowSums): Int32Array {
  const dayKeys = new Int32Array(size * KEY_NUMBERS)
  for (let at = 0; at < dayKeys.length; at += KEY_NUMBERS) {
    dayKeys[at] = dayOfHour(keys[at]!)
    dayKeys[at + 1] = keys[at + 1]!
    dayKeys[at + 2] = keys[at]! - dayKeys[at]! * HOURS_PER_DAY
  }
  return dayKeys
}

function copySums(counts: Float64Array, { sums, width }: RowSums, column: number, order: Uint32Array): void {
  for (let index = 0; index < order.length; index++) counts[index] = sums[order[index]! * width + column]!
}

/** The rows with the same first number in their keys, in the order of the keys. */
function* splitByFirst(keys: Int32Array, size: number): Generator<[first: number, rows: Uint32Array]> {
  const order = sortedRows(keys, size)
  const firstOf = (index: number) => keys[order[index]! * KEY_NUMBERS]!
  for (let from = 0; from < order.length;) {
    let to = from
    while (to < order.length && firstOf(to) === firstOf(from)) to++
    yield [firstOf(from), order.subarray(from, to)]
    from = to
  }
}

/** The entries of a day from those of its hours. They are in the order of pages already. */
function sumHours(hours: Entries): Entries {
  const pages = createEntries(hours.keys.length)
  return firstEntries(pages, addHours(pages, hours))
}

/** Returns the number of pages. */
function addHours(pages: Entries, hours: Entries): number {
  let length = 0
  for (let index = 0; index < hours.keys.length; index++) {
    const page = Math.floor(hours.keys[index]! / HOURS_PER_DAY)
    if (length === 0 || pages.keys[length - 1] !== page) pages.keys[length++] = page
    for (let column = 0; column < hours.counts.length; column++)
      pages.counts[column]![length - 1]! += hours.counts[column]![index]!
  }
  return length
}

export async function growBlock(tx: Tx, projectId: string, unit: BlockUnit, bucket: number, entries: Entries): Promise<void> {
  await tx.run(
    'insert into view_block (project_id, unit, bucket, content) values (?, ?, ?, ?) on conflict (project_id, unit, bucket) do update set content = excluded.content',
    projectId,
    unit,
    bucket,
    mergeBlock(await readBlock(tx, projectId, unit, bucket), entries),
  )
}

export async function readBlock(tx: Tx, projectId: string, unit: BlockUnit, bucket: number): Promise<Uint8Array | null> {
  const [found] = await tx.all<{ content: Uint8Array }>(
    'select content from view_block where project_id = ? and unit = ? and bucket = ?',
    projectId,
    unit,
    bucket,
  )
  return found?.content ?? null
}
