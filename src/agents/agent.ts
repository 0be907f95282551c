import type { Allowed } from '../policy/judge-change.ts'
import type { TaskFiles } from '../site/edit/site-directory.ts'
import type { FactsMemory } from '../site/read/facts-memory.ts'

/**
 * Files as they were at an earlier commit of the job, told apart from the directory that the agent was given.
 *
 * The paths come first because a whole tree is expensive to read: a follow-up such as "undo that" only needs what differs.
 */
export interface EarlierFiles {
  /** Every path that was added, changed or removed between then and the directory as it was handed over. */
  changedPaths(): Promise<string[]>
  /** The bytes that the path had then, or null when it did not exist. */
  read(path: string): Promise<Buffer | null>
}

/** What an agent may report while it works, for the person who watches. */
export type AgentEvent =
  /** The arguments are for people: short, such as the path of a page. */
  | { kind: 'tool'; data: { name: string; arguments: string } }
  | { kind: 'text'; data: { text: string } }
  | { kind: 'warning'; data: { code: string; message: string } }

/**
 * Where an agent keeps what it has done in a run, turn by turn. A crash then costs it no more than the turn that it was in: a call
 * of `run` or `repair` afterwards finds its turns here, and the directory as the last of them left it.
 */
export interface Checkpoint {
  /** The turns that were saved, also those of earlier parts of the run, oldest first. Brings the directory to that state. */
  load(): Promise<unknown[]>
  /** Keeps a turn (as JSON), what it used, and the directory as it is now. Throws when the job was taken away meanwhile. */
  save(turn: unknown, usage: AgentResult['usage']): Promise<void>
}

/** What a run has changed so far. */
export interface TaskDiff {
  files: readonly { path: string; status: string; additions: number; deletions: number }[]
  /** Of all files together; it may be cut. */
  text: string
}

/** What an agent is asked to do, on a directory of plain files that is its own for the time of the run. */
export interface AgentTask {
  /** Does not exist for an agent that needs none. */
  directory: string
  /** Instead of the directory, for an agent that needs none. */
  files?: TaskFiles
  /** What pages say that were read before, by any job. */
  facts?: FactsMemory
  prompt: string
  /** Earlier instructions of the same job with what was done, oldest first. */
  history: { prompt: string; summary: string }[]
  /** The commit that the job started from. Without it, "undo everything" is answered with the reason why it cannot be done. */
  base?: EarlierFiles
  /** The state before the job's last change; absent as long as the job has changed nothing. */
  previous?: EarlierFiles
  /** Paths that are symbolic links or submodules in the repository. They are not in the directory, and no file may take their place. */
  links?: ReadonlySet<string>
  /** False for a file that no agent may change, such as orders to other agents: what is done by rule leaves it out. */
  mayEdit?(path: string): boolean
  /** What the project lets agents change besides its documentation; nothing when absent. The change is judged again before the push. */
  allowed?: Allowed
  checkpoint?: Checkpoint
  /** Messages that the user has sent since the run began, each of them once. The run answers them with the next turn that it saves. */
  nextMessages?(): Promise<string[]>
  /**
   * To be called before each call of a model: throws a `Fault` when the project may use no more today.
   *
   * @param unsaved What was used since the last turn that was saved.
   */
  confirmBudget?(unsaved: AgentResult['usage']): Promise<void>
  /** Compares the site with how it was before the run: what is wrong now and was not then, one line each. */
  check?(): Promise<{ added: string[]; fixedCount: number }>
  /** What the run has changed so far, as a unified diff that may be cut; absent where nothing can tell. */
  diff?(): Promise<TaskDiff>
  signal: AbortSignal
  /** Takes a report and returns at once. Nothing that is reported changes the outcome. */
  emit?: (event: AgentEvent) => void
}

export interface AgentResult {
  /** What was understood and done, for the person who asked. */
  summary: string
  /** One line for the commit and the pull request. */
  title: string
  usage: { turns: number; inputTokens: number; outputTokens: number; costUsd: number }
  /** What became of the instruction, for programs; absent when the agent cannot tell. */
  outcome?: AgentOutcome
  /** With `needs_choice`: instructions that can be sent as they are, one for each thing that was possibly meant. */
  choices?: string[]
  /** True when a part of the instruction was not carried out because it was not understood. */
  isPartial?: boolean
}

/** `not_understood` and `needs_choice` change nothing of what they are about; `no_changes` had nothing left to do. */
export type AgentOutcome = 'changed' | 'no_changes' | 'not_understood' | 'needs_choice'

/** Whether all of an instruction was understood. */
export function isUnderstood({ outcome, isPartial = false }: Pick<AgentResult, 'outcome' | 'isPartial'>): boolean {
  return !isPartial && outcome !== 'not_understood' && outcome !== 'needs_choice'
}

/** Edits documentation. An instruction that it cannot carry out is not an error: it changes nothing and says so. */
export interface Agent {
  /** What the job's `model` field shows. */
  readonly model: string
  /** True for an agent that can do with `files` instead of a directory, which is much quicker on a large site. */
  readonly needsNoDirectory?: boolean
  /** True for an agent that limits how many files it improvises on. Its changes by rule have wider limits. */
  readonly holdsLimits?: boolean
  run(task: AgentTask): Promise<AgentResult>
  /**
   * The agent that takes over when this one didn't understand the whole instruction; null if there is none. The files
   * are then as they were before.
   */
  successor?(): Promise<Agent | null>
  /** Mends problems that its own work on the directory brought in, for the first or a later time. An agent that cannot leaves it out. */
  repair?(task: AgentTask, problems: readonly string[], attempt: number): Promise<AgentResult>
}
