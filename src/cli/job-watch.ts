import { Command } from 'commander'
import { presentEvent } from '../api/present/event.ts'
import { baseUrl } from '../config.ts'
import type { Job } from '../jobs/job.ts'
import { findJob } from '../jobs/store.ts'
import { watchEvents } from '../jobs/watch-events.ts'
import type { Context } from '../wiring/context.ts'
import { toElapsed, toLine } from './event-lines.ts'
import { noSuchJob, projectOf } from './find-job.ts'
import { withContext } from './with-context.ts'
import { withWorker } from './with-worker.ts'

const FRAMES = ['|', '/', '-', '\\']

export function jobWatchCommand(): Command {
  return new Command('watch')
    .argument('<id>')
    .description('Follow a job until it is done. Exits with 1 if it failed.')
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

/** Standard output, or what a test puts in its place. */
interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/**
 * Prints the events of a job until it is no longer active, for people, or as JSON with one event per line. Returns false when the
 * job failed.
 */
export async function watchJob(context: Context, job: Job, isJson: boolean, out: Output = process.stdout): Promise<boolean> {
  const watch = () => printEvents(context, job, isJson, out)
  await (job.status === 'active' ? withWorker(context, watch) : watch())
  const { status, failure } = (await findJob(context.databases.main, job.projectId, job.id)) ?? job
  return status === 'completed' || (status === 'archived' && failure === null)
}

async function printEvents(context: Context, job: Job, isJson: boolean, out: Output): Promise<void> {
  const { databases, clock, signal, config } = context
  const screen = createScreen(out, !isJson && (out.isTTY ?? false))
  const batches = watchEvents(
    { database: databases.main, clock, signal },
    { projectId: job.projectId, jobId: job.id, after: 0, isFollowing: false },
    new AbortController().signal,
  )
  for await (const { events, end } of batches) {
    for (const event of events) {
      const body = presentEvent(event, baseUrl(config))
      screen.line(isJson ? JSON.stringify(body) : toLine(body, job.createdAt))
    }
    if (!end) screen.wait(toElapsed(clock.now() - job.createdAt))
  }
  screen.close()
}

interface Screen {
  line(text: string): void
  wait(elapsed: string): void
  close(): void
}

/** Lines, and on a terminal a last one that shows that time goes on. A file or a pipe gets the lines alone. */
export function createScreen(out: Output, isTerminal: boolean): Screen {
  let frame = 0
  const clear = () => (isTerminal && frame > 0 ? '\r\u001b[K' : '')
  return {
    line: (text) => {
      out.write(`${clear()}${text}\n`)
      frame = 0
    },
    wait: (elapsed) => {
      if (!isTerminal) return
      out.write(`${clear()}${elapsed.padStart(9)}  ${FRAMES[frame % FRAMES.length]}`)
      frame++
    },
    close: () => void out.write(clear()),
  }
}
