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
      before: { dateFrom: '2026-01-15', dateTo: '2026-02-13T13:00:00' },
      days: 30,
      step: 'day',
      steps: ['day', 'week'],
    })
  })

  it('compares today with the same hours of yesterday, and days that are over with whole days', () => {
    expect(read('range=today').before).toEqual({ dateFrom: '2026-03-14', dateTo: '2026-03-14T13:00:00' })
    expect(read('from=2026-03-01&to=2026-03-02').before).toEqual({ dateFrom: '2026-02-27', dateTo: '2026-03-01' })
  })

  it('shows a year by the week, or as the reader chooses', () => {
    expect(read('range=12m').step).toBe('week')
    expect(read('range=12m&by=month').step).toBe('month')
    expect(read('range=7d&by=month').step).toBe('day')
  })

  it('is what two dates say, both with', () => {
    const range = read('from=2026-03-01&to=2026-03-02&range=7d')
    expect(range).toMatchObject({ preset: 'dates', dateFrom: '2026-03-01', dateTo: '2026-03-03', step: 'hour' })
    expect(lastDay(range)).toBe('2026-03-02')
  })

  it('has nothing before all time', () => {
    expect(read('range=all')).toEqual({ preset: 'all', before: null, days: null, step: 'month', steps: ['month'] })
  })

  it('is the default for what makes no sense', () => {
    for (const query of ['range=x', 'from=2026-03-02&to=2026-03-01', 'from=2026-99-99&to=2026-99-99', 'from=x'])
      expect(read(query).preset).toBe('30d')
  })
})
