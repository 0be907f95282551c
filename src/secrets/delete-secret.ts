import { recordAudit } from '../database/audit-store.ts'
import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import type { SecretName } from './secret.ts'
import { removeSecret } from './store.ts'

/** Forgets a secret of a project. From then on the installation's own is used, if it has one. */
export async function deleteSecret(
  deps: { database: Database<MainSchema>; ids: Ids },
  projectId: string,
  name: SecretName,
  actor: string,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    if (!(await removeSecret(tx, projectId, name))) throw noSuchSecret(projectId, name)
    const now = await tx.now()
    await recordAudit(tx, { id: deps.ids.next('audit', now), projectId, at: now, actor, action: 'secret.delete', object: name })
  })
}

export function noSuchSecret(projectId: string, name: string): Problem {
  return new Problem(404, 'secret_not_found', `Project ${projectId} has no secret ${name}.`)
}
