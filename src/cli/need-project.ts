import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Project } from '../projects/project.ts'
import { findProject } from '../projects/store.ts'
import { UsageError } from './errors.ts'

/** The project that a command names. */
export async function needProject(database: Database<MainSchema>, projectId: string): Promise<Project> {
  const project = await findProject(database, projectId)
  if (!project) throw new UsageError(`there is no project ${projectId}`, 'docwright project list')
  return project
}
