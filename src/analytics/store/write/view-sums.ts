import { NameList } from '../../name-list.ts'
import { daysOf } from '../../time.ts'
import type { NamedClient } from '../client-name.ts'
import { SOURCES } from './packed-group.ts'
import { type RowSums, createRowSums } from '../row-sums.ts'
import { TABLES } from '../tables.ts'

/** The sums of views by all that they are kept by. */
export interface ViewSums {
  viewHour: RowSums
  siteHour: RowSums
  siteDay: RowSums
  agentDay: RowSums
  agentPageDay: RowSums
  referrerDay: RowSums
  traitDay: RowSums
}

export function createViewSums(): ViewSums {
  return {
    viewHour: createRowSums(TABLES.viewHour),
    siteHour: createRowSums(TABLES.siteHour),
    siteDay: createRowSums(TABLES.siteDay),
    agentDay: createRowSums(TABLES.agentDay),
    agentPageDay: createRowSums(TABLES.agentPageDay),
    referrerDay: createRowSums(TABLES.referrerDay),
    traitDay: createRowSums(TABLES.traitDay),
  }
}

/** Views, column by column. */
export interface ViewColumns {
  /** How many; below zero, they are taken out again. */
  number: Int32Array
  hour: Int32Array
  pageId: Int32Array
  clientId: Int32Array
  /** 0 for none. */
  referrerId: Int32Array
  /** 0 for none. */
  traitsId: Int32Array
  source: Int32Array
  /** 0 for people, 1 for AI, -1 for what counts as neither. */
  who: Int32Array
}

export function toWho(column: NamedClient['column']): number {
  return column === null ? -1 : Number(column === 'ai')
}

/** Adds views to every sum that they belong to. */
export function addViews(sums: ViewSums, views: ViewColumns): void {
  const { number, hour, pageId, clientId, referrerId, traitsId } = views
  const day = daysOf(hour)
  const { counted, referred, known, asked } = chooseSums(views)
  sums.viewHour.addAll(counted, number, [hour, pageId])
  sums.siteHour.addAll(counted, number, [hour])
  sums.siteDay.addAll(counted, number, [day])
  sums.referrerDay.addAll(referred, number, [day, referrerId, pageId])
  sums.traitDay.addAll(known, number, [day, traitsId, pageId])
  sums.agentDay.addAll(asked, number, [day, clientId])
  sums.agentPageDay.addAll(asked, number, [day, clientId, pageId])
}

/** Which of the counts of a table each view belongs to: by people and AI and source, or by source alone; -1 for none. */
function chooseSums(views: ViewColumns): Record<'counted' | 'referred' | 'known' | 'asked', Int32Array> {
  const { referrerId, traitsId, source, who } = views
  const column = () => new Int32Array(who.length)
  const [counted, referred, known, asked] = [column(), column(), column(), column()]
  for (let index = 0; index < who.length; index++) {
    counted[index] = countOf(who[index]!, source[index]!)
    referred[index] = referrerId[index] === 0 ? -1 : counted[index]!
    known[index] = traitsId[index] === 0 || who[index] !== 0 ? -1 : source[index]!
    asked[index] = who[index] === 0 ? -1 : source[index]!
  }
  return { counted, referred, known, asked }
}

/** What was left out, by day and reason. */
export interface ExclusionSums {
  sums: RowSums
  reasons: readonly string[]
  /** Where a reason stands among them. */
  place(reason: string): number
  add(day: number, reason: string, number: number): void
}

export function createExclusionSums(): ExclusionSums {
  const sums = createRowSums(TABLES.exclusion)
  const reasons = new NameList()
  return {
    sums,
    reasons: reasons.texts,
    place: (reason) => reasons.number(reason),
    add: (day, reason, number) => sums.add(0, number, day, reasons.number(reason)),
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

/** Which of the four counts of people and AI a view belongs to; -1 for none. */
export function countOf(who: number, source: number): number {
  return who === -1 ? -1 : who * SOURCES.length + source
}
