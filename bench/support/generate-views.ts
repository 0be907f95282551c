import { HOURS_PER_DAY } from '../../src/analytics/time.ts'
import { createRandom } from '../../test/support/random.ts'

export const PAGES = 10_000
export const DAYS = 400
const AI_SHARE = 0.3

/** The views of one day: for each page and hour (`page * 24 + hour`) those by people and by AI. */
export interface GeneratedDay {
  day: number
  counts: Map<number, [human: number, ai: number]>
}

/** Pages by Zipf's law, hours evenly, the same for the same seed. */
export function* generateViews(views: number, lastDay: number, seed = 1): Generator<GeneratedDay> {
  const random = createRandom(seed).next
  const shares = new Float64Array(PAGES)
  let sum = 0
  for (let page = 0; page < PAGES; page++) shares[page] = sum += 1 / (page + 1)
  const perDay = Math.floor(views / DAYS)
  for (let day = lastDay - DAYS + 1; day <= lastDay; day++) {
    const counts: GeneratedDay['counts'] = new Map()
    for (let view = 0; view < perDay; view++) {
      const key = search(shares, random() * sum) * HOURS_PER_DAY + Math.floor(random() * HOURS_PER_DAY)
      const count = counts.get(key) ?? [0, 0]
      count[random() < AI_SHARE ? 1 : 0]++
      counts.set(key, count)
    }
    yield { day, counts }
  }
}

export function pathOf(page: number): string {
  return `/docs/section-${page % 50}/guide-${page}`
}

/** The first place whose value is above the given one. */
function search(values: Float64Array, value: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! > value) high = middle
    else low = middle + 1
  }
  return low
}
