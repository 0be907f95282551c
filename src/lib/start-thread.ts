import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'

/** What a thread finds in its `workerData`. */
export interface ThreadData<Data> {
  /** The file that it runs. */
  entry: string
  compileCache: string | undefined
  data: Data
}

/** Starts a thread with the compiled code that the process has: without it, every file is stripped of its types and compiled anew. */
export function startThread<Data>(entry: URL, data: Data): Worker {
  const workerData: ThreadData<Data> = { entry: entry.href, compileCache: getCompileCacheDir(), data }
  return new Worker(new URL('./thread.mjs', import.meta.url), { workerData })
}
