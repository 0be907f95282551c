import { Command, InvalidArgumentError, Option } from 'commander'
import { presentJob } from '../api/present/job.ts'
import { INCLUDES } from '../api/schemas/jobs.ts'
import { baseUrl } from '../config.ts'
import type { Context } from '../wiring/context.ts'
import { archiveJob, unarchiveJob } from '../jobs/archive-job.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { createJob } from '../jobs/create-job.ts'
import { JOB_STATUSES, type Job, type JobStatus } from '../jobs/job.ts'
import { sendMessage } from '../jobs/send-message.ts'
import { findJob, listJobs, listMessages } from '../jobs/store.ts'
import { waitForJob } from '../jobs/wait-for-job.ts'
import { needProject } from './need-project.ts'
import { UsageError } from './errors.ts'
import { noSuchJob, projectOf } from './find-job.ts'
import { jobDiffCommand } from './job-diff.ts'
import { jobWatchCommand, watchJob } from './job-watch.ts'
import { print, table, toDateTime } from './output.ts'
import { withContext } from './with-context.ts'
import { withWorker } from './with-worker.ts'

interface CommonOptions {
  project?: string
  json?: boolean
  wait?: boolean
}

export function jobCommand(): Command {
  const command = new Command('job').description('Create and follow agent jobs.')

  command
    .command('create <prompt>')
    .description('Create a job.')
    .requiredOption('--project <id>', 'the project')
    .option('--model <name>', "the model or agent, if the project allows it (default: the project's)")
    .option('--wait', 'wait until the job is done')
    .option('--watch', 'show the log until the job is done; with --json, the job and then one event per line')
    .option('--json', 'print as JSON')
    .action(async (prompt: string, options: CommonOptions & { project: string; model?: string; watch?: boolean }) => {
      checkPrompt(prompt)
      await withContext(async (context) => {
        await needProject(context.databases.main, options.project)
        const wanted = { prompt, ...(options.model === undefined ? {} : { model: options.model }) }
        const { answer } = await createJob(useCase(context), options.project, wanted, null)
        if (!options.watch) return printOutcome(context, answer.job, options)
        await printJob(context, answer.job, options)
        if (!(await watchJob(context, answer.job, options.json ?? false))) process.exitCode = 1
      })
    })

  command
    .command('message <id> <prompt>')
    .description('Send a follow-up message to a job.')
    .option('--project <id>', 'the project (default: the one of the job)')
    .option('--wait', 'wait until the job is done')
    .option('--json', 'print as JSON')
    .action(async (id: string, prompt: string, options: CommonOptions) => {
      checkPrompt(prompt)
      await withContext(async (context) => {
        const { answer } = await sendMessage(useCase(context), await projectOf(context, id, options.project), id, prompt, null)
        await printOutcome(context, answer.job, options)
      })
    })

  command
    .command('get <id>')
    .description('Show a job.')
    .option('--project <id>', 'the project (default: the one of the job)')
    .option('--wait', 'wait until the job is done')
    .option('--json', 'print as JSON')
    .action(async (id: string, options: CommonOptions) => {
      await withContext(async (context) => {
        const job = await findJob(context.databases.main, await projectOf(context, id, options.project), id)
        if (!job) throw noSuchJob(id)
        await printOutcome(context, job, options)
      })
    })

  command.addCommand(jobWatchCommand())
  command.addCommand(jobDiffCommand())

  command
    .command('list')
    .description('List the jobs of a project, newest first.')
    .requiredOption('--project <id>', 'the project')
    .addOption(new Option('--status <status>', 'only jobs in this state').choices(JOB_STATUSES))
    .option('--limit <number>', 'at most so many', readLimit, 50)
    .option('--json', 'print as JSON')
    .action(async (options: { project: string; status?: JobStatus; limit: number; json?: boolean }) => {
      await withContext(async (context) => {
        await needProject(context.databases.main, options.project)
        const jobs = await listJobs(context.databases.main, {
          projectId: options.project,
          status: options.status ?? null,
          beforeId: null,
          limit: options.limit,
        })
        const rows = jobs.map((job) => [job.id, job.status, toDateTime(job.createdAt), (job.summary ?? '').split('\n')[0]!])
        print(
          options.json ?? false,
          { jobs: jobs.map((job) => presentJob(job, baseUrl(context.config))) },
          jobs.length === 0 ? 'This project has no jobs.' : table([['ID', 'STATUS', 'CREATED', 'SUMMARY'], ...rows]),
        )
      })
    })

  for (const { name, act, description } of [
    { name: 'cancel', act: cancelJob, description: 'Stop an active job.' },
    { name: 'archive', act: archiveJob, description: 'Archive a job. An active job is stopped first.' },
    { name: 'unarchive', act: unarchiveJob, description: 'Unarchive a job.' },
  ]) {
    command
      .command(`${name} <id>`)
      .description(description)
      .option('--project <id>', 'the project (default: the one of the job)')
      .option('--json', 'print as JSON')
      .action(async (id: string, options: CommonOptions) => {
        await withContext(async (context) =>
          printJob(context, await act(useCase(context), await projectOf(context, id, options.project), id), options),
        )
      })
  }
  return command
}

function useCase({ databases, ids, signal, models }: Context) {
  return { database: databases.main, ids, signal, models }
}

function checkPrompt(prompt: string): void {
  if (prompt.length === 0 || Array.from(prompt).length > 100_000 || prompt.includes('\0'))
    throw new UsageError(
      'the prompt must have 1 to 100,000 characters',
      'docwright job create --project ID \'Replace "a" with "b"\'',
    )
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > 250)
    throw new InvalidArgumentError('must be a whole number from 1 to 250.')
  return limit
}

async function printOutcome(context: Context, job: Job, options: CommonOptions): Promise<void> {
  await printJob(context, options.wait ? await workUntilDone(context, job) : job, options)
}

async function workUntilDone(context: Context, job: Job): Promise<Job> {
  const { databases, clock, signal } = context
  const never = new AbortController().signal
  const wait = () =>
    waitForJob({ database: databases.main, clock, signal }, job.projectId, job.id, Number.POSITIVE_INFINITY, never)
  return (await withWorker(context, wait)) ?? job
}

async function printJob(context: Context, job: Job, options: CommonOptions): Promise<void> {
  const view = presentJob(job, baseUrl(context.config), new Set(INCLUDES), {
    messages: await listMessages(context.databases.main, job.id),
    standing: (await context.pullRequestStandings.get([job])).get(job.id),
  })
  const lines = [
    `Job ${view.id} is ${view.status}.`,
    ...(view.prLink ? [`Pull request: ${view.prLink}`] : []),
    ...(view.failure ? [`${view.failure.message}${view.failure.hint ? ` ${view.failure.hint}` : ''}`] : []),
    ...(view.summary ? [view.summary] : []),
    ...describeChoices(view.id, view.choices ?? []),
  ]
  print(options.json ?? false, view, lines.join('\n'))
}

/** As commands to paste: in single quotes a shell leaves everything but these as it is. */
function describeChoices(id: string, choices: readonly string[]): string[] {
  if (choices.length === 0) return []
  const commands = choices.map((choice) => `  docwright job message ${id} '${choice.replaceAll("'", String.raw`'\''`)}'`)
  return ['Choose one:', ...commands]
}
