import { lockDataFolder } from '../database/data-folder.ts'
import { claimNode } from '../database/node-claim.ts'
import { startWorker } from '../jobs/worker.ts'
import type { Context } from '../wiring/context.ts'
import { workerDeps } from '../wiring/worker-deps.ts'

/** For commands that wait for a job. Where no service works on the data folder, this process does the work itself meanwhile. */
export async function withWorker<Result>(context: Context, wait: () => Promise<Result>): Promise<Result> {
  const lock = context.config.role === 'api' ? null : lockDataFolder(context.folder)
  if (!lock) return wait()
  try {
    const { databases, folder, ids, clock } = context
    const claim = await claimNode(databases.main, folder, () => ids.next('req', clock.now()))
    try {
      const worker = await startWorker(workerDeps({ ...context, folder: claim.folder }))
      try {
        return await wait()
      } finally {
        await worker.stop()
      }
    } finally {
      await claim.release()
    }
  } finally {
    lock.release()
  }
}
