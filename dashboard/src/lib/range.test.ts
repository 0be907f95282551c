import { describe, expect, it } from 'vitest'
import { lastDay, readRange } from './range.ts'

const NOW = Date.parse('2026-03-15T13:00:00Z')
const read = (query: string) => readRange(new URLSearchParams(query), NOW)

describe('the range of the readers', () => {
  it('is the last 30 days with today, and compares with the 30 days before', () => {
    expect(read('')).toEqual({
      preset: '30d',
      dateFrom: '2026-02-14',
      dateTo: '2026-03-16',
      before: { dateFrom: '2026-01-15', dateTo: '2026-02-14' },
      interval: 'day',
    })
  })

  it('is what two dates say, both with', () => {
    const range = read('from=2026-03-01&to=2026-03-02&range=7d')
    expect(range).toMatchObject({ preset: 'dates', dateFrom: '2026-03-01', dateTo: '2026-03-03', interval: 'hour' })
    expect(lastDay(range)).toBe('2026-03-02')
  })

  it('has nothing before all time', () => {
    expect(read('range=all')).toEqual({ preset: 'all', before: null, interval: 'month' })
  })

  it('is the default for what makes no sense', () => {
    for (const query of ['range=x', 'from=2026-03-02&to=2026-03-01', 'from=2026-99-99&to=2026-99-99', 'from=x'])
      expect(read(query).preset).toBe('30d')
  })
})
