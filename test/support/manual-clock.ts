import type { Clock } from '../../src/lib/clock.ts'

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void
  set(time: number): void
}

export function createManualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let time = start
  const sleepers = new Set<{ until: number; wake: () => void }>()
  const set = (next: number) => {
    time = next
    for (const sleeper of sleepers) if (sleeper.until <= time) sleeper.wake()
  }
  return {
    now: () => time,
    set,
    advance: (milliseconds) => set(time + milliseconds),
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const sleeper = {
          until: time + milliseconds,
          wake: () => {
            sleepers.delete(sleeper)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', sleeper.wake, { once: true })
      }),
  }
}
