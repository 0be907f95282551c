import { endRun } from '../../src/jobs/steps/finish-run.ts'
import { type JobChange, findJob, nextQueuedMessage } from '../../src/jobs/store.ts'
import type { TestService } from './test-service.ts'

/** Does what a worker does at the end of each run, until no message is queued: for tests of what clients then see. */
export async function finishJob({ service }: TestService, id: string, outcome: JobChange): Promise<void> {
  const { databases, signal } = service.context
  const database = databases.main
  for (;;) {
    const message = await nextQueuedMessage(database, id)
    if (!message) return
    const projectId = (await database.query.selectFrom('job').select('project_id').where('id', '=', id).executeTakeFirstOrThrow())
      .project_id
    const job = await findJob(database, projectId, id)
    await endRun({ database, signal }, job!, message.seq, outcome)
  }
}
