import { describe, expect, it } from 'vitest'
import type { Timeseries } from '../../../client/index.ts'
import { readRange } from './range.ts'
import { isComparable, toBars } from './series.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-03-15T13:20:00Z')

function series(start: string, stepMs: number, totals: number[]): Timeseries {
  const timeseries = totals.map((total, index) => ({
    time: new Date(Date.parse(start) + index * stepMs).toISOString(),
    human: total,
    ai: 0,
    total,
  }))
  return { interval: 'day', totals: { human: 0, ai: 0, total: 0 }, timeseries }
}

describe('the bars of the chart', () => {
  it('end with the hour that is running, which is marked as partial', () => {
    const range = readRange(new URLSearchParams('range=today'), NOW)
    const bars = toBars(series('2026-03-15T00:00:00Z', HOUR_MS, Array<number>(24).fill(1)), null, range, NOW)
    expect(bars).toHaveLength(14)
    expect(bars.map(({ isPartial }) => isPartial)).toEqual([...Array<boolean>(13).fill(false), true])
  })

  it('are sums of seven days each when they stand for weeks, beside those of the period before', () => {
    const range = readRange(new URLSearchParams('range=90d&by=week'), NOW)
    const days = series('2025-12-16', 24 * HOUR_MS, Array<number>(90).fill(2))
    const bars = toBars(days, series('2025-09-17', 24 * HOUR_MS, Array<number>(90).fill(1)), range, NOW)
    expect(bars).toHaveLength(13)
    expect(bars[0]).toMatchObject({ total: 14, before: 7, isPartial: false })
    expect(bars.at(-1)).toMatchObject({ total: 12, isPartial: true })
  })

  it('mark a month that began before the period, and the one that is running', () => {
    const range = readRange(new URLSearchParams('range=12m&by=month'), NOW)
    const months = ['2025-03-01', '2025-04-01', '2026-03-01'].map((day) => series(day, 0, [5]).timeseries[0]!)
    const bars = toBars({ ...series('2025-03-01', 0, []), timeseries: months }, null, range, NOW)
    expect(bars.map(({ isPartial }) => isPartial)).toEqual([true, false, true])
  })
})

describe('the period before', () => {
  it('is something to compare with only if it was counted from its beginning', () => {
    expect(isComparable(series('2026-01-01', 1, [0, 3, 2, 1, 0, 5, 1, 1]))).toBe(true)
    expect(isComparable(series('2026-01-01', 1, [0, 0, 0, 0, 0, 0, 0, 9]))).toBe(false)
    expect(isComparable(series('2026-01-01', 1, [0, 0]))).toBe(false)
    expect(isComparable({ ...series('2026-01-01', 1, [0, 0, 0, 0, 0, 0, 0, 9]), interval: 'hour' })).toBe(true)
    expect(isComparable(null)).toBe(false)
  })
})
