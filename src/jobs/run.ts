import type { Agent } from '../agents/agent.ts'
import type { CodeHost } from '../codehosts/code-host.ts'
import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Git } from '../git/git.ts'
import type { Mirror, Mirrors } from '../git/mirror.ts'
import type { ProjectSettings } from '../projects/settings.ts'
import type { FactsMemory } from '../site/read/facts-memory.ts'
import type { KnownProblems } from './checks.ts'
import type { JobSignal } from './job-signal.ts'
import type { Job, Message } from './job.ts'
import type { Ledger } from './ledger.ts'
import type { RunEvents } from './run-events.ts'
import type { JobRow } from './store.ts'

export interface PipelineDeps {
  database: Database<MainSchema>
  signal: JobSignal
  git: Git
  mirrors: Mirrors
  /** What pages say that were read before. */
  facts: FactsMemory
  knownProblems: KnownProblems
  /** Holds one folder for each running job. */
  workspaces: string
  agentFor(job: Job, settings: ProjectSettings): Agent | Promise<Agent>
  codeHostFor(job: Job): Promise<CodeHost>
  /** Secrets that the service works with for this job: no change that contains one is published. */
  canariesFor(job: Job): Promise<readonly string[]>
  /** Takes these secrets out of what is told to people. */
  hide(text: string): string
}

/** What every step of a run can see. */
export interface Run {
  deps: PipelineDeps
  job: JobRow
  message: Message
  codeHost: CodeHost
  mirror: Mirror
  /** As they were when the run began. */
  settings: ProjectSettings
  canaries: readonly string[]
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
