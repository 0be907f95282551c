import { createHash } from 'node:crypto'
import { homeOf } from '../lib/networks.ts'
import { Problem } from '../lib/problem.ts'
import { deleteAttemptsOfEmail, deleteAttemptsOutside, insertAttempt, lockAttempts, readAttempts } from './attempt-store.ts'
import type { PeopleDeps } from './people-deps.ts'

/** From the contract: failures in any quarter of an hour. An address may be that of a whole office. */
const WINDOW_MS = 15 * 60_000
const PER_EMAIL_MAX = 10
const PER_ADDRESS_MAX = 50

export interface Guess {
  email: string
  /** Of the client. */
  address: string
}

/**
 * Counts a try before the password is compared, and refuses it when there were too many: a hundred tries at the same moment are
 * no more than a hundred one after the other. A right password takes the tries for its e-mail back.
 */
export async function takeAttempt({ database, ids }: PeopleDeps, guess: Guess): Promise<void> {
  await database.transaction(async (tx) => {
    await lockAttempts(tx)
    const now = await tx.now()
    await deleteAttemptsOutside(tx, now - WINDOW_MS, now)
    const [emailDigest, addressDigest] = [digestOf(guess.email), digestOf(homeOf(guess.address))]
    const ofEmail = await readAttempts(tx, 'email_digest', emailDigest)
    const ofAddress = await readAttempts(tx, 'address_digest', addressDigest)
    if (ofEmail.count >= PER_EMAIL_MAX) throw tooMany(ofEmail.oldest, now)
    if (ofAddress.count >= PER_ADDRESS_MAX) throw tooMany(ofAddress.oldest, now)
    await insertAttempt(tx, { id: ids.next('try', now), emailDigest, addressDigest, at: now })
  })
}

export async function forgetAttempts(tx: Parameters<typeof deleteAttemptsOfEmail>[0], email: string): Promise<void> {
  await deleteAttemptsOfEmail(tx, digestOf(email))
}

/** The same words whatever the limit, and whether or not there is such a person. */
function tooMany(oldest: number | null, now: number): Problem {
  const seconds = Math.max(1, Math.ceil(((oldest ?? now) + WINDOW_MS - now) / 1000))
  return new Problem(429, 'too_many_sign_ins', `Too many sign-ins failed. Try again in ${Math.ceil(seconds / 60)} min.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
