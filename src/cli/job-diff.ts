import { Command } from 'commander'
import type { BoundedDiff } from '../git/diff.ts'
import { getDiff } from '../jobs/get-diff.ts'
import type { Context } from '../wiring/context.ts'
import { Problem } from '../lib/problem.ts'
import { UsageError } from './errors.ts'
import { noSuchJob, projectOf } from './find-job.ts'
import { withContext } from './with-context.ts'

export function jobDiffCommand(): Command {
  return new Command('diff')
    .argument('<id>')
    .description('Print what a job changed.')
    .option('--project <id>', 'the project (default: the one of the job)')
    .option('--json', 'print as JSON, with a list of the files')
    .action(async (id: string, options: { project?: string; json?: boolean }) => {
      await withContext(async (context) => {
        const found = await readDiff(context, await projectOf(context, id, options.project), id)
        process.stdout.write(options.json ? `${JSON.stringify(found)}\n` : found.diff)
        // Not among the diff, which may go to a program.
        if (found.isTruncated && !options.json) process.stderr.write('The diff is too large: some of it is left out.\n')
      })
    })
}

async function readDiff(context: Context, projectId: string, id: string): Promise<BoundedDiff> {
  const { databases, git, mirrors, codeHostFor } = context
  try {
    return await getDiff({ database: databases.main, git, mirrors, codeHostFor }, projectId, id)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'not_found') throw noSuchJob(id)
    throw new UsageError(error.message, `docwright job watch ${id}`)
  }
}
