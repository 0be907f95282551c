import { join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { findProject } from '../projects/store.ts'
import { DEFAULT_SETTINGS } from '../projects/settings.ts'
import { refuseTooManyJobs, refuseWhenDayIsUsedUp } from './day-budget.ts'
import { type Message, NOTHING_USED } from './job.ts'
import { openLedger } from './ledger.ts'
import type { PipelineDeps, Run } from './run.ts'
import type { RunEvents } from './run-events.ts'
import { checkPolicy } from './steps/check-policy.ts'
import { commitWork } from './steps/commit-work.ts'
import { finishRun } from './steps/finish-run.ts'
import { openPullRequest } from './steps/open-pull-request.ts'
import { pushBranch } from './steps/push-branch.ts'
import { recallWork } from './steps/recall-work.ts'
import { runAgent } from './steps/run-agent.ts'
import { syncMirror } from './steps/sync-mirror.ts'
import type { JobRow } from './store.ts'

/**
 * Answers one message: from the repository to the pull request.
 *
 * Each step's result goes to the ledger, and a step that is there is skipped: after a crash the run goes on where it was. A step
 * may still happen twice (the crash can come between the effect and the ledger), so each one is written to bear that.
 */
export async function runPipeline(
  deps: PipelineDeps,
  job: JobRow,
  message: Message,
  events: RunEvents,
  confirm: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const canaries = await deps.canariesFor(job)
  const codeHost = await deps.codeHostFor(job)
  const mirror = await deps.mirrors.open(codeHost.remote(job.repository))
  const ledger = await openLedger(deps.database, job.id, job.epoch, message.seq, events)
  const folder = join(deps.workspaces, `${job.id}-${job.epoch}`)
  const settings = (await findProject(deps.database, job.projectId))?.settings ?? DEFAULT_SETTINGS
  const run: Run = { deps, job, message, codeHost, mirror, settings, canaries, ledger, events, folder, confirm, signal }

  if (ledger.names().length === 0) await confirmBudgets(run)
  await recallWork(run)
  const sources = await ledger.step('mirror', () => syncMirror(run))
  const work = await ledger.step('agent', () => runAgent(run, sources))
  if (work.tree === sources.tree) {
    if (work.unfinished) throw new Fault(work.unfinished)
    return finishRun(run, work, null)
  }

  await ledger.step('policy', () => checkPolicy(run, sources, work))
  const commit = await ledger.step('commit', () => commitWork(run, sources, work))
  signal.throwIfAborted()
  await ledger.step('push', () => pushBranch(run, sources, commit))
  const pullRequest = await ledger.step('pull-request', () => openPullRequest(run, sources, work, commit))
  await finishRun(run, work, pullRequest)
}

/** Before anything is fetched: a run that may not use a model today need not begin. The offline agent uses none, and `auto` may. */
async function confirmBudgets({ deps, job, settings }: Run): Promise<void> {
  await refuseTooManyJobs(deps.database, job, settings.budgets)
  if (job.requestedModel !== 'offline' && job.requestedModel !== 'auto')
    await refuseWhenDayIsUsedUp(deps.database, job.projectId, NOTHING_USED)
}
