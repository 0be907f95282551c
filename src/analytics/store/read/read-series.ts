import { type HourRange, HOURS_PER_DAY, type Segment, toSegments } from '../../time.ts'
import { visitBlock } from '../blocks/block.ts'
import type { Tx } from '../engine.ts'
import type { PageList } from './page-lists.ts'
import { DAY_MAX } from '../tables.ts'
import { planReading, readSiteDays } from './read-plan.ts'
import { type ViewFilter, matchPath } from './view-filter.ts'
import { scanViews, toUnit } from './scan-views.ts'
import { visitSeenTwice } from './seen-twice.ts'

export type Interval = Segment['unit']

export interface SeriesPoint {
  /** Hours, days or months since 1970. */
  bucket: number
  human: number
  ai: number
}

/**
 * Views by hour, day or month; only those with views, the earliest first.
 *
 * @param list The pages of the project, for a question about some of them; null for the whole site, whose sums need none.
 */
export async function readSeries(
  tx: Tx,
  list: PageList | null,
  projectId: string,
  range: HourRange,
  interval: Interval,
  { path, class: only, people }: Pick<ViewFilter, 'path' | 'class' | 'people'>,
): Promise<SeriesPoint[]> {
  const points = new Map<number, SeriesPoint>()
  const add = (bucket: number, human: number, ai: number) => {
    const point = points.get(bucket) ?? { bucket, human: 0, ai: 0 }
    if (only !== 'ai') point.human += human
    if (only !== 'human') point.ai += ai
    points.set(bucket, point)
  }
  const days = await readSiteDays(tx, projectId, range)
  if (list === null) await scanSite(tx, projectId, range, interval, planReading([], days, false, people), add)
  else {
    const { paths, slots } = list
    const isWanted = paths.map(matchPath(path))
    const plan = planReading(cut(range, interval), days, interval === 'month', people)
    await scanViews(tx, projectId, range, plan, {
      addBlock: (unit, bucket, content, factors) =>
        visitBlock(content, (pageId, human, humanBeacon, ai, aiBeacon) => {
          if (isWanted[slots[pageId]!])
            add(
              toUnit(unit, bucket, interval),
              factors[0] * human + factors[1] * humanBeacon,
              factors[2] * ai + factors[3] * aiBeacon,
            )
        }),
      addHour: (hour, pageId, human, ai) => {
        if (isWanted[slots[pageId]!]) add(toUnit('hour', hour, interval), human, ai)
      },
    })
  }
  return [...points.values()].filter((point) => point.human + point.ai > 0).sort((one, two) => one.bucket - two.bucket)
}

/** Segments that are no larger than the interval. */
function cut(range: HourRange, interval: Interval): Segment[] {
  if (interval === 'month') return toSegments(range)
  if (interval === 'hour') return [{ unit: 'hour', ...range }]
  const from = range.from === null ? null : Math.ceil(range.from / HOURS_PER_DAY)
  const to = range.to === null ? null : Math.floor(range.to / HOURS_PER_DAY)
  if (from !== null && to !== null && from >= to) return [{ unit: 'hour', ...range }]
  const segments: Segment[] = [{ unit: 'day', from, to }]
  if (from !== null) segments.push({ unit: 'hour', from: range.from, to: from * HOURS_PER_DAY })
  if (to !== null) segments.push({ unit: 'hour', from: to * HOURS_PER_DAY, to: range.to })
  return segments.filter((segment) => segment.from === null || segment.to === null || segment.from < segment.to)
}

/** The sums of the whole site need no pages: one row for each hour, or for each day. */
async function scanSite(
  tx: Tx,
  projectId: string,
  range: HourRange,
  interval: Interval,
  plan: ReturnType<typeof planReading>,
  add: (bucket: number, human: number, ai: number) => void,
): Promise<void> {
  for (const { unit, from, to } of cut(range, interval === 'month' ? 'day' : interval)) {
    const rows = (await tx.rows(
      `select bucket, human, human_beacon, ai, ai_beacon from site_${unit} where project_id = ? and bucket >= ? and bucket < ?`,
      projectId,
      from ?? 0,
      to ?? DAY_MAX,
    )) as [number, number, number, number, number][]
    for (const [bucket, human, humanBeacon, ai, aiBeacon] of rows) {
      const factors = plan.factorsOfDay(toUnit(unit, bucket, 'day'))
      add(toUnit(unit, bucket, interval), factors[0] * human + factors[1] * humanBeacon, ai + factors[3] * aiBeacon)
    }
  }
  await visitSeenTwice(tx, projectId, range, plan, (hour, _pageId, byServer, byScript) =>
    add(toUnit('hour', hour, interval), -Math.min(byServer, byScript), 0),
  )
}
