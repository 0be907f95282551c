import type { Reader } from './foreign-text-readers.ts'
import { type Frame, shape } from './hostile-shapes.ts'

/** Below this, the start of a function, a garbage collection or the clock of the kernel make the difference. */
const MILLISECONDS_JUDGED = 20

/** Twice as much text may take a little more than twice as long, for memory; with time in the square it takes four times as long. */
const RATIO_MAX = 2.5

const STEPS = 2
const HOPELESS_MILLISECONDS = 1000
const HOPELESS_FACTOR = 4

const CHARACTERS_MIN = 512
const RUNS = 3

/** Why a reader stalls on a shape; null when it takes time in proportion, and not too much of it for the longest text that it gets. */
export async function whyStalled(reader: Reader, frame: Frame, unit: string, screenedCharacters: number): Promise<string | null> {
  const timeOf = (characters: number) => cpuTime(() => reader.read(shape(frame, unit, characters)))
  const last = Math.min(reader.charactersMax, screenedCharacters)
  let characters = Math.min(CHARACTERS_MIN, last)
  let time = await timeOf(characters)
  // Nearly all shapes end here, in a millisecond.
  while (time < MILLISECONDS_JUDGED && characters < last) {
    characters = Math.min(characters * 4, last)
    time = await timeOf(characters)
  }
  if (time < MILLISECONDS_JUDGED && (time * reader.charactersMax) / characters < reader.milliseconds) return null
  return judge(reader, timeOf, characters)
}

async function judge(reader: Reader, timeOf: (characters: number) => Promise<number>, from: number): Promise<string | null> {
  let characters = from
  let one = await best(timeOf, characters)
  for (let steps = 0; characters * 2 <= reader.charactersMax; characters *= 2) {
    const two = await best(timeOf, characters * 2)
    // Twice in a row: what is only disturbed grows too fast once, what takes time in the square does so each time.
    steps = one >= MILLISECONDS_JUDGED && two / one > RATIO_MAX ? steps + 1 : 0
    if (steps === STEPS || (steps > 0 && two > HOPELESS_MILLISECONDS))
      return `${characters} characters took ${one.toFixed(0)} ms, twice as many ${two.toFixed(0)} ms: ${(two / one).toFixed(1)} times as long`
    one = two
    if (one >= MILLISECONDS_JUDGED && steps === 0) {
      characters *= 2
      break
    }
  }
  // In proportion until here, so a text of that length is needed only where it may be too long.
  const foreseen = (one * reader.charactersMax) / characters
  if (foreseen < reader.milliseconds) return null
  if (foreseen > reader.milliseconds * HOPELESS_FACTOR)
    return `${characters} characters took ${one.toFixed(0)} ms, so ${reader.charactersMax} would take ${foreseen.toFixed(0)} ms`
  const most = await best(timeOf, reader.charactersMax)
  if (most > reader.milliseconds) return `${reader.charactersMax} characters took ${most.toFixed(0)} ms`
  return null
}

/** The least of several runs: whatever disturbs a run makes it longer. */
async function best(timeOf: (characters: number) => Promise<number>, characters: number): Promise<number> {
  let least = await timeOf(characters)
  for (let run = 1; run < RUNS && least > MILLISECONDS_JUDGED / 2; run++) least = Math.min(least, await timeOf(characters))
  return least
}

/** Milliseconds of this thread's CPU: what other processes do meanwhile does not count. */
async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
