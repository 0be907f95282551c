import type { ProjectSettings } from './settings.ts'

export const AGENTS = ['offline', 'model', 'acp'] as const
export type AgentName = (typeof AGENTS)[number]

/** What an installation can do besides the offline agent: a model as `provider/model`, and an agent program as `acp/name`. */
export interface ConfiguredModels {
  readonly model: string | null
  readonly acp: string | null
}

/** What a job's `model` is while nobody has worked on it yet. A job for something that the installation lacks fails and says so. */
export function modelOf(agent: AgentName, configured: ConfiguredModels): string {
  return agent === 'offline' ? agent : (configured[agent] ?? agent)
}

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
  settings: ProjectSettings
  createdAt: number
}
