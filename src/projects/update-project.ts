import { recordAudit } from '../database/audit-store.ts'
import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { invalid, notFound } from '../lib/problem.ts'
import type { Project } from './project.ts'
import { type SettingsChange, changeSettings, findSettingsMistake } from './settings.ts'
import { lockProject, storeProject } from './store.ts'

export type ProjectChange = Partial<Pick<Project, 'name' | 'ref' | 'agent'>> & { settings?: SettingsChange }

/** Changes a project. Jobs that run keep the settings that they began with; views that were counted stay where they are. */
export async function updateProject(
  deps: { database: Database<MainSchema>; ids: Ids },
  projectId: string,
  { settings: change = {}, ...rest }: ProjectChange,
  actor: string,
): Promise<Project> {
  return deps.database.transaction(async (tx) => {
    const before = await lockProject(tx, projectId)
    if (!before) throw notFound()
    const project: Project = { ...before, ...rest, settings: changeSettings(before.settings, change) }
    const mistake = findSettingsMistake(project.settings)
    if (mistake) throw invalid(`settings.${mistake.name}`, mistake.message)
    await storeProject(tx, project)
    const now = await tx.now()
    const object = [...Object.keys(rest), ...Object.keys(change).map((name) => `settings.${name}`)].join(', ')
    await recordAudit(tx, { id: deps.ids.next('audit', now), projectId, at: now, actor, action: 'project.update', object })
    return project
  })
}
