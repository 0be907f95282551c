import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DayCounts } from './day-counts.ts'

test('every day has the number of each verdict, in whatever order they come, and none after it was cleared', () => {
  const seen = fc.array(fc.tuple(fc.integer({ min: 20_000, max: 20_005 }), fc.nat(200)), { maxLength: 400, size: 'max' })
  const counts = new DayCounts()
  fc.assert(
    fc.property(seen, (list) => {
      const wanted = new Map<string, number>()
      for (const [day, verdict] of list) {
        counts.add(day, verdict)
        wanted.set(`${day} ${verdict}`, (wanted.get(`${day} ${verdict}`) ?? 0) + 1)
      }
      const found = new Map(Array.from(counts.entries(), ([day, verdict, count]) => [`${day} ${verdict}`, count]))
      expect(found).toEqual(wanted)
      counts.clear()
      expect([...counts.entries()]).toEqual([])
    }),
  )
})
