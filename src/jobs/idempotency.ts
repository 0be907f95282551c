import { createHash } from 'node:crypto'
import type { Transaction } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { Problem } from '../lib/problem.ts'
import { findAnswer, insertAnswer } from './idempotency-store.ts'

/** From the contract: a day. */
export const KEPT_MS = 24 * 3_600_000

/** A caller's promise that requests with the same key are the same request. */
export interface IdempotencyKey {
  key: string
  /** What the request does, with the ids in its path: the same key on another endpoint is another request. */
  endpoint: string
  /** The fields that were accepted; two bodies that say the same are the same. */
  body: unknown
}

export interface Once<Answer> {
  answer: Answer
  isReplay: boolean
}

/**
 * Does the work once per key and gives the first answer again afterwards.
 *
 * It must run under the project's lock: a second request with the same key then waits for the first one's commit and finds its
 * answer. That is why nothing here ever answers "still running".
 */
export async function once<Answer>(
  tx: Transaction<MainSchema>,
  projectId: string,
  idempotency: IdempotencyKey | null,
  work: () => Promise<Answer>,
): Promise<Once<Answer>> {
  if (!idempotency) return { answer: await work(), isReplay: false }
  const now = await tx.now()
  const expired = now - KEPT_MS
  const fingerprint = createHash('sha256').update(JSON.stringify(idempotency.body)).digest('hex')
  const stored = await findAnswer(tx, projectId, idempotency.endpoint, idempotency.key, expired)
  if (stored && stored.fingerprint !== fingerprint)
    throw new Problem(
      422,
      'idempotency_key_reused',
      'You used this Idempotency-Key with another body. Use a new key for each new request.',
    )
  if (stored) return { answer: JSON.parse(stored.answer) as Answer, isReplay: true }
  const answer = await work()
  await insertAnswer(
    tx,
    projectId,
    idempotency.endpoint,
    idempotency.key,
    { fingerprint, answer: JSON.stringify(answer) },
    now,
    expired,
  )
  return { answer, isReplay: false }
}
