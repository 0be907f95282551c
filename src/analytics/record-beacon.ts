import type { BeaconRefusal } from './classify/classify.ts'
import type { ViewEvent } from './collect/event.ts'
import { type Sighting, normalise } from './collect/normalise.ts'
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
): Promise<void> {
  const sighting = normalise(deps, event, await deps.viewStore.now())
  if ('refused' in sighting) return
  const { id, time, path } = sighting
  // Of what was refused only the reason is kept: without a trace it is never judged again, and it makes no visitor.
  const counted: Sighting = refusal === null ? sighting : { id, time, path, verdict: { class: 'excluded', reason: refusal } }
  await deps.viewStore.record(projectId, [counted], { source: 'beacon' })
}
