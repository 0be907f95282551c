import { describe, expect, it } from 'vitest'
import { READERS } from './foreign-text-readers.ts'
import { UNITS } from './hostile-shapes.ts'
import { whyStalled } from './measure-growth.ts'

/** A reader that takes time in the square of the text takes far more than the judged time for this much of it. */
const SCREENED_CHARACTERS = 8192

/**
 * The one place where tests measure time: nothing that a stranger writes may stall the service. Each reader of foreign texts gets
 * each hostile shape.
 */
describe('what a stranger writes takes time in proportion to its length', () => {
  it.each(READERS.map((reader) => [reader.name, reader] as const))(
    '%s',
    async (_, reader) => {
      const stalls: string[] = []
      const shapes = reader.frames.flatMap((frame) => UNITS.map((unit) => [frame, unit] as const))
      for (const [frame, unit] of shapes) {
        const why = await whyStalled(reader, frame, unit, SCREENED_CHARACTERS)
        if (why !== null) stalls.push(`${JSON.stringify([frame[0], unit, frame[1]])}: ${why}`)
        // A few say what is wrong, and each takes long.
        if (stalls.length === 3) break
      }
      expect(stalls).toEqual([])
    },
    600_000,
  )
})
