import { join } from 'node:path'
import type { Agent } from '../agents/agent.ts'
import type { CodeHost } from '../codehosts/code-host.ts'
import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { DiffPolicy } from '../git/diff-policy.ts'
import type { Git } from '../git/git.ts'
import type { Mirror, Mirrors } from '../git/mirror.ts'
import type { FactsCache } from '../verify/load-site.ts'
import type { JobSignal } from './job-signal.ts'
import type { Job, Message } from './job.ts'
import { type Ledger, openLedger } from './ledger.ts'
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

export interface PipelineDeps {
  database: Database<MainSchema>
  signal: JobSignal
  git: Git
  mirrors: Mirrors
  /** What the scanner knows of files that it has seen. */
  factsCache: FactsCache
  /** Holds one folder for each running job. */
  workspaces: string
  agentFor(job: Job): Agent
  codeHostFor(job: Job): Promise<CodeHost>
  /** What the agent may change; without it the same for every project. */
  policyFor?(job: Job): Promise<DiffPolicy>
}

/** What every step of a run can see. */
export interface Run {
  deps: PipelineDeps
  job: JobRow
  message: Message
  codeHost: CodeHost
  mirror: Mirror
  ledger: Ledger
  events: RunEvents
  /**
   * A folder of this claim's own, removed when the run ends. A worker that was stopped for a while may go on beside the one that
   * has the job now, even in the same process: they must not meet in one folder.
   */
  folder: string
  /** To be called right before a change outside of the store: throws `Fenced` when the job is another worker's by now. */
  confirm(): Promise<void>
  signal: AbortSignal
}

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
  const codeHost = await deps.codeHostFor(job)
  const mirror = await deps.mirrors.open(codeHost.remote(job.repository))
  const ledger = await openLedger(deps.database, job.id, job.epoch, message.seq, events)
  const folder = join(deps.workspaces, `${job.id}-${job.epoch}`)
  const run: Run = { deps, job, message, codeHost, mirror, ledger, events, folder, confirm, signal }

  await recallWork(run)
  const sources = await ledger.step('mirror', () => syncMirror(run))
  const work = await ledger.step('agent', () => runAgent(run, sources))
  if (work.tree === sources.tree) return finishRun(run, work, null)

  await ledger.step('policy', () => checkPolicy(run, sources, work))
  const commit = await ledger.step('commit', () => commitWork(run, sources, work))
  signal.throwIfAborted()
  await ledger.step('push', () => pushBranch(run, sources, commit))
  const pullRequest = await ledger.step('pull-request', () => openPullRequest(run, sources, work, commit))
  await finishRun(run, work, pullRequest)
}
