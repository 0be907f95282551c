import { describe, expect, it } from 'vitest'
import { formatSpan, ticksUpTo } from './scale.ts'

describe('the ticks of an axis', () => {
  it('are whole, round, and reach the largest value', () => {
    expect(ticksUpTo(0)).toEqual([0, 1])
    expect(ticksUpTo(3)).toEqual([0, 1, 2, 3])
    expect(ticksUpTo(190)).toEqual([0, 50, 100, 150, 200])
    expect(ticksUpTo(1_000_001).at(-1)).toBeGreaterThan(1_000_000)
    for (const max of [1, 7, 13, 99, 1234, 56_789]) {
      const ticks = ticksUpTo(max)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
    }
  })
})

describe('the time of a bar', () => {
  it('is said as people say it', () => {
    const start = Date.parse('2026-03-02T00:00:00Z')
    expect(formatSpan(start, start + 3_600_000, 'hour')).toBe('2 Mar, 00:00 to 01:00')
    expect(formatSpan(start, start + 86_400_000, 'day')).toBe('Mon, 2 Mar 2026')
    expect(formatSpan(start, start + 7 * 86_400_000, 'week')).toBe('2 Mar to 8 Mar')
    expect(formatSpan(start, start, 'month')).toBe('March 2026')
  })
})
