import { recordAudit } from '../database/audit-store.ts'
import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { isId } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts'
import type { PeopleDeps } from './people-deps.ts'
import {
  type Share,
  deleteOldVisits,
  deleteShare,
  findShareByDigest,
  findShareOfVisit,
  insertShare,
  insertVisit,
  listShares,
} from './share-store.ts'
import { forgetAttempts, takeAttempt } from './sign-in-limit.ts'
import { isToken, newToken, tokenDigest } from './tokens.ts'

/** Half a day: whoever opened a link in the morning has it all day, and a link that is revoked is gone at once anyway. */
const VISIT_MS = 12 * 3_600_000

/** As many people as look at one link at the same time, and far more. The oldest visits end first. */
const VISITS_MAX = 1000

const SHARES_MAX = 100

/** What a visitor's requests carry. It is no key: it opens nothing but the numbers of one project. */
const PREFIX = 'dwv_'

export interface NewShare {
  projectId: string
  name: string
  password: string | null
  actor: string
}

/** Makes a link. Its token is in the answer this once: only the digest is stored. */
export async function createShare({ database, ids }: PeopleDeps, wanted: NewShare): Promise<{ share: Share; token: string }> {
  if (wanted.password !== null) checkNewPassword(wanted.password)
  const password = wanted.password === null ? null : await hashPassword(wanted.password)
  return database.transaction(async (tx) => {
    const { projectId, name, actor } = wanted
    if ((await listShares(tx, projectId)).length >= SHARES_MAX)
      throw new Problem(409, 'too_many_shares', `A project has at most ${SHARES_MAX} share links. Revoke one first.`)
    const now = await tx.now()
    const token = newToken()
    const share: Share = { id: ids.next('shr', now), projectId, name, password, createdBy: actor, createdAt: now }
    await insertShare(tx, share, tokenDigest(token))
    await recordAudit(tx, { id: ids.next('audit', now), projectId, at: now, actor, action: 'share.create', object: name })
    return { share, token }
  })
}

/** The path of the page behind a link. The token is behind the `#`, so that it reaches no log of any server. */
export function shareLink(token: string): string {
  return `/share#${token}`
}

export async function revokeShare({ database, ids }: PeopleDeps, projectId: string, id: string, actor: string): Promise<void> {
  await database.transaction(async (tx) => {
    const share = isId('shr', id) ? await deleteShare(tx, projectId, id) : null
    if (!share) throw noSuchShare()
    const now = await tx.now()
    await recordAudit(tx, { id: ids.next('audit', now), projectId, at: now, actor, action: 'share.revoke', object: share.name })
  })
}

export interface Visit {
  share: Share
  /** For the `Authorization` header of the visitor's requests. */
  pass: string
  expiresAt: number
}

/** Lets a visitor in. Tries of passwords are counted before they are compared, by link and by address. */
export async function openShare(
  deps: PeopleDeps,
  wanted: { token: string; password: string | null; address: string },
): Promise<Visit> {
  const share = isToken(wanted.token) ? await findShareByDigest(deps.database, tokenDigest(wanted.token)) : null
  if (!share) throw noSuchShare()
  const guess = { email: `share ${share.id}`, address: wanted.address }
  if (share.password !== null) {
    if (wanted.password === null) throw passwordNeeded('This link needs a password.')
    await takeAttempt(deps, guess)
    if (!(await isPassword(wanted.password, share.password))) throw passwordNeeded('This password is wrong.')
  }
  return deps.database.transaction(async (tx) => {
    if (share.password !== null) await forgetAttempts(tx, guess)
    const now = await tx.now()
    const [token, expiresAt] = [newToken(), now + VISIT_MS]
    await insertVisit(tx, { digest: tokenDigest(token), shareId: share.id, expiresAt })
    await deleteOldVisits(tx, share.id, now, VISITS_MAX)
    return { share, pass: PREFIX + token, expiresAt }
  })
}

/** True for what only a visitor sends. */
export function isPass(header: string | undefined): header is string {
  return /^Bearer +dwv_/i.test(header ?? '')
}

/** The link that a request came by; null when it was revoked, or the visit has ended. */
export async function findVisited(db: Connection<MainSchema>, header: string, now: number): Promise<Share | null> {
  const token = header.replace(/^Bearer +dwv_/i, '').trimEnd()
  return isToken(token) ? findShareOfVisit(db, tokenDigest(token), now) : null
}

function passwordNeeded(detail: string): Problem {
  return new Problem(401, 'share_password', detail, { headers: { 'www-authenticate': 'Share' } })
}

function noSuchShare(): Problem {
  return new Problem(404, 'share_not_found', 'This link was revoked, or is incomplete.')
}
