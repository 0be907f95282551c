import { expect, it } from 'vitest'
import { readWall, toWall, writeWall } from './zone.ts'

it('is what clocks show, in summer and in winter', () => {
  const winter = Date.parse('2026-01-31T23:30:00Z')
  expect(writeWall(toWall(winter, 'Europe/Berlin'))).toBe('2026-02-01T00:30:00')
  expect(writeWall(toWall(Date.parse('2026-07-01T23:30:00Z'), 'Europe/Berlin'))).toBe('2026-07-02T01:30:00')
  expect(writeWall(toWall(winter, 'America/Los_Angeles'))).toBe('2026-01-31T15:30:00')
  expect(toWall(winter, 'UTC')).toBe(winter)
})

it('is read from what the service writes, whatever the offset', () => {
  for (const iso of ['2026-01-31T00:00:00.000+01:00', '2026-01-31T00:00:00.000Z'])
    expect(writeWall(readWall(iso))).toBe('2026-01-31T00:00:00')
})
