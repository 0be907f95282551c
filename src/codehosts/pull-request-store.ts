import type { Selectable } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema, PullRequestTable } from '../database/schema.ts'

type Db = Connection<MainSchema>

export type PullRequestState = 'open' | 'merged' | 'closed'

/** A pull request that Docwright keeps itself, for repositories without a code host of their own. */
export interface PullRequest {
  id: string
  projectId: string
  /** The part of its link that cannot be guessed. */
  secret: string
  head: string
  base: string
  title: string
  body: string
  state: PullRequestState
  baseCommit: string
  headCommit: string
  createdAt: number
  updatedAt: number
}

/** Adds it, or brings the one with the same head up to date; the stored one is returned. */
export async function upsertPullRequest(db: Db, wanted: PullRequest): Promise<PullRequest> {
  const row = await db.query
    .insertInto('pull_request')
    .values({
      id: wanted.id,
      project_id: wanted.projectId,
      secret: wanted.secret,
      head: wanted.head,
      base: wanted.base,
      title: wanted.title,
      body: wanted.body,
      state: wanted.state,
      base_commit: wanted.baseCommit,
      head_commit: wanted.headCommit,
      created_at: wanted.createdAt,
      updated_at: wanted.updatedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'head']).doUpdateSet({
        body: wanted.body,
        base_commit: wanted.baseCommit,
        head_commit: wanted.headCommit,
        updated_at: wanted.updatedAt,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPullRequest(row)
}

export async function findPullRequestBySecret(db: Db, secret: string): Promise<(PullRequest & { repository: string }) | null> {
  const row = await db.query
    .selectFrom('pull_request')
    .innerJoin('project', 'project.id', 'pull_request.project_id')
    .selectAll('pull_request')
    .select('project.repository')
    .where('secret', '=', secret)
    .executeTakeFirst()
  return row ? { ...toPullRequest(row), repository: row.repository } : null
}

function toPullRequest(row: Selectable<PullRequestTable>): PullRequest {
  return {
    id: row.id,
    projectId: row.project_id,
    secret: row.secret,
    head: row.head,
    base: row.base,
    title: row.title,
    body: row.body,
    state: row.state as PullRequestState,
    baseCommit: row.base_commit,
    headCommit: row.head_commit,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
