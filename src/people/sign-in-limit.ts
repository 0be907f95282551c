import { createHash } from 'node:crypto'
import { homeOf } from '../lib/networks.ts'
import { Problem } from '../lib/problem.ts'
import { deleteAttemptsOfEmail, deleteAttemptsOutside, insertAttempt, lockAttempts, readAttempts } from './attempt-store.ts'
import type { PeopleDeps } from './people-deps.ts'

/** From the contract: failures in any quarter of an hour. An address may be that of a whole office. */
const WINDOW_MS = 15 * 60_000
const PER_EMAIL_MAX = 10
const PER_ADDRESS_MAX = 50

/** Whose tries count together. */
export type Guess =
  | {
      email: string
      /** Of the client. */
      address: string
    }
  /** A known device, or someone who is signed in. They have tries of their own, so that strangers cannot use them up. */
  | { alone: string }

/**
 * Counts a try before the password is compared, and refuses it when there were too many: a hundred tries at the same moment are
 * no more than a hundred one after the other. A right password takes the tries that it counts with back.
 */
export async function takeAttempt({ database, ids }: PeopleDeps, guess: Guess): Promise<void> {
  await database.transaction(async (tx) => {
    await lockAttempts(tx)
    const now = await tx.now()
    await deleteAttemptsOutside(tx, now - WINDOW_MS, now)
    const { emailDigest, addressDigest } = digestsOf(guess)
    const ofEmail = await readAttempts(tx, 'email_digest', emailDigest)
    const ofAddress = await readAttempts(tx, 'address_digest', addressDigest)
    if (ofEmail.count >= PER_EMAIL_MAX) throw tooMany(ofEmail.oldest, now)
    if (ofAddress.count >= PER_ADDRESS_MAX) throw tooMany(ofAddress.oldest, now)
    await insertAttempt(tx, { id: ids.next('try', now), emailDigest, addressDigest, at: now })
  })
}

export async function forgetAttempts(tx: Parameters<typeof deleteAttemptsOfEmail>[0], guess: Guess): Promise<void> {
  await deleteAttemptsOfEmail(tx, digestsOf(guess).emailDigest)
}

function digestsOf(guess: Guess): { emailDigest: string; addressDigest: string } {
  if ('email' in guess) return { emailDigest: digestOf(guess.email), addressDigest: digestOf(homeOf(guess.address)) }
  // No e-mail and no address begins so: the schemas of requests refuse the character.
  const digest = digestOf(`\0${guess.alone}`)
  return { emailDigest: digest, addressDigest: digest }
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
