import { archiveIdleJobs } from '../jobs/archive-idle-jobs.ts'
import { cleanDisk } from '../jobs/clean-disk.ts'
import { deleteOldAnswers } from '../jobs/delete-old-answers.ts'
import { deleteOldEvents } from '../jobs/delete-old-events.ts'
import { startWorker } from '../jobs/worker.ts'
import { sweepSessions } from '../people/sessions.ts'
import type { JobsContext } from './jobs-context.ts'
import { workerDeps } from './worker-deps.ts'

const SWEEP_MS = 3_600_000

/** All that a service does besides answering. */
export interface RunningJobs {
  /** Stops claiming, lets running jobs finish for a while, gives the rest back. */
  stop(): Promise<void>
}

/** Works on jobs, and clears up now and every hour. */
export async function runJobs(context: JobsContext): Promise<RunningJobs> {
  const worker = await startWorker(workerDeps(context))
  let sweeping = sweep(context)
  const sweeper = setInterval(() => (sweeping = sweep(context)), SWEEP_MS)
  return {
    stop: async () => {
      clearInterval(sweeper)
      await worker.stop()
      await sweeping
    },
  }
}

async function sweep({ databases, ids, signal, git, mirrors, clock, config, log }: JobsContext): Promise<void> {
  const database = databases.main
  const attempt = (work: Promise<unknown>, failure: string) => work.catch((error: unknown) => log.error({ err: error }, failure))
  await attempt(archiveIdleJobs({ database, ids, signal }, config.archiveAfterDays), 'archiving idle jobs failed')
  await attempt(sweepSessions(database), 'deleting old sessions failed')
  await attempt(deleteOldEvents(database), 'deleting old events failed')
  await attempt(deleteOldAnswers(database), 'deleting old answers failed')
  await attempt(cleanDisk({ database, git, mirrors, clock }, config.mirrorsGigabytes * 1e9), 'cleaning the disk failed')
}
