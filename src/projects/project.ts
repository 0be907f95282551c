import type { ProjectSettings } from './settings.ts'

export const AGENTS = ['offline', 'model'] as const
export type AgentName = (typeof AGENTS)[number]

/**
 * What a job's `model` is while nobody has worked on it yet.
 *
 * @param configured The model of the installation as `provider/model`; null when it has none. Such a job fails and says so.
 */
export function modelOf(agent: AgentName, configured: string | null): string {
  return agent === 'model' ? (configured ?? 'model') : agent
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
