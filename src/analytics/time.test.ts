import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HourRange, dayOfHour, hourOf, monthOfDay, parseTime, toSegments } from './time.ts'

/** Hours from 1970 to 2100, with the edges of days, months and leap days drawn more often. */
const EDGES = [
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
  '2026-01-01',
  '2026-12-31',
  '2000-02-29',
  '2100-03-01',
  '1970-01-01',
].map((day) => hourOf(Date.parse(day)))
const anyHour = fc.oneof(
  fc.integer({ min: 0, max: 1_140_000 }),
  fc.tuple(fc.constantFrom(...EDGES), fc.integer({ min: -30, max: 30 })).map(([edge, shift]) => Math.max(0, edge + shift)),
)

/** Which segment, if any, holds an hour: the naive way to ask. */
function countOf(range: HourRange, hour: number): number {
  const day = dayOfHour(hour)
  const at = { hour, day, month: monthOfDay(day) }
  return toSegments(range).filter(({ unit, from, to }) => (from === null || at[unit] >= from) && (to === null || at[unit] < to))
    .length
}

describe('the segments of a range', () => {
  it('hold every hour of the range exactly once, and no other hour', () => {
    fc.assert(
      fc.property(fc.option(anyHour), fc.option(anyHour), anyHour, (from, to, hour) => {
        const isInside = (from === null || hour >= from) && (to === null || hour < to)
        // A reversed range is refused before; here it must only not count anything.
        if (from !== null && to !== null && from > to) return
        expect(countOf({ from, to }, hour)).toBe(isInside ? 1 : 0)
        for (const edge of [from, to]) {
          if (edge === null) continue
          for (const near of [edge - 1, edge, edge + 1])
            expect(countOf({ from, to }, near)).toBe((from === null || near >= from) && (to === null || near < to) ? 1 : 0)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('are few: months inside, at most two runs of days and two of hours', () => {
    expect(
      toSegments({ from: hourOf(Date.parse('2025-01-10T05:00Z')), to: hourOf(Date.parse('2026-03-20T07:00Z')) }).map(
        (segment) => segment.unit,
      ),
    ).toEqual(['hour', 'hour', 'day', 'day', 'month'])
    expect(toSegments({ from: null, to: null })).toEqual([{ unit: 'month', from: null, to: null }])
    expect(
      toSegments({ from: hourOf(Date.parse('2026-01-01')), to: hourOf(Date.parse('2026-02-01')) }).map((segment) => segment.unit),
    ).toEqual(['month'])
    expect(toSegments({ from: 5, to: 5 })).toEqual([])
  })
})

describe('a time in a query', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-01-31T10:20:30Z', '2026-01-31T10:20:30.000Z'],
    ['2026-01-31T10:20:30.123456Z', '2026-01-31T10:20:30.123Z'],
    ['2026-01-31T10:20Z', '2026-01-31T10:20:00.000Z'],
    ['2026-01-31t10:20:30z', '2026-01-31T10:20:30.000Z'],
    ['2026-01-31T10:20:30+05:45', '2026-01-31T04:35:30.000Z'],
    ['2026-01-31T10:20:30 05:45', '2026-01-31T04:35:30.000Z'],
    ['2026-01-01T00:30:00+14:00', '2025-12-31T10:30:00.000Z'],
    ['2025-12-31T23:30:00-0930', '2026-01-01T09:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(parseTime(text)!).toISOString()).toBe(expected)
  })

  it.each([
    '',
    ' ',
    'now',
    '2026',
    '2026-1-1',
    '2026-02-29',
    '2026-00-10',
    '2026-04-31',
    '2026-01-01T10:00:00',
    '2026-01-01T24:00:00Z',
    '2026-01-01T10:60Z',
    '2026-01-01T10:00:60Z',
    '2026-01-01T10:00:00+24:00',
    '2026-01-01T10:00:00+10:60',
    '2026-01-01 10:00:00Z',
    '2026-01-01Z',
    '１２３４-01-01',
  ])('%j is none', (text) => {
    expect(parseTime(text)).toBeNull()
  })

  it('agrees with the platform wherever both read it, and never throws', () => {
    const instant = fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9998-12-30T00:00:00Z'), noInvalidDate: true })
    const offset = fc
      .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([sign, hours, minutes]) => `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`)
    fc.assert(
      fc.property(instant, offset, (date, zone) => {
        const text = date.toISOString().replace('Z', zone)
        expect(parseTime(text)).toBe(Date.parse(text))
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => void parseTime(text)))
  })
})
