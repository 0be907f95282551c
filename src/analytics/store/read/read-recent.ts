import { createZone } from '../../../lib/time-zone.ts'
import type { Reading } from '../../reading.ts'
import { MINUTE_MS, RECENT_MINUTES, dayOfHour, hourOf } from '../../time.ts'
import { visitBlock } from '../blocks/block.ts'
import type { Tx } from '../engine.ts'
import { isByServer } from '../site-day.ts'
import { type PageList, compareCodePoints } from './page-lists.ts'
import { readSiteDays } from './read-plan.ts'
import type { PageCounts } from './view-filter.ts'

export interface RecentViews {
  /** One for each of the last minutes, the earliest first; the last one is not over yet. */
  minutes: { minute: number; human: number; ai: number }[]
  /** Most views first, then by path. */
  pages: PageCounts[]
}

/** What one page was read in one minute, as the servers and the script saw it. */
interface Cell {
  minute: number
  human: number
  humanBeacon: number
  ai: number
}

/**
 * The views of the last minutes. Of people on a page the source counts that saw more of them in all these minutes: by the minute, a view
 * that a server saw before the full minute and the script after it would count twice.
 */
export async function readRecent(
  tx: Tx,
  list: PageList,
  projectId: string,
  now: number,
  { timeZone = 'UTC', people: source = 'auto' }: Reading,
): Promise<RecentViews> {
  const first = now - RECENT_MINUTES + 1
  const byPage = await readCells(tx, projectId, first, now, timeZone)
  const minutes = Array.from({ length: RECENT_MINUTES }, (_, place) => ({ minute: first + place, human: 0, ai: 0 }))
  const pages: PageCounts[] = []
  for (const [pageId, cells] of byPage) {
    const sum = (column: 'human' | 'humanBeacon' | 'ai') => cells.reduce((total, cell) => total + cell[column], 0)
    const isByScript = source === 'auto' ? sum('humanBeacon') > sum('human') : source === 'script'
    const people = isByScript ? 'humanBeacon' : 'human'
    const [human, ai] = [sum(people), sum('ai')]
    for (const cell of cells) {
      const minute = minutes[cell.minute - first]!
      minute.human += cell[people]
      minute.ai += cell.ai
    }
    if (human + ai > 0) pages.push({ path: list.paths[list.slots[pageId]!]!, human, ai, total: human + ai })
  }
  pages.sort((one, two) => two.total - one.total || compareCodePoints(one.path, two.path))
  return { minutes, pages }
}

async function readCells(tx: Tx, projectId: string, first: number, last: number, timeZone: string): Promise<Map<number, Cell[]>> {
  const zone = createZone(timeZone)
  const toHour = (minute: number) => hourOf(zone.toWall(minute * MINUTE_MS))
  const hours = { from: toHour(first), to: toHour(last) + 1 }
  const days = await readSiteDays(tx, projectId, hours)
  const serverDays = new Set(days.filter((day) => isByServer(day)).map(({ day }) => day))
  const blocks = await tx.all<{ bucket: number; content: Uint8Array }>(
    "select bucket, content from view_block where project_id = ? and unit = 'minute' and bucket >= ? and bucket <= ?",
    projectId,
    first,
    last,
  )
  const byPage = new Map<number, Cell[]>()
  for (const { bucket: minute, content } of blocks) {
    const isServer = serverDays.has(dayOfHour(toHour(minute)))
    visitBlock(content, (pageId, human, humanBeacon, ai, aiBeacon) => {
      const cells = byPage.get(pageId) ?? []
      if (cells.push({ minute, human, humanBeacon, ai: ai + (isServer ? 0 : aiBeacon) }) === 1) byPage.set(pageId, cells)
    })
  }
  return byPage
}
