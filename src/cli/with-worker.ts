import type { Context } from '../context.ts'
import { lockDataFolder } from '../database/data-folder.ts'
import { startWorker } from '../jobs/worker.ts'
import { workerDeps } from '../worker-deps.ts'

/** For commands that wait for a job. Where no service works on the data folder, this process does the work itself meanwhile. */
export async function withWorker<Result>(context: Context, wait: () => Promise<Result>): Promise<Result> {
  const lock = context.config.role === 'api' ? null : lockDataFolder(context.folder)
  const worker = lock ? await startWorker(workerDeps(context)) : null
  try {
    return await wait()
  } finally {
    await worker?.stop()
    lock?.release()
  }
}
