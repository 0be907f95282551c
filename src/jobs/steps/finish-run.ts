import { lockProject } from '../../projects/store.ts'
import { TAKEN_MESSAGE, TURN } from '../agent-journal.ts'
import { appendEvents, countEvents } from '../event-store.ts'
import { type JobEvent, admit, toNewEvent } from '../events.ts'
import { Fenced } from '../fenced.ts'
import { addUsage } from '../job.ts'
import type { PipelineDeps, Run } from '../run.ts'
import { deleteStepsLike, listStepNames } from '../step-store.ts'
import { type JobChange, type JobRow, finishMessage, nextQueuedMessage, settleJob } from '../store.ts'
import type { OpenedPullRequest } from './open-pull-request.ts'
import type { Work } from './run-agent.ts'

/** Ends a run whose work is published, or that had nothing to publish. */
export async function finishRun(
  { deps, job, message, events }: Run,
  work: Work,
  pullRequest: OpenedPullRequest | null,
): Promise<void> {
  const outcome: JobChange = {
    status: work.unfinished ? 'failed' : 'completed',
    model: work.model,
    summary: work.summary,
    usage: job.usage ? addUsage(job.usage, work.usage) : work.usage,
    failure: work.unfinished ?? null,
    // What the files say counts for more than what the agent says.
    outcome: pullRequest ? 'changed' : work.outcome && work.outcome !== 'changed' ? work.outcome : 'no_changes',
    choices: work.choices ?? [],
    ...(pullRequest ? { prLink: pullRequest.link, diffStat: pullRequest.diffStat } : {}),
  }
  const news: JobEvent[] = [{ kind: 'usage', data: work.usage }]
  const change = job.prLink === null ? 'created' : 'updated'
  if (pullRequest) news.push({ kind: 'pull-request', data: { link: pullRequest.link, change } })
  await events.flush()
  await endRun(deps, job, message.seq, outcome, news)
}

/**
 * Writes the outcome of a run and gives the job back; messages that the agent took in on the way end with it. A job with another
 * message queued stays `active`: a client that polls must not see it end in between.
 */
export async function endRun(
  deps: Pick<PipelineDeps, 'database' | 'signal'>,
  job: JobRow,
  seq: number,
  outcome: JobChange,
  news: readonly JobEvent[] = [],
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    // The lock that messages are sent under: none can arrive between the look at the queue and the end.
    await lockProject(tx, job.projectId)
    const now = await tx.now()
    const taken = (await listStepNames(tx, job.id, seq, TAKEN_MESSAGE)).map(Number)
    for (const answered of [seq, ...taken])
      await finishMessage(tx, job.id, answered, now, outcome.summary ?? outcome.failure?.message ?? null)
    // A conversation with a model is large, and of use only to the run that it belongs to.
    await deleteStepsLike(tx, job.id, TURN)
    const hasMore = (await nextQueuedMessage(tx, job.id)) !== null
    const isOurs = await settleJob(tx, job.id, job.epoch, now, {
      ...outcome,
      ...(hasMore ? { status: 'active' } : {}),
      attempt: 0,
      retries: 0,
      notBefore: now,
    })
    if (!isOurs) throw new Fenced()
    const events = admit(await countEvents(tx, job.id, seq), [...news, ...describeEnd(outcome, hasMore)])
    await appendEvents(
      tx,
      job.id,
      events.map((event) => toNewEvent(event, seq)),
    )
    tx.afterCommit(() => deps.signal.notify(job.id))
  })
}

/** A job that goes on with the next message did not change its status; that the run failed is news all the same. */
function describeEnd({ status, failure = null }: JobChange, hasMore: boolean): JobEvent[] {
  if (!hasMore) return status ? [{ kind: 'status', data: { status, failure } }] : []
  return failure ? [{ kind: 'warning', data: { code: failure.code, message: failure.message } }] : []
}
