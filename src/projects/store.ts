import type { Selectable } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema, ProjectTable } from '../database/schema.ts'
import type { CodeHostName } from '../lib/code-host-names.ts'
import type { AgentName, Project } from './project.ts'
import { DEFAULT_SETTINGS, type SettingsChange, changeSettings } from './settings.ts'

type Db = Connection<MainSchema>

export async function insertProject(db: Db, project: Project): Promise<void> {
  await db.query
    .insertInto('project')
    .values({
      id: project.id,
      name: project.name,
      repository: project.repository,
      ref: project.ref,
      code_host: project.codeHost,
      agent: project.agent,
      settings: JSON.stringify(project.settings),
      created_at: project.createdAt,
    })
    .execute()
}

export async function storeProject(db: Db, { id, name, ref, agent, settings }: Project): Promise<void> {
  await db.query
    .updateTable('project')
    .set({ name, ref, agent, settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute()
}

export async function findProject(db: Db, id: string): Promise<Project | null> {
  const row = await db.query.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toProject(row) : null
}

export async function listProjects(db: Db): Promise<Project[]> {
  const rows = await db.query.selectFrom('project').selectAll().orderBy('id').execute()
  return rows.map(toProject)
}

/** The branches of a repository that pull requests of some project target. */
export async function listTargets(db: Db, repository: string): Promise<string[]> {
  const rows = await db.query.selectFrom('project').select('ref').distinct().where('repository', '=', repository).execute()
  return rows.map(({ ref }) => ref)
}

/**
 * Reads a project and makes other transactions that do the same wait until this one ends: limits and concurrency are counted
 * under this lock. SQLite has one writer anyway. Inserting rows that refer to the project is not held up.
 */
export async function lockProject(tx: Db, id: string): Promise<Project | null> {
  const query = tx.query.selectFrom('project').selectAll().where('id', '=', id)
  const row = await (tx.engine === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst()
  return row ? toProject(row) : null
}

function toProject(row: Selectable<ProjectTable>): Project {
  return {
    id: row.id,
    name: row.name,
    repository: row.repository,
    ref: row.ref,
    codeHost: row.code_host as CodeHostName,
    agent: row.agent as AgentName,
    settings: changeSettings(DEFAULT_SETTINGS, JSON.parse(row.settings) as SettingsChange),
    createdAt: row.created_at,
  }
}
