import type { Clock } from '../lib/clock.ts'
import type { ViewStore } from './store/view-store.ts'
import { dayOfHour, hourOf } from './time.ts'

/** A flood costs one write in this time, and a kill loses no more than what came in it. */
const WRITE_MS = 5_000

/** Keys between two writes, each of which is looked up: more than these are somebody's inventions. */
const KEYS_MAX = 1_000

export interface LimitedBeaconsDeps {
  viewStore: Pick<ViewStore, 'now' | 'record'>
  clock: Clock
  /** Null when nobody made such a key. */
  projectOf(siteKey: string): Promise<string | null>
  onError(error: unknown): void
}

/**
 * Counts what the limit for one address refuses of the script's reports, as exclusions. Added up in memory and written now and then: the
 * limit is there to keep floods from costing anything, and nobody was promised that these are counted.
 */
export interface LimitedBeacons {
  add(siteKey: string): void
  /** Writes what was added up, and ends. */
  close(): Promise<void>
}

export function createLimitedBeacons({ viewStore, clock, projectOf, onError }: LimitedBeaconsDeps): LimitedBeacons {
  const closing = new AbortController()
  let counts = new Map<string, number>()
  let writing: Promise<void> | null = null

  const write = async () => {
    const taken = counts
    counts = new Map()
    const day = dayOfHour(hourOf(await viewStore.now()))
    for (const [siteKey, count] of taken) {
      const projectId = await projectOf(siteKey)
      if (projectId === null) continue
      await viewStore.record(projectId, [], {
        source: 'beacon',
        // One, for the queue of what waits: it is one number, however large.
        sums: { size: 1, rows: 0, people: 0, packTo: (packer) => packer.addExcluded(day, 'rate-limited', count) },
      })
    }
  }
  const writeLater = async () => {
    await clock.sleep(WRITE_MS, closing.signal)
    await write().catch(onError)
    writing = null
    if (counts.size > 0 && !closing.signal.aborted) writing = writeLater()
  }

  return {
    add: (siteKey) => {
      const count = counts.get(siteKey)
      if (count === undefined && counts.size >= KEYS_MAX) return
      counts.set(siteKey, (count ?? 0) + 1)
      writing ??= writeLater()
    },
    close: async () => {
      closing.abort()
      await writing
      if (counts.size > 0) await write().catch(onError)
    },
  }
}
