import type { AgentOutcome } from '../agents/agent.ts'

export const JOB_STATUSES = ['active', 'completed', 'archived', 'failed'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** What can come of an instruction. The names are stored. */
export const OUTCOMES = ['changed', 'no_changes', 'not_understood', 'needs_choice'] as const satisfies readonly AgentOutcome[]

/** Why a job failed, in words for the person who asked for it. */
export interface Failure {
  code: string
  message: string
  hint: string | null
}

/** What the agent used. Tokens and cost stay 0 for the offline agent. */
export interface Usage {
  turns: number
  inputTokens: number
  outputTokens: number
  costUsd: number
}

export const NOTHING_USED: Usage = { turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }

export function addUsage(before: Usage, more: Usage): Usage {
  return {
    turns: before.turns + more.turns,
    inputTokens: before.inputTokens + more.inputTokens,
    outputTokens: before.outputTokens + more.outputTokens,
    costUsd: before.costUsd + more.costUsd,
  }
}

export interface DiffStat {
  files: number
  additions: number
  deletions: number
}

export interface Job {
  id: string
  projectId: string
  status: JobStatus
  repository: string
  /** The branch that the pull request targets. */
  ref: string
  /** What ran, or is to run: `auto` until it is decided. */
  model: string
  /** What was asked for: the same, or `auto`, which is decided anew for each message. */
  requestedModel: string
  /** The branch that the agent's commits go to. */
  branch: string
  /** The pull request's title, where the caller chose one. */
  title: string | null
  draft: boolean
  /** The path of the page that it is for, if somebody said so. */
  page: string | null
  /** Kept while the job is active again; whoever shows the job hides it then. */
  prLink: string | null
  /** What the code host last said of the pull request; null until it was asked, and for built-in ones. */
  prStanding: { state: string; mergedAt: number | null } | null
  createdAt: number
  updatedAt: number
  archivedAt: number | null
  summary: string | null
  failure: Failure | null
  usage: Usage | null
  diffStat: DiffStat | null
  /** Of the last instruction that was answered; null before that, and when the answer was a failure. */
  outcome: AgentOutcome | null
  /** Sentences to send back, each for one thing that the instruction may mean. */
  choices: string[]
}

export const MESSAGE_STATES = ['queued', 'done', 'cancelled'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** An instruction to a job. The first one is the prompt that the job was created with. */
export interface Message {
  id: string
  /** Counts from 1 within its job. The run that answers it has the same number, unless an agent took it into a run under way. */
  seq: number
  prompt: string
  /** Who sent it, in words; null where nobody knows. */
  askedBy: string | null
  state: MessageState
  /** What the agent answered. */
  summary: string | null
  createdAt: number
  finishedAt: number | null
}
