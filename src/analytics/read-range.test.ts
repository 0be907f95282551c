import { describe, expect, it } from 'vitest'
import { readDays, readRange } from './read-range.ts'

describe('the ends of a range', () => {
  it.each([
    ['2026-05-05T10:00:00', '2026-05-05T10:00:00Z'],
    ['2026-05-05T10:59:59', '2026-05-05T10:00:00Z'],
    ['2026-05-05T10:20', '2026-05-05T10:00:00Z'],
    ['2026-05-05T10', '2026-05-05T10:00:00Z'],
    ['2026-05-05T10:20:30.5', '2026-05-05T10:00:00Z'],
    ['2026-05-05t10:20:30', '2026-05-05T10:00:00Z'],
    ['2026-05-05T10:20:30+02:00', '2026-05-05T08:00:00Z'],
  ])('%s is the hour of %s: without a zone it is UTC', (text, expected) => {
    const hour = Date.parse(expected) / 3_600_000
    expect(readRange({ dateFrom: text })).toEqual({ from: hour, to: null })
    expect(readRange({ dateTo: text })).toEqual({ from: null, to: hour })
    expect(readDays({ dateFrom: text }).from).toBe(Math.floor(hour / 24))
  })

  it.each(['2026-05-05T', '2026-05-05T10:', '2026-05-05 10:00:00', '2026-05-05T10:00:00 ', '2026-05-05T24:00:00', 'T10:00'])(
    '%j is none',
    (text) => {
      expect(() => readRange({ dateFrom: text })).toThrow('dateFrom')
    },
  )
})
