/** What an agent may report while it works, for the person who watches. */
export type AgentEvent =
  /** The arguments are for people: short, such as the path of a page. */
  | { kind: 'tool'; data: { name: string; arguments: string } }
  | { kind: 'text'; data: { text: string } }
  | { kind: 'warning'; data: { code: string; message: string } }

/** What an agent is asked to do, on a directory of plain files that is its own for the time of the run. */
export interface AgentTask {
  directory: string
  prompt: string
  /** Earlier instructions of the same job with what was done, oldest first. */
  history: { prompt: string; summary: string }[]
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
}

/** Edits documentation. An instruction that it cannot carry out is not an error: it changes nothing and says so. */
export interface Agent {
  /** What the job's `model` field shows. */
  readonly model: string
  run(task: AgentTask): Promise<AgentResult>
}
