import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UTC, createZone, isTimeZone } from './time-zone.ts'

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-01-31T12:30:00Z', '2026-01-31T13:30:00.000+01:00'],
    ['Europe/Berlin', '2026-07-01T22:30:00Z', '2026-07-02T00:30:00.000+02:00'],
    ['Asia/Kolkata', '2026-01-31T18:30:00Z', '2026-02-01T00:00:00.000+05:30'],
    ['America/Los_Angeles', '2026-01-01T07:59:59Z', '2025-12-31T23:59:59.000-08:00'],
    ['Pacific/Kiritimati', '2026-01-01T10:00:00Z', '2026-01-02T00:00:00.000+14:00'],
    ['UTC', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00.000Z'],
  ])('of %s shows %s as %s', (name, instant, wall) => {
    const zone = createZone(name)
    expect(zone.toIso(zone.toWall(Date.parse(instant)))).toBe(wall)
  })

  it('leads back from every wall time to an instant that has it', () => {
    const names = fc.constantFrom(
      'Europe/Berlin',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/Sao_Paulo',
    )
    fc.assert(
      fc.property(names, fc.integer({ min: 0, max: 2e12 }), (name, instant) => {
        const zone = createZone(name)
        const wall = zone.toWall(instant)
        expect(zone.toWall(zone.toInstant(wall))).toBe(wall)
        expect(Date.parse(zone.toIso(wall))).toBe(zone.toInstant(wall))
      }),
    )
  })

  it('takes the first of the hours that clocks show twice', () => {
    const zone = createZone('Europe/Berlin')
    const [first, second] = [Date.parse('2026-10-25T00:30:00Z'), Date.parse('2026-10-25T01:30:00Z')]
    expect(zone.toWall(first)).toBe(zone.toWall(second))
    expect(zone.toInstant(zone.toWall(second))).toBe(first)
  })

  it('is named as in the IANA database', () => {
    expect(['UTC', 'Europe/Berlin', 'asia/tokyo'].every(isTimeZone)).toBe(true)
    expect(['', '+01:00', 'Berlin', 'Mars/Base', '../UTC'].some(isTimeZone)).toBe(false)
    expect(createZone('Etc/UTC')).toBe(UTC)
  })
})
