import type { ViewEvent } from './collect/event.ts'
import { type Normaliser, type Sighting, normalise } from './collect/normalise.ts'
import type { ViewStore } from './store/view-store.ts'

export interface RecordEventsDeps extends Normaliser {
  viewStore: ViewStore
}

/** An event, or why what was sent is none. */
export type ReadEvent = { event: ViewEvent } | { refused: string }

export interface Recorded {
  accepted: number
  duplicates: number
  rejected: { index: number; message: string }[]
}

/** Counts a batch of events. One that cannot be read does not hold up the others; the answer comes after the commit. */
export async function recordEvents(
  deps: RecordEventsDeps,
  projectId: string,
  events: ReadEvent[],
  now: number,
): Promise<Recorded> {
  const sightings: Sighting[] = []
  const rejected: Recorded['rejected'] = []
  for (const [index, read] of events.entries()) {
    const sighting = 'refused' in read ? read : normalise(deps, read.event, now)
    if ('refused' in sighting) rejected.push({ index, message: sighting.refused })
    else sightings.push(sighting)
  }
  const counts = sightings.length === 0 ? { accepted: 0, duplicates: 0 } : await deps.viewStore.record(projectId, sightings)
  return { ...counts, rejected }
}
