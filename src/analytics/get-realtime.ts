import type { Reading } from './reading.ts'
import type { PageCounts, ViewStore } from './store/view-store.ts'
import { MINUTE_MS, minuteOf } from './time.ts'

interface Counts {
  human: number
  ai: number
  total: number
}

export interface Realtime {
  totals: Counts
  minutes: ({ time: string } & Counts)[]
  pages: PageCounts[]
}

/** The views of the last 30 minutes by minute, and the pages that were read most. */
export async function getRealtime(
  store: Pick<ViewStore, 'now' | 'recent'>,
  projectId: string,
  limit: number,
  reading?: Reading,
): Promise<Realtime> {
  const recent = await store.recent(projectId, minuteOf(await store.now()), reading)
  const minutes = recent.minutes.map(({ minute, human, ai }) => ({
    time: new Date(minute * MINUTE_MS).toISOString(),
    human,
    ai,
    total: human + ai,
  }))
  const sum = (column: keyof Counts) => minutes.reduce((total, minute) => total + minute[column], 0)
  return { totals: { human: sum('human'), ai: sum('ai'), total: sum('total') }, minutes, pages: recent.pages.slice(0, limit) }
}
