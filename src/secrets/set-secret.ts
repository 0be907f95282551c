import { recordAudit } from '../database/audit-store.ts'
import type { Connection, Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { invalid } from '../lib/problem.ts'
import type { Cipher } from './cipher.ts'
import type { Secret, SecretName } from './secret.ts'
import { storeSecret } from './store.ts'

/** Far longer than any key or token of today, in characters. */
export const SECRET_CHARACTERS_MAX = 4_000

/** Of a shorter one, four characters are too large a part to show. */
const SHOWN_CHARACTERS_MIN = 20

/** What can stand in a header of HTTP: visible ASCII. */
const SECRET = /^[!-~]+$/

export interface SecretDeps {
  database: Database<MainSchema>
  ids: Ids
  cipher: Cipher
}

export interface NewSecret {
  projectId: string
  name: SecretName
  value: string
  actor: string
}

/** Keeps a secret for a project, in the place of the one that had its name. */
export async function setSecret(deps: SecretDeps, wanted: NewSecret): Promise<Secret> {
  return deps.database.transaction((tx) => setSecretWithin(tx, deps, wanted))
}

/** In the transaction of the caller. */
export async function setSecretWithin(
  tx: Connection<MainSchema>,
  { ids, cipher }: Pick<SecretDeps, 'ids' | 'cipher'>,
  { projectId, name, value, actor }: NewSecret,
): Promise<Secret> {
  const text = readSecret(value, 'value')
  const now = await tx.now()
  const lastFour = text.length >= SHOWN_CHARACTERS_MIN ? text.slice(-4) : null
  const secret: Secret = { name, lastFour, setAt: now, setBy: actor }
  await storeSecret(tx, projectId, { ...secret, sealed: cipher.seal({ projectId, name }, text) })
  await recordAudit(tx, { id: ids.next('audit', now), projectId, at: now, actor, action: 'secret.set', object: name })
  return secret
}

/** The text without the line end that it was pasted or piped with. The mistake does not repeat it. */
export function readSecret(value: string, path: string): string {
  const text = value.trim()
  if (text.length > SECRET_CHARACTERS_MAX || !SECRET.test(text))
    throw invalid(path, `must be 1 to ${SECRET_CHARACTERS_MAX} visible characters of ASCII, without spaces`)
  return text
}
