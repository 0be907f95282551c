import { type HourRange, toSegments } from '../../time.ts'
import type { PeopleSource } from '../../reading.ts'
import { addBlock, createEntries, encodeBlock, firstEntries } from '../blocks/block.ts'
import type { Tx } from '../engine.ts'
import { type PageList, type PathText, pathAt } from './page-lists.ts'
import { sumAgentPages } from './read-agent-views.ts'
import { planReading, readSiteDays } from './read-plan.ts'
import { scanViews } from './scan-views.ts'
import { type PageCounts, type ViewFilter, matchPath } from './view-filter.ts'

/** The ranking as it comes from the reading thread: one array per column, the first page first. */
export interface RankedColumns {
  slots: Uint32Array
  human: Float64Array
  ai: Float64Array
  text: PathText
  /** The state of the project that was ranked. */
  watermark: number
  /** The counts by page id, from which another node can make the same ranking; null where there is only one. */
  block: Uint8Array | null
}

/** Every page with views in the range, in its order. */
export interface RankedPages extends Pick<RankedColumns, 'watermark' | 'block'> {
  readonly length: number
  readonly totals: { human: number; ai: number; total: number }
  rows(from?: number, to?: number): PageCounts[]
}

/** Rows are made only when they are asked for: 10,000 objects would take longer than the ranking itself. */
export function toRankedPages({ slots, human, ai, text, watermark, block }: RankedColumns): RankedPages {
  const sum = (column: Float64Array) => column.reduce((total, count) => total + count, 0)
  const totals = { human: sum(human), ai: sum(ai), total: 0 }
  totals.total = totals.human + totals.ai
  return {
    length: slots.length,
    watermark,
    block,
    totals,
    rows: (from = 0, to = slots.length) => {
      const rows: PageCounts[] = []
      for (let index = from; index < Math.min(to, slots.length); index++)
        rows.push({
          path: pathAt(text, slots[index]!),
          human: human[index]!,
          ai: ai[index]!,
          total: human[index]! + ai[index]!,
        })
      return rows
    },
  }
}

export async function rankPages(
  tx: Tx,
  list: PageList,
  projectId: string,
  range: HourRange,
  filter: ViewFilter,
): Promise<RankedColumns> {
  const sums =
    filter.agent === undefined
      ? await sumPages(tx, list, projectId, range, filter.people)
      : await sumAgentPages(tx, list, projectId, range, filter.agent)
  const [mark] = await tx.all<{ value: number }>('select value from watermark where project_id = ?', projectId)
  const isWanted = matchPath(filter.path)
  if (filter.path !== undefined) dropPages(sums, (slot) => !isWanted(list.paths[slot]!))
  if (filter.class === 'human') sums.ai.fill(0)
  if (filter.class === 'ai') sums.human.fill(0)
  return orderPages(list, sums, filter.sort, mark?.value ?? 0, tx.isPostgres ? packSums(list, sums) : null)
}

/** What is kept of a ranking for other nodes. */
export interface KeptRanking {
  block: Uint8Array
  watermark: number
  sort: ViewFilter['sort']
}

/** The same ranking from what another node kept of it. */
export function recallRanking(list: PageList, { block, watermark, sort }: KeptRanking): RankedColumns {
  const { paths, slots } = list
  const sums = { slots, human: new Float64Array(paths.length), ai: new Float64Array(paths.length) }
  addBlock(block, sums, [1, 1, 1, 1])
  return orderPages(list, sums, sort, watermark, block)
}

interface PageSums {
  human: Float64Array
  ai: Float64Array
}

function dropPages({ human, ai }: PageSums, isDropped: (slot: number) => boolean): void {
  for (let slot = 0; slot < human.length; slot++) if (isDropped(slot)) human[slot] = ai[slot] = 0
}

function orderPages(
  { text }: PageList,
  { human, ai }: PageSums,
  sort: ViewFilter['sort'],
  watermark: number,
  block: Uint8Array | null,
): RankedColumns {
  const viewed: number[] = []
  for (let slot = 0; slot < human.length; slot++) if (human[slot]! + ai[slot]! > 0) viewed.push(slot)
  const order = sortSlots(viewed, toKey(sort ?? 'total', human, ai))
  return { slots: order, human: pick(human, order), ai: pick(ai, order), text, watermark, block }
}

/** In memory of its own, because it changes threads. */
function packSums({ slots }: PageList, { human, ai }: PageSums): Uint8Array {
  const entries = createEntries(human.length)
  let length = 0
  for (let id = 1; id < slots.length; id++) {
    const slot = slots[id]!
    if (human[slot]! + ai[slot]! <= 0) continue
    entries.keys[length] = id
    entries.counts[0][length] = human[slot]!
    entries.counts[2][length] = ai[slot]!
    length++
  }
  return new Uint8Array(encodeBlock(firstEntries(entries, length)))
}

/** The views of every page of the project in the range, by slot. */
export async function sumPages(
  tx: Tx,
  { paths, slots }: PageList,
  projectId: string,
  range: HourRange,
  people?: PeopleSource,
): Promise<PageSums> {
  const human = new Float64Array(paths.length)
  const ai = new Float64Array(paths.length)
  const plan = planReading(toSegments(range), await readSiteDays(tx, projectId, range), true, people)
  const sums = { slots, human, ai }
  await scanViews(tx, projectId, range, plan, {
    addBlock: (_unit, _bucket, content, factors) => addBlock(content, sums, factors),
    addHour: (_hour, pageId, people, machines) => {
      const slot = slots[pageId]!
      human[slot]! += people
      ai[slot]! += machines
    },
  })
  return { human, ai }
}

function toKey(sort: NonNullable<ViewFilter['sort']>, human: Float64Array, ai: Float64Array): (slot: number) => number {
  if (sort === 'path') return () => 0
  if (sort === 'total') return (slot) => human[slot]! + ai[slot]!
  const column = sort === 'human' ? human : ai
  return (slot) => column[slot]!
}

/**
 * The slots by count, the largest first, and equal counts by slot, which is by path. Count and slot are put into one number, because
 * numbers in a typed array sort ten times as fast as with a function that compares two.
 */
export function sortSlots(slots: readonly number[], countOf: (slot: number) => number): Uint32Array {
  let largest = 0
  for (const slot of slots) largest = Math.max(largest, countOf(slot))
  const width = (slots.at(-1) ?? 0) + 1
  if ((largest + 1) * width > Number.MAX_SAFE_INTEGER)
    return Uint32Array.from(slots.toSorted((one, two) => countOf(two) - countOf(one) || one - two))
  const keys = new Float64Array(slots.length)
  for (let index = 0; index < keys.length; index++) keys[index] = (largest - countOf(slots[index]!)) * width + slots[index]!
  keys.sort()
  const order = new Uint32Array(keys.length)
  for (let index = 0; index < order.length; index++) order[index] = keys[index]! % width
  return order
}

/** By hand: `from` with a function takes ten times as long. */
function pick(column: Float64Array, order: Uint32Array): Float64Array {
  const picked = new Float64Array(order.length)
  for (let index = 0; index < order.length; index++) picked[index] = column[order[index]!]!
  return picked
}
