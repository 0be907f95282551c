import { setTimeout as delay } from 'node:timers/promises'

/** Time as the rest of the code sees it. Tests pass one that they move by hand. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Resolves after the time has passed, or at once when the signal aborts; it never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined),
}
