import type { Worker } from 'node:worker_threads'
import type { DestinationStream } from '../lib/log.ts'
import { startThread } from '../lib/start-thread.ts'
import type { Context } from './context.ts'
import type { FromJobThread, ToJobThread } from './job-thread.ts'
import type { RunningJobs } from './run-jobs.ts'
import { toSent } from './thread-config.ts'

/** A thread that loads its code and waits to be told to work. */
export interface JobThread {
  /** Resolves when the thread works on jobs. Only after the databases were opened, and so migrated, by this one. */
  start(context: Context, out: DestinationStream): Promise<RunningJobs>
  /** Resolves when the thread ends and was not asked to. What it worked on is another worker's once the leases have run out. */
  readonly failed: Promise<Error>
  /** Ends a thread that does not work yet. */
  discard(): Promise<unknown>
}

export function createJobThread(): JobThread {
  const thread = startThread(new URL('./job-thread.ts', import.meta.url), null)
  const failed = Promise.withResolvers<Error>()
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  let isExpected = false
  thread.once('error', (error) => failed.resolve(error instanceof Error ? error : new Error(String(error))))
  void ended.then(() => isExpected || failed.resolve(new Error('The thread that works on jobs ended.')))

  return {
    failed: failed.promise,
    discard: () => {
      isExpected = true
      return thread.terminate()
    },
    start: async (context, out) => {
      const send = (message: ToJobThread) => thread.postMessage(message)
      // The first counts: its start went well, or it failed, or the thread ended. A failure after that is one of its stop.
      const started = Promise.withResolvers<void>()
      let failure: Error | null = null
      listen(thread, context, out, started.resolve, (error) => {
        isExpected = true
        failure = error
        started.reject(error)
      })
      void failed.promise.then(started.reject)
      context.mask.subscribe((values) => send({ kind: 'secrets', values }))
      send({ kind: 'start', config: toSent(context.config), folder: context.folder })
      await started.promise
      return {
        stop: async () => {
          isExpected = true
          send({ kind: 'stop' })
          await ended
          if (failure) throw failure
        },
      }
    },
  }
}

function listen(
  thread: Worker,
  { signal, mask, meter }: Context,
  out: DestinationStream,
  started: () => void,
  failed: (error: Error) => void,
): void {
  const takeNews = signal.connect((news) => thread.postMessage({ kind: 'news', news } satisfies ToJobThread))
  thread.on('message', (message: FromJobThread) => {
    if (message.kind === 'news') takeNews(message.news)
    // Hidden by what the thread knows already; once more by what only this one knows.
    if (message.kind === 'log') out.write(mask.hide(message.line))
    if (message.kind === 'secrets') mask.learn(message.values)
    if (message.kind === 'measured') meter(message.measurement)
    if (message.kind === 'started') started()
    if (message.kind === 'failed') {
      const { message: text, code, stack } = message.error
      failed(Object.assign(new Error(text), { code, stack }))
    }
  })
}
