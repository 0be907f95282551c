import { dayOfHour } from '../time.ts'
import { type RowSums, createRowSums } from './row-sums.ts'
import { TABLES } from './tables.ts'

/** The sums of views by all that they are kept by. */
export interface ViewSums {
  viewHour: RowSums
  siteHour: RowSums
  siteDay: RowSums
  agentDay: RowSums
  agentPageDay: RowSums
  referrerDay: RowSums
}

export function createViewSums(): ViewSums {
  return {
    viewHour: createRowSums(TABLES.viewHour),
    siteHour: createRowSums(TABLES.siteHour),
    siteDay: createRowSums(TABLES.siteDay),
    agentDay: createRowSums(TABLES.agentDay),
    agentPageDay: createRowSums(TABLES.agentPageDay),
    referrerDay: createRowSums(TABLES.referrerDay),
  }
}

export interface CountedView {
  hour: number
  pageId: number
  clientId: number
  /** 0 for none. */
  referrerId: number
  source: number
  column: 'human' | 'ai' | null
}

/** Adds views to every sum that they belong to; with a negative number it takes them out again. */
export function addView(
  sums: ViewSums,
  { hour, pageId, clientId, referrerId, source, column }: CountedView,
  number: number,
): void {
  const day = dayOfHour(hour)
  if (column !== null) {
    const offset = (column === 'ai' ? 2 : 0) + source
    sums.viewHour.add(offset, number, hour, pageId)
    sums.siteHour.add(offset, number, hour)
    sums.siteDay.add(offset, number, day)
    if (referrerId !== 0) sums.referrerDay.add(offset, number, day, referrerId, pageId)
  }
  if (column === 'human') return
  sums.agentDay.add(source, number, day, clientId)
  sums.agentPageDay.add(source, number, day, clientId, pageId)
}

/** What was left out, by day and reason. */
export interface ExclusionSums {
  sums: RowSums
  reasons: string[]
  add(day: number, reason: string, number: number): void
}

export function createExclusionSums(): ExclusionSums {
  const sums = createRowSums(TABLES.exclusion)
  const reasons: string[] = []
  return {
    sums,
    reasons,
    add: (day, reason, number) => {
      const known = reasons.indexOf(reason)
      const place = known < 0 ? reasons.push(reason) - 1 : known
      sums.add(0, number, day, place)
    },
  }
}

/** All that a group adds to the tables. Kept from one group to the next: to make them anew each time is work for the collector of garbage. */
export interface GroupSums extends ViewSums {
  missDay: RowSums
  rawHour: RowSums
}

export function createGroupSums(): GroupSums {
  return { ...createViewSums(), missDay: createRowSums(TABLES.missDay), rawHour: createRowSums(TABLES.rawHour) }
}
