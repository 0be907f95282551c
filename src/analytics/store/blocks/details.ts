import { visitBlock } from './block.ts'
import type { PeopleSource } from '../../reading.ts'
import type { Tx } from '../engine.ts'
import { isByServer, isSeenByBoth, peopleFactors } from '../site-day.ts'
import { DAY_MAX, TABLES } from '../tables.ts'

/** Views by day, page and a name: of the agent that asked, of the page that sent the reader, or of what is known of the reader. Stored. */
export type DetailUnit = 'agent' | 'referrer' | 'traits'
export const DETAIL_UNITS: readonly DetailUnit[] = ['agent', 'referrer', 'traits']

/** The table in which they wait for their block, the column of its name, and where its counts stand in a block. */
export const DETAILS = {
  agent: { table: TABLES.agentPageDay, name: 'client_id', columns: [2, 3] },
  referrer: { table: TABLES.referrerDay, name: 'referrer_id', columns: [0, 1, 2, 3] },
  traits: { table: TABLES.traitDay, name: 'traits_id', columns: [0, 1] },
} as const

/** A name and a page make one number below 2^53. */
const PAGE_IDS_MAX = 2 ** 26
const NAME_IDS_MAX = 2 ** 27

export function toDetailKey(nameId: number, pageId: number): number {
  if (nameId >= NAME_IDS_MAX || pageId >= PAGE_IDS_MAX)
    throw new Error(`no room for name ${nameId} and page ${pageId} in a block`)
  return nameId * PAGE_IDS_MAX + pageId
}

function fromDetailKey(key: number): [nameId: number, pageId: number] {
  const nameId = Math.floor(key / PAGE_IDS_MAX)
  return [nameId, key - nameId * PAGE_IDS_MAX]
}

export interface DetailQuestion {
  projectId: string
  /** Whole days, `from` inclusive, `to` exclusive; null is without limit. */
  days: { from: number | null; to: number | null }
  people?: PeopleSource | undefined
}

export type VisitDetail = (day: number, group: number, pageId: number, human: number, ai: number) => void

/**
 * Calls `visit` for all views of the days, in blocks and in rows, as they count: of people whom both a server and the script saw, the
 * larger number of a day, and AI by `planReading`. The same group and page may come several times.
 *
 * @param groupOf Which names are asked for together, as a number below 2^27; null leaves a name out. The larger number is that of a
 *   group: a server and the script may know different things of the same view.
 */
export async function visitDetails(
  tx: Tx,
  unit: DetailUnit,
  { projectId, days, people: source = 'auto' }: DetailQuestion,
  visit: VisitDetail,
  groupOf: (nameId: number) => number | null = (nameId) => nameId,
): Promise<void> {
  const range = [projectId, days.from ?? 0, days.to ?? DAY_MAX] as const
  const site = (await tx.rows(
    'select bucket, human, human_beacon, ai from site_day where project_id = ? and bucket >= ? and bucket < ?',
    ...range,
  )) as [number, number, number, number][]
  const shared = new Map(
    site
      .filter(([, human, humanBeacon]) => source === 'auto' && isSeenByBoth({ human, humanBeacon }))
      .map(([day]) => [day, new Map<number, [human: number, humanBeacon: number]>()]),
  )
  const [byServerFactor, byScriptFactor] = peopleFactors(source)
  const byServer = new Set(site.filter(([, human, , ai]) => isByServer({ human, ai })).map(([day]) => day))
  const count = (day: number, nameId: number, pageId: number, counts: readonly number[]) => {
    const group = groupOf(nameId)
    if (group === null) return
    const [human, humanBeacon, ai, aiBeacon] = counts as [number, number, number, number]
    const people = shared.get(day)
    if (people && human + humanBeacon !== 0) {
      const key = toDetailKey(group, pageId)
      const [before, beaconBefore] = people.get(key) ?? [0, 0]
      people.set(key, [before + human, beaconBefore + humanBeacon])
    }
    visit(
      day,
      group,
      pageId,
      people ? 0 : byServerFactor * human + byScriptFactor * humanBeacon,
      ai + (byServer.has(day) ? 0 : aiBeacon),
    )
  }
  const blocks = await tx.all<{ bucket: number; content: Uint8Array }>(
    'select bucket, content from view_block where project_id = ? and bucket >= ? and bucket < ? and unit = ?',
    ...range,
    unit,
  )
  for (const { bucket, content } of blocks) visitBlock(content, (key, ...counts) => count(bucket, ...fromDetailKey(key), counts))
  const { table, name, columns } = DETAILS[unit]
  const rows = (await tx.rows(
    `select day, ${name}, page_id, ${Object.keys(table.counts).join(', ')} from ${table.name} where project_id = ? and day >= ? and day < ?`,
    ...range,
  )) as [number, number, number, ...number[]][]
  for (const [day, nameId, pageId, ...values] of rows) {
    const counts = [0, 0, 0, 0]
    for (const [place, column] of columns.entries()) counts[column] = values[place]!
    count(day, nameId, pageId, counts)
  }
  for (const [day, people] of shared)
    for (const [key, [human, humanBeacon]] of people) visit(day, ...fromDetailKey(key), Math.max(human, humanBeacon), 0)
}
