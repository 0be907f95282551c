import { findProjectOfJob } from '../jobs/store.ts'
import type { Context } from '../wiring/context.ts'
import { UsageError } from './errors.ts'

/** The project of a job, unless it was named: a user of the command line may see them all. */
export async function projectOf({ databases }: Context, jobId: string, named: string | undefined): Promise<string> {
  const projectId = named ?? (await findProjectOfJob(databases.main, jobId))
  if (projectId === null) throw noSuchJob(jobId)
  return projectId
}

export function noSuchJob(id: string): UsageError {
  return new UsageError(`there is no job ${id}`, 'docwright job list --project ID')
}
