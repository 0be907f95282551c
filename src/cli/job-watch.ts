import { Command } from 'commander'
import { findJob } from '../jobs/store.ts'
import { noSuchJob, projectOf } from './find-job.ts'
import { watchJob } from './watch-job.ts'
import { withContext } from './with-context.ts'

export function jobWatchCommand(): Command {
  return new Command('watch')
    .argument('<id>')
    .description('Follow a job until it is done. Exits with 1 when it failed.')
    .option('--project <id>', 'the project (default: the one of the job)')
    .option('--json', 'print one event per line as JSON')
    .action(async (id: string, options: { project?: string; json?: boolean }) => {
      await withContext(async (context) => {
        const job = await findJob(context.databases.main, await projectOf(context, id, options.project), id)
        if (!job) throw noSuchJob(id)
        if (!(await watchJob(context, job, options.json ?? false))) process.exitCode = 1
      })
    })
}
