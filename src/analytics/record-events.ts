import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ViewEvent } from './collect/event.ts'
import { type Normaliser, type Sighting, normalise } from './collect/normalise.ts'
import type { RecordBatchOptions, ViewStore } from './store/view-store.ts'

export interface RecordEventsDeps extends Normaliser {
  viewStore: Pick<ViewStore, 'now' | 'record'>
}

/** An event, or why what was sent is none. */
export type ReadEvent = { event: ViewEvent } | { refused: string }

export interface Recorded {
  accepted: number
  duplicates: number
  rejected: { index: number; message: string }[]
}

/** Events that are judged in one go: some 5 ms. A delivery of a log drain may have a hundred thousand. */
const EVENTS_PER_TURN = 1_000

/** Counts a batch of events. One that cannot be read does not hold up the others; the answer comes after the commit. */
export async function recordEvents(
  deps: RecordEventsDeps,
  projectId: string,
  events: readonly ReadEvent[],
  options: Pick<RecordBatchOptions, 'source'> = {},
): Promise<Recorded> {
  const now = await deps.viewStore.now()
  const sightings: Sighting[] = []
  const rejected: Recorded['rejected'] = []
  for (const [index, read] of events.entries()) {
    if (index > 0 && index % EVENTS_PER_TURN === 0) await nextTurn()
    const sighting = 'refused' in read ? read : normalise(deps, read.event, now)
    if ('refused' in sighting) rejected.push({ index, message: sighting.refused })
    else sightings.push(sighting)
  }
  if (sightings.length === 0) return { accepted: 0, duplicates: 0, rejected }
  const { accepted, duplicates } = await deps.viewStore.record(projectId, sightings, options)
  return { accepted, duplicates, rejected }
}
