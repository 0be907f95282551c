import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SignatureVerifier } from './classify/verify-signature.ts'
import type { ViewEvent } from './collect/event.ts'
import { type Normaliser, type Sighting, leftOut, normalise, toEventId } from './collect/normalise.ts'
import type { Exclusion } from './exclusion.ts'
import type { RecordBatchOptions, ViewStore } from './store/view-store.ts'
import { verifyEvents } from './verify-events.ts'

export interface RecordEventsDeps extends Normaliser {
  signatures: SignatureVerifier
  viewStore: Pick<ViewStore, 'now' | 'record'>
}

/** An event, or why what was sent is none. The reason and an id are for what nobody hears about. */
export type ReadEvent = { event: ViewEvent } | { refused: string; reason?: Exclusion; id?: string }

export interface RecordEventsOptions extends Pick<RecordBatchOptions, 'source'> {
  /** Nobody reads what was rejected: it is counted by its reason, with the exclusions. */
  isUnattended?: boolean
}

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
  { isUnattended = false, ...options }: RecordEventsOptions = {},
): Promise<Recorded> {
  const now = await deps.viewStore.now()
  const signatures = await verifyEvents(deps.signatures, events, now)
  const sightings: Sighting[] = []
  const rejected: Recorded['rejected'] = []
  for (const [index, read] of events.entries()) {
    if (index > 0 && index % EVENTS_PER_TURN === 0) await nextTurn()
    const sighting = 'refused' in read ? read : normalise(deps, read.event, now, { signature: signatures.get(index) ?? null })
    if (!('refused' in sighting)) sightings.push(sighting)
    else {
      rejected.push({ index, message: sighting.refused })
      if (isUnattended && sighting.reason !== undefined) sightings.push(leftOut(sighting.reason, idOf(read), now, deps.zone))
    }
  }
  if (sightings.length === 0) return { accepted: 0, duplicates: 0, rejected }
  const { accepted, duplicates } = await deps.viewStore.record(projectId, sightings, options)
  return { accepted, duplicates, rejected }
}

function idOf(read: ReadEvent): string | null {
  const { id } = 'event' in read ? read.event : read
  return toEventId(id)
}
