import type { BeaconRefusal } from './classify/classify.ts'
import type { ViewEvent } from './collect/event.ts'
import { normalise } from './collect/normalise.ts'
import type { RecordEventsDeps } from './record-events.ts'

/**
 * Counts one view that a script in a reader's browser reported, or that it was refused. A page that cannot be counted is left
 * out without a word: the script has nobody to tell it to.
 */
export async function recordBeacon(
  deps: RecordEventsDeps,
  projectId: string,
  event: ViewEvent,
  refusal: BeaconRefusal | null,
  now: number,
): Promise<void> {
  const sighting = normalise(deps, event, now)
  if ('refused' in sighting) return
  const verdict = refusal === null ? sighting.verdict : ({ class: 'excluded', reason: refusal } as const)
  await deps.viewStore.record(projectId, [{ ...sighting, verdict, source: 'beacon' }])
}
