import { recordAudit } from '../database/audit-store.ts'
import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { notFound } from '../lib/problem.ts'
import type { Project } from './project.ts'
import { lockProject, writeProject } from './store.ts'

/** Changes what is given of a project. Jobs that were made before keep what they were made with. */
export async function updateProject(
  deps: { database: Database<MainSchema>; ids: Ids },
  id: string,
  change: Partial<Pick<Project, 'name' | 'ref' | 'agent'>>,
  actor: string,
): Promise<Project> {
  return deps.database.transaction(async (tx) => {
    const project = await lockProject(tx, id)
    if (!project) throw notFound()
    const changed: Project = { ...project, ...change }
    await writeProject(tx, changed)
    const at = await tx.now()
    await recordAudit(tx, { id: deps.ids.next('audit', at), projectId: id, at, actor, action: 'project.update', object: id })
    return changed
  })
}
