import { setImmediate } from 'node:timers/promises'

/**
 * Lets the process do other work between two pages: it may serve requests and must renew leases while a large site is edited.
 * Throws when the job has been stopped.
 */
export async function nextTurn(signal: AbortSignal): Promise<void> {
  await setImmediate()
  signal.throwIfAborted()
}
