import type { Database, Transaction } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { recordAudit } from '../database/audit-store.ts'
import type { Project } from './project.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { insertProject } from './store.ts'

/**
 * Adds a project whose repository was already checked.
 *
 * @param also What has to come about with the project, or not at all.
 */
export async function createProject(
  deps: { database: Database<MainSchema>; ids: Ids },
  wanted: Omit<Project, 'id' | 'settings' | 'createdAt'>,
  actor: string,
  also: (tx: Transaction<MainSchema>, project: Project) => Promise<unknown> = async () => undefined,
): Promise<Project> {
  return deps.database.transaction(async (tx) => {
    const now = await tx.now()
    const project: Project = { id: deps.ids.next('prj', now), ...wanted, settings: DEFAULT_SETTINGS, createdAt: now }
    await insertProject(tx, project)
    await recordAudit(tx, {
      id: deps.ids.next('audit', now),
      projectId: project.id,
      at: now,
      actor,
      action: 'project.create',
      object: project.id,
    })
    await also(tx, project)
    return project
  })
}
