import type { CodeHostName } from '../lib/code-host-names.ts'
import { isPlainModelName, matchesModel } from '../lib/model-providers.ts'
import type { ProjectSettings } from './settings.ts'

/** `auto` lets the offline agent do what it reads with certainty, and a model everything else. The names are stored. */
export const AGENTS = ['auto', 'offline', 'model', 'acp'] as const
export type AgentName = (typeof AGENTS)[number]

/** What an installation can do besides the offline agent: a model as `provider/model`, and an agent program as `acp/name`. */
export interface ConfiguredModels {
  readonly model: string | null
  readonly acp: string | null
}

/** What a job's `model` is when it names none. A job for something that the installation lacks fails and says so. */
export function modelOf({ agent, settings }: Project, configured: ConfiguredModels): string {
  if (agent === 'offline' || agent === 'auto') return agent
  return (agent === 'model' ? settings.model : null) ?? configured[agent] ?? agent
}

/** What `auto` asks for what the offline agent does not understand; null when there is no model for the project. */
export function writerOf({ settings }: Pick<Project, 'settings'>, configured: Pick<ConfiguredModels, 'model'>): string | null {
  return settings.model ?? (isOwnAllowed(settings, configured.model) ? configured.model : null)
}

/** An admin who lists models means these and no others. */
function isOwnAllowed({ models }: ProjectSettings, own: string | null): boolean {
  return own !== null && (models.length === 0 || models.some((pattern) => matchesModel(pattern, own)))
}

/** What a job of the project may name as its `model`: names, and patterns with `*` at their end. */
export function allowedModels({ settings }: Project, configured: ConfiguredModels): string[] {
  const { model, models } = settings
  const own = isOwnAllowed(settings, configured.model) ? configured.model : null
  const found = ['auto', 'offline', model, own, ...models, configured.acp]
  return [...new Set(found.filter((name) => name !== null))]
}

export function isAllowedModel(name: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) =>
    pattern.endsWith('*') ? matchesModel(pattern, name) && isPlainModelName(name) : name === pattern,
  )
}

export interface Project {
  id: string
  name: string
  /** A full URL: `file:///…` for a local repository. */
  repository: string
  /** The branch that pull requests target. */
  ref: string
  codeHost: CodeHostName
  agent: AgentName
  settings: ProjectSettings
  createdAt: number
}
