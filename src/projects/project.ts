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
  /** Where the repository is: a name that the code hosts know. */
  codeHost: string
  agent: AgentName
  createdAt: number
}
