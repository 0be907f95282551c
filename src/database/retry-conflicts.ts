import type { Clock } from '../lib/clock.ts'
import { canRunAgain } from './unavailable.ts'

/** How often a transaction is run in all. Conflicts are rare, since transactions lock their project first; a fourth has another cause. */
const TRIES_MAX = 4

/** The longest wait before the second try; doubled for each further one. Transactions here take milliseconds. */
const WAIT_MS_MAX = 25

/**
 * Runs a transaction again that PostgreSQL rolled back because of another one or of a failover. Nothing of it was stored, so its work must
 * only be able to start anew. The waits are random, so that the same two don't meet again.
 */
export async function retryConflicts<Result>(clock: Pick<Clock, 'sleep'>, run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries === TRIES_MAX || !canRunAgain(error)) throw error
      await clock.sleep(Math.random() * WAIT_MS_MAX * 2 ** (tries - 1))
    }
  }
}
