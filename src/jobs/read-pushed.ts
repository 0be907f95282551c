import type { CodeHost } from '../codehosts/code-host.ts'
import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { type Git, GitError } from '../git/git.ts'
import type { Mirror, Mirrors } from '../git/mirror.ts'
import { Fault } from '../lib/fault.ts'
import { Problem, notFound } from '../lib/problem.ts'
import type { Job } from './job.ts'
import { findLastRunWith, readSteps } from './step-store.ts'
import type { Sources } from './steps/sync-mirror.ts'
import { findJob } from './store.ts'

/** A fetch of two branches; the caller waits for it. */
const FETCH_MS_MAX = 60_000

export interface PushedDeps {
  database: Database<MainSchema>
  git: Git
  mirrors: Mirrors
  codeHostFor(job: Job): Promise<CodeHost>
}

/** What a job pushed last, and what that is compared with. */
export interface Pushed {
  mirror: Mirror
  base: string
  commit: string
  signal: AbortSignal
}

/** Reads something of what a job changed, all its runs together. The objects are fetched first if they are no longer here. */
export async function readPushed<Result>(
  deps: PushedDeps,
  projectId: string,
  jobId: string,
  read: (pushed: Pushed) => Promise<Result>,
): Promise<Result> {
  const job = await findJob(deps.database, projectId, jobId)
  if (!job) throw notFound()
  const found = await findPushed(deps.database, jobId)
  if (!found) throw noChanges('The job has not pushed any change yet.')
  const mirror = await deps.mirrors.open((await deps.codeHostFor(job)).remote(job.repository))
  const pushed = () => ({ ...found, mirror, signal: AbortSignal.timeout(FETCH_MS_MAX) })
  try {
    return await read(pushed())
  } catch (error) {
    if (!(error instanceof GitError)) throw error
  }
  // The mirror was made anew since, or the job ran on another node: its objects are in the repository.
  try {
    await mirror.fetch([job.ref, job.branch], AbortSignal.timeout(FETCH_MS_MAX))
    return await read(pushed())
  } catch (error) {
    if (error instanceof GitError) throw noChanges('The change of the job is no longer in the repository.')
    if (error instanceof Fault)
      throw new Problem(503, 'repository_unavailable', error.message, { headers: { 'retry-after': '60' } })
    throw error
  }
}

async function findPushed(database: Database<MainSchema>, jobId: string): Promise<{ base: string; commit: string } | null> {
  const run = await findLastRunWith(database, jobId, 'push')
  if (run === null) return null
  const steps = await readSteps(database, jobId, run)
  return { base: (steps.get('mirror') as Sources).base, commit: steps.get('push') as string }
}

function noChanges(detail: string): Problem {
  return new Problem(404, 'no_changes', detail)
}
