import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Signature } from './classify/request.ts'
import type { SignedRequest } from './classify/signed-message.ts'
import type { SignatureVerifier } from './classify/verify-signature.ts'
import type { ViewEvent } from './collect/event.ts'
import { lowerCased } from './collect/normalise.ts'
import { parseTime } from './time.ts'

/** Signatures of one batch that are looked at, some 0.2 s of work; the signers of the rest count as declared. */
const SIGNATURES_MAX = 1_000

/** Signatures that are looked at in one go: some 3 ms. Directories that one of these needs are asked side by side. */
const SIGNATURES_PER_TURN = 20

/**
 * How far a sender's clock is believed. Senders report in the background and try again for a while, so a signature counts that was
 * good at the time of the event; but a time long ago would bring back any signature that somebody once kept.
 */
const BACK_MS_MAX = 5 * 60_000

/**
 * Verifies the signatures in a batch of events; by index, for those that were looked at. An event without a signature costs a look
 * at the names of its headers, and a batch without one does not wait.
 */
export async function verifyEvents(
  verifier: SignatureVerifier,
  events: readonly ({ event: ViewEvent } | { refused: string })[],
  now: number,
): Promise<ReadonlyMap<number, Signature>> {
  const found = new Map<number, Signature>()
  const signed: { index: number; event: ViewEvent }[] = []
  for (const [index, read] of events.entries())
    if ('event' in read && signed.length < SIGNATURES_MAX && isSigned(read.event.headers))
      signed.push({ index, event: read.event })
  for (let at = 0; at < signed.length; at += SIGNATURES_PER_TURN) {
    if (at > 0) await nextTurn()
    const turn = signed.slice(at, at + SIGNATURES_PER_TURN).map(async ({ index, event }) => {
      const request = toSignedRequest(event)
      const signature = request && (await verifier.verify(request, timeOf(event, now)))
      if (signature) found.set(index, signature)
    })
    await Promise.all(turn)
  }
  return found
}

/** By the length first: every header of every event passes here. */
function isSigned(headers: Record<string, string> | undefined): boolean {
  for (const name in headers) if (name.length === 15 && name.toLowerCase() === 'signature-input') return true
  return false
}

/** Null without a host: it is what a signature is for. */
function toSignedRequest({ url, path, method = 'GET', headers = {} }: ViewEvent): SignedRequest | null {
  const known = lowerCased(headers)
  if (url !== undefined && /^https?:\/\//i.test(url)) return { method, url, headers: known }
  const target = path ?? url
  if (known['host'] === undefined || !target?.startsWith('/')) return null
  return { method, url: `https://${known['host']}${target}`, headers: known }
}

function timeOf({ time }: ViewEvent, now: number): number {
  const given = (typeof time === 'string' ? parseTime(time) : time) ?? now
  return Math.min(Math.max(given, now - BACK_MS_MAX), now)
}
