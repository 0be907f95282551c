import type { Selectable } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema, PullRequestTable } from '../database/schema.ts'
import type { Checks } from './checks.ts'
import type { LocatedPullRequest, PullRequest, PullRequestState } from './pull-request.ts'

type Db = Connection<MainSchema>

/** Adds it; false when its head has an open one already. */
export async function insertPullRequest(tx: Db, wanted: PullRequest): Promise<boolean> {
  const done = await tx.query
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
      is_draft: wanted.isDraft ? 1 : 0,
      base_commit: wanted.baseCommit,
      head_commit: wanted.headCommit,
      checks: toJson(wanted.checks),
      created_at: wanted.createdAt,
      updated_at: wanted.updatedAt,
      merged_at: wanted.mergedAt,
      closed_at: wanted.closedAt,
      merge_commit: wanted.mergeCommit,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** All of a head in any state, oldest first, locked until the transaction ends: none is merged or closed meanwhile. */
export async function lockPullRequestsOfHead(tx: Db, projectId: string, head: string): Promise<PullRequest[]> {
  const query = tx.query
    .selectFrom('pull_request')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('head', '=', head)
    .orderBy('id')
  const rows = await (tx.engine === 'postgres' ? query.forUpdate() : query).execute()
  return rows.map(toPullRequest)
}

export interface PullRequestUpdate {
  body: string
  baseCommit: string
  headCommit: string
  checks: Checks | null
  updatedAt: number
}

/** Brings a pull request that the caller holds locked up to date. Its title and whether it is a draft stay as people left them. */
export async function updatePullRequest(tx: Db, id: string, change: PullRequestUpdate): Promise<void> {
  await tx.query
    .updateTable('pull_request')
    .set({
      body: change.body,
      base_commit: change.baseCommit,
      head_commit: change.headCommit,
      checks: toJson(change.checks),
      updated_at: change.updatedAt,
    })
    .where('id', '=', id)
    .execute()
}

export interface MergeRecord {
  mergeCommit: string | null
  /** What was merged. */
  headCommit: string
  /** What the pull request had when the merge began: newer work that arrived since must not be called merged. */
  headCommitBefore: string
  at: number
}

/** False when it is no longer open, or was brought up to date since the merge began; nothing is written then. */
export async function recordMerge(tx: Db, id: string, merge: MergeRecord): Promise<boolean> {
  const done = await tx.query
    .updateTable('pull_request')
    .set({
      state: 'merged',
      is_draft: 0,
      head_commit: merge.headCommit,
      merge_commit: merge.mergeCommit,
      merged_at: merge.at,
      updated_at: merge.at,
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('head_commit', '=', merge.headCommitBefore)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** False when it is no longer open. */
export async function recordClose(tx: Db, id: string, at: number): Promise<boolean> {
  const done = await tx.query
    .updateTable('pull_request')
    .set({ state: 'closed', closed_at: at, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** False when it is no longer open. */
export async function recordReady(tx: Db, id: string, at: number): Promise<boolean> {
  const done = await tx.query
    .updateTable('pull_request')
    .set({ is_draft: 0, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function findPullRequest(db: Db, id: string): Promise<LocatedPullRequest | null> {
  return readOne(db, 'id', id)
}

export async function findPullRequestBySecret(db: Db, secret: string): Promise<LocatedPullRequest | null> {
  // What is not shaped like one is in no store, and must not reach one: PostgreSQL refuses some characters with an error.
  if (!/^[\w-]{32}$/.test(secret)) return null
  return readOne(db, 'secret', secret)
}

/** Newest first. */
export async function listPullRequests(db: Db, projectId: string, state: PullRequestState | null): Promise<PullRequest[]> {
  let query = db.query.selectFrom('pull_request').selectAll().where('project_id', '=', projectId)
  if (state) query = query.where('state', '=', state)
  return (await query.orderBy('id', 'desc').execute()).map(toPullRequest)
}

async function readOne(db: Db, column: 'id' | 'secret', value: string): Promise<LocatedPullRequest | null> {
  const row = await db.query
    .selectFrom('pull_request')
    .innerJoin('project', 'project.id', 'pull_request.project_id')
    .selectAll('pull_request')
    .select('project.repository')
    .where(`pull_request.${column}`, '=', value)
    .executeTakeFirst()
  return row ? { ...toPullRequest(row), repository: row.repository } : null
}

function toJson(checks: Checks | null): string | null {
  return checks === null ? null : JSON.stringify(checks)
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
    isDraft: row.is_draft === 1,
    baseCommit: row.base_commit,
    headCommit: row.head_commit,
    checks: row.checks === null ? null : (JSON.parse(row.checks) as Checks),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    mergedAt: row.merged_at,
    closedAt: row.closed_at,
    mergeCommit: row.merge_commit,
  }
}
