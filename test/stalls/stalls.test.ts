import { describe, expect, it } from 'vitest'
import { type Reader, READERS } from './foreign-text-readers.ts'
import { type Frame, UNITS } from './hostile-shapes.ts'
import { whyStalled } from './measure-growth.ts'

/** A reader that takes time in the square of the text takes far more than the judged time for this much of it. */
const SCREENED_CHARACTERS = 8192

/** Which frames are tried: the same in each `npm test`, others in each round of `npm run explore`. */
const SEED = Number(process.env['DOCWRIGHT_TEST_SEED'] ?? 1)

/** Each hostile unit, in one of the reader's frames: every unit in every frame takes a quarter of an hour. */
function shapesFor({ frames }: Reader, index: number) {
  return UNITS.map((unit, at) => [frames[(at + index + SEED) % frames.length] as Frame, unit] as const)
}

/** The one place where tests measure time: nothing that a stranger writes may stall the service. */
describe('what a stranger writes takes time in proportion to its length', () => {
  it.each(READERS.map((reader, index) => [reader.name, reader, index] as const))(
    '%s',
    async (_, reader, index) => {
      const stalls: string[] = []
      for (const [frame, unit] of shapesFor(reader, index)) {
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
