import type { Updateable } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { JobTable, MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

/** With a commit behind it, the name of what is written before that commit is pushed. Stored. */
export const CLAIM = 'claim '

/** The results of the steps of one run that are already done. */
export async function readSteps(db: Db, jobId: string, run: number): Promise<Map<string, unknown>> {
  const rows = await db.query
    .selectFrom('step')
    .select(['name', 'output'])
    .where('job_id', '=', jobId)
    .where('run', '=', run)
    .execute()
  return new Map(rows.map((row) => [row.name, JSON.parse(row.output) as unknown]))
}

/** The last run that has done a step. */
export async function findLastRunWith(db: Db, jobId: string, name: string): Promise<number | null> {
  const row = await db.query
    .selectFrom('step')
    .select(({ fn }) => fn.max('run').as('run'))
    .where('job_id', '=', jobId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.run ?? null
}

/** What the ledger tells about the branch of a job. */
export interface BranchRecord {
  /** True when a push of the job was seen to succeed. */
  hasPushed: boolean
  /** All commits that the job may have pushed. No one else can have had them first. */
  commits: string[]
}

export async function readBranchRecord(db: Db, jobId: string): Promise<BranchRecord> {
  const rows = await db.query
    .selectFrom('step')
    .select(['name', 'output'])
    .where('job_id', '=', jobId)
    .where((e) => e.or([e('name', 'in', ['commit', 'push']), e('name', 'like', `${CLAIM}%`)]))
    .execute()
  return {
    hasPushed: rows.some(({ name }) => name === 'push'),
    commits: [
      ...new Set(
        rows.map(({ name, output }) => (name.startsWith(CLAIM) ? name.slice(CLAIM.length) : (JSON.parse(output) as string))),
      ),
    ],
  }
}

/** The job that last pushed to a branch of this name, of all that work on the repository. */
export async function findLastPusher(db: Db, repository: string, branch: string): Promise<string | null> {
  const row = await db.query
    .selectFrom('job')
    .innerJoin('step', 'step.job_id', 'job.id')
    .select('job.id')
    .where('job.project_id', 'in', db.query.selectFrom('project').select('id').where('repository', '=', repository))
    .where((e) => e(e.fn<string>('lower', ['job.branch']), '=', branch.toLowerCase()))
    .where('step.name', '=', 'push')
    .orderBy('step.at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Writes the results of finished steps unless the job belongs to another worker by now; false then. A finished step is progress: the
 * count of attempts starts again, so that only a step that keeps failing is given up.
 */
export async function writeSteps(
  tx: Db,
  jobId: string,
  epoch: number,
  run: number,
  outputs: ReadonlyMap<string, unknown>,
  now: number,
): Promise<boolean> {
  if (!(await hold(tx, jobId, epoch, { attempt: 1, retries: 0, not_before: now }))) return false
  await tx.query
    .insertInto('step')
    .values([...outputs].map(([name, output]) => ({ job_id: jobId, run, name, output: JSON.stringify(output ?? null), at: now })))
    .onConflict((conflict) => conflict.columns(['job_id', 'run', 'name']).doNothing())
    .execute()
  return true
}

/** Takes results out, under the same condition. This is no progress. */
export async function deleteSteps(tx: Db, jobId: string, epoch: number, run: number, names: string[]): Promise<boolean> {
  if (!(await hold(tx, jobId, epoch, { epoch }))) return false
  await tx.query.deleteFrom('step').where('job_id', '=', jobId).where('run', '=', run).where('name', 'in', names).execute()
  return true
}

/** Written, not only read, so that the row is locked until the end of the transaction. */
async function hold(tx: Db, jobId: string, epoch: number, change: Updateable<JobTable>): Promise<boolean> {
  const held = await tx.query
    .updateTable('job')
    .set(change)
    .where('id', '=', jobId)
    .where('epoch', '=', epoch)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return held.numUpdatedRows > 0n
}

/** The names of the steps of one run that begin with a prefix, without it. */
export async function listStepNames(db: Db, jobId: string, run: number, prefix: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom('step')
    .select('name')
    .where('job_id', '=', jobId)
    .where('run', '=', run)
    .where('name', 'like', `${prefix}%`)
    .execute()
  return rows.map(({ name }) => name.slice(prefix.length))
}

/** Removes the steps of all runs of a job whose names begin with a prefix. */
export async function deleteStepsLike(tx: Db, jobId: string, prefix: string): Promise<void> {
  await tx.query.deleteFrom('step').where('job_id', '=', jobId).where('name', 'like', `${prefix}%`).execute()
}
