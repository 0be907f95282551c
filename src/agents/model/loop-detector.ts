import { createHash } from 'node:crypto'
import { Fault } from '../../lib/fault.ts'
import type { Turn } from './turn.ts'

/** What a call and its answer are known by. The same call may be right again once its answer has changed. */
export function callDigest(name: string, input: unknown, answer: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, input, answer]))
    .digest('base64url')
    .slice(0, 22)
}

/** A turn without a whole answer may come once or twice; a model that has several of them does not get out of it. */
const EMPTY_TURNS_MAX = 3

/** Ends a run that goes round in circles: it would do so until its budget is used up. */
export function refuseLoops(turns: readonly Turn[], sameCallsMax: number): void {
  const counts = new Map<string, number>()
  for (const digest of turns.flatMap((turn) => turn.calls)) {
    const count = (counts.get(digest) ?? 0) + 1
    counts.set(digest, count)
    if (count >= sameCallsMax)
      throw new Fault({
        code: 'agent_loop',
        message: `The agent made the same call ${sameCallsMax} times and got the same answer each time, so it was stopped.`,
        hint: 'Say the instruction in other words, or name the pages.',
      })
  }
  if (hasTail(turns, EMPTY_TURNS_MAX, (turn) => turn.isFruitless && turn.calls.length === 0))
    throw new Fault({
      code: 'model_output_cut',
      message: `The model didn't finish an answer in ${EMPTY_TURNS_MAX} turns in a row.`,
      hint: 'Use a model that can write more at once, or ask for less in one instruction.',
    })
  if (hasTail(turns, sameCallsMax, (turn) => turn.isFruitless))
    throw new Fault({
      code: 'agent_malformed_calls',
      message: `The model made calls that could not be carried out in ${sameCallsMax} turns in a row.`,
      hint: 'Use a model that is made for tools, or say the instruction in other words.',
    })
}

function hasTail(turns: readonly Turn[], length: number, matches: (turn: Turn) => boolean): boolean {
  const tail = turns.slice(-length)
  return tail.length === length && tail.every(matches)
}
