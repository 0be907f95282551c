export const CODE_HOSTS = ['builtin'] as const
export type CodeHostName = (typeof CODE_HOSTS)[number]

export const AGENTS = ['offline'] as const
export type AgentName = (typeof AGENTS)[number]

/** What a job's `model` may be set to. */
export const MODELS: readonly string[] = ['offline']

export interface Project {
  id: string
  name: string
  /** A full URL: `file:///…` for a local repository. */
  repository: string
  /** The branch that pull requests target. */
  ref: string
  codeHost: CodeHostName
  agent: AgentName
  createdAt: number
}
