import { KEY_NUMBERS, SumTable, sortedRows } from '../sum-table.ts'
import { HOURS_PER_DAY, dayOfHour, monthOfDay } from '../time.ts'
import { type Entries, createEntries, firstEntries, mergeBlock, mergeEntries } from './block.ts'
import type { Tx } from './engine.ts'
import { type RowSums, createRowSums } from './row-sums.ts'
import { TABLES } from './tables.ts'

/** `hour` blocks hold all hours of one day, with `page * 24 + hour` as the key; the others have the page. Stored. */
export type BlockUnit = 'hour' | 'day' | 'month'

/** Rows for one day that are worth a new block, and the bytes that a block may have for each of them: it is written whole. */
const DAY_ROWS_MIN = 64
const BLOCK_BYTES_PER_ROW = 64

/** Adds views by hour and page to the blocks of their days and months. */
export async function growBlocks(
  tx: Tx,
  projectId: string,
  views: RowSums,
  isWanted: (day: number) => boolean = () => true,
): Promise<void> {
  const months = new Map<number, Entries>()
  for (const [day, hours] of splitByDay(views, isWanted)) {
    const pages = sumHours(hours)
    await growBlock(tx, projectId, 'hour', day, hours)
    await growBlock(tx, projectId, 'day', day, pages)
    const month = monthOfDay(day)
    const before = months.get(month)
    months.set(month, before ? mergeEntries(before, pages) : pages)
  }
  for (const [month, pages] of months) await growBlock(tx, projectId, 'month', month, pages)
}

/**
 * Adds the views of days that have many of them to blocks at once, and returns the others. An import brings days with thousands of
 * rows: each would be written as a row, read again by the fold and deleted.
 */
export async function growLargeDays(tx: Tx, projectId: string, views: RowSums): Promise<RowSums> {
  const rows = new Map<number, number>()
  for (let row = 0; row < views.size; row++) {
    const day = dayOfHour(views.keys[row * KEY_NUMBERS]!)
    rows.set(day, (rows.get(day) ?? 0) + 1)
  }
  const isLarge = new Set<number>()
  for (const [day, count] of rows) {
    if (count < DAY_ROWS_MIN) continue
    const [block] = await tx.all<{ bytes: number }>(
      "select length(content) as bytes from view_block where project_id = ? and unit = 'hour' and bucket = ?",
      projectId,
      day,
    )
    if ((block?.bytes ?? 0) <= count * BLOCK_BYTES_PER_ROW) isLarge.add(day)
  }
  if (isLarge.size === 0) return views
  await growBlocks(tx, projectId, views, (day) => isLarge.has(day))
  const others = createRowSums(TABLES.viewHour)
  for (let row = 0; row < views.size; row++) {
    const hour = views.keys[row * KEY_NUMBERS]!
    if (isLarge.has(dayOfHour(hour))) continue
    const at = others.find(hour, views.keys[row * KEY_NUMBERS + 1])
    for (let column = 0; column < views.width; column++) others.sums[at + column] = views.sums[row * views.width + column]!
  }
  return others
}

/** The entries of each day's block of hours. */
function* splitByDay(views: RowSums, isWanted: (day: number) => boolean): Generator<[day: number, hours: Entries]> {
  const byDay = new SumTable([0, 0, 0, 0])
  for (let row = 0; row < views.size; row++) {
    const hour = views.keys[row * KEY_NUMBERS]!
    const day = dayOfHour(hour)
    if (!isWanted(day)) continue
    const at = byDay.find(day, views.keys[row * KEY_NUMBERS + 1], hour - day * HOURS_PER_DAY)
    for (let column = 0; column < views.width; column++) byDay.sums[at + column]! += views.sums[row * views.width + column]!
  }
  const order = sortedRows(byDay)
  for (let from = 0; from < order.length;) {
    const day = byDay.keys[order[from]! * KEY_NUMBERS]!
    let to = from
    while (to < order.length && byDay.keys[order[to]! * KEY_NUMBERS] === day) to++
    const entries = createEntries(to - from)
    for (let index = 0; index < to - from; index++) {
      const row = order[from + index]!
      entries.keys[index] = byDay.keys[row * KEY_NUMBERS + 1]! * HOURS_PER_DAY + byDay.keys[row * KEY_NUMBERS + 2]!
      for (const [column, counts] of entries.counts.entries()) counts[index] = byDay.sums[row * byDay.width + column]!
    }
    yield [day, entries]
    from = to
  }
}

/** The entries of a day from those of its hours. They are in the order of pages already. */
function sumHours(hours: Entries): Entries {
  const pages = createEntries(hours.keys.length)
  let length = 0
  for (let index = 0; index < hours.keys.length; index++) {
    const page = Math.floor(hours.keys[index]! / HOURS_PER_DAY)
    if (length === 0 || pages.keys[length - 1] !== page) pages.keys[length++] = page
    for (const [column, counts] of hours.counts.entries()) pages.counts[column]![length - 1]! += counts[index]!
  }
  return firstEntries(pages, length)
}

async function growBlock(tx: Tx, projectId: string, unit: BlockUnit, bucket: number, entries: Entries): Promise<void> {
  const [found] = await tx.all<{ content: Uint8Array }>(
    'select content from view_block where project_id = ? and unit = ? and bucket = ?',
    projectId,
    unit,
    bucket,
  )
  await tx.run(
    'insert into view_block (project_id, unit, bucket, content) values (?, ?, ?, ?) on conflict (project_id, unit, bucket) do update set content = excluded.content',
    projectId,
    unit,
    bucket,
    mergeBlock(found?.content ?? null, entries),
  )
}
