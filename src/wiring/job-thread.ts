// The thread that works on jobs: agents, checks and the judgement of changes take seconds at a time, in which it answers no one.
import { parentPort } from 'node:worker_threads'
import type { DataFolder } from '../database/data-folder.ts'
import { openJobsDatabase } from '../database/databases.ts'
import type { JobNews } from '../jobs/job-signal.ts'
import { systemClock } from '../lib/clock.ts'
import { createIds } from '../lib/ids.ts'
import type { Measurement, Meter } from '../lib/meter.ts'
import { createJobsContext } from './jobs-context.ts'
import { runJobs } from './run-jobs.ts'
import { type SentConfig, fromSent } from './thread-config.ts'

/** Either side tells the other: what happened to a job, and which secrets must not be shown. */
type Shared = { kind: 'news'; news: JobNews } | { kind: 'secrets'; values: readonly string[] }

export type ToJobThread = Shared | { kind: 'start'; config: SentConfig; folder: DataFolder } | { kind: 'stop' }

export type FromJobThread =
  | Shared
  | { kind: 'started' }
  | { kind: 'failed'; error: { message: string; code: string | undefined; stack: string | undefined } }
  | { kind: 'log'; line: string }
  | { kind: 'measured'; measurement: Measurement }

const port = parentPort!
const send = (message: FromJobThread) => port.postMessage(message)

port.on('message', (message: ToJobThread) => {
  if (message.kind === 'start') void start(message.config, message.folder)
})

async function start(sent: SentConfig, folder: DataFolder): Promise<void> {
  try {
    const config = fromSent(sent)
    const main = await openJobsDatabase(config.databaseUrl, folder)
    const meter: Meter = (measurement) => send({ kind: 'measured', measurement })
    const parts = { config, folder, databases: { main }, ids: createIds(), clock: systemClock, meter }
    // Through the main thread, which has the stream: lines of both come out whole and in order, also the last ones before a crash.
    const context = createJobsContext(parts, { write: (line) => send({ kind: 'log', line }) })
    const takeNews = context.signal.connect((news) => send({ kind: 'news', news }))
    context.mask.subscribe((values) => send({ kind: 'secrets', values }))
    const stopping = Promise.withResolvers<void>()
    port.on('message', (message: ToJobThread) => {
      if (message.kind === 'news') takeNews(message.news)
      if (message.kind === 'secrets') context.mask.learn(message.values)
      if (message.kind === 'stop') stopping.resolve()
    })
    const jobs = await runJobs(context).catch(async (error: unknown) => {
      await main.close()
      throw error
    })
    send({ kind: 'started' })
    // What the first job needs, while no one waits for it. If it cannot be loaded, the job says so.
    void Promise.all([import('../jobs/pipeline.ts'), import('../jobs/agent-for.ts'), import('../agents/offline/work.ts')]).catch(
      () => undefined,
    )
    await stopping.promise
    await jobs.stop()
    await main.close()
  } catch (error) {
    const { message, code, stack } = error as NodeJS.ErrnoException
    send({ kind: 'failed', error: { message, code, stack } })
  }
  // Nothing is left to do: the thread ends.
  port.close()
}
