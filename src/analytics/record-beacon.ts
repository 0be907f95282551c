import type { SignedRequest } from './classify/signed-message.ts'
import type { ViewEvent } from './collect/event.ts'
import { leftOut, normalise } from './collect/normalise.ts'
import type { BeaconRefusal } from './exclusion.ts'
import type { RecordEventsDeps } from './record-events.ts'

/**
 * Counts one view that a script in a reader's browser reported, which can run in nothing but a page; or why it does not count: the
 * script has nobody to tell it to. Of what was refused only the reason is kept: without a trace it is never judged again, and it
 * makes no visitor. `request` is the script's own: a browser that is driven by an agent signs it like any other.
 */
export async function recordBeacon(
  deps: RecordEventsDeps,
  projectId: string,
  event: ViewEvent,
  request: SignedRequest,
  refusal: BeaconRefusal | null,
): Promise<void> {
  const now = await deps.viewStore.now()
  const signature = refusal === null ? await deps.signatures.verify(request, now) : null
  const read = refusal === null ? normalise(deps, event, now, { signature, isPage: true }) : { reason: refusal }
  // An error page is no miss here: whoever has the public key could put any path before people who mend misses.
  const isError = event.status !== undefined && event.status >= 400 && !('reason' in read)
  const counted = isError
    ? leftOut('error', null, now, deps.zone)
    : 'reason' in read
      ? leftOut(read.reason, null, now, deps.zone)
      : read
  await deps.viewStore.record(projectId, [counted], { source: 'beacon' })
}
