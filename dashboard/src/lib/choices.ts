import type { AgentName, CodeHostName, SecretName } from '../../../client/index.ts'

/** What a project can be set to, in words: one line for each, or the type check fails. */
export const AGENTS: Readonly<Record<AgentName, string>> = {
  auto: 'Automatic: offline for clear instructions, a model for everything else',
  offline: 'Offline: no model, a fixed set of instructions',
  model: 'Model: a language model with tools for pages',
  acp: 'Agent program: the one set up on the server',
}

/** Whether instructions of the fixed set are the ones to propose: they work without a model, at once and at no cost. */
export function prefersFixedWords(agent: AgentName): boolean {
  return agent === 'offline' || agent === 'auto'
}

export const CODE_HOSTS: Readonly<Record<CodeHostName, string>> = {
  builtin: 'Local repository',
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea or Forgejo',
  bitbucket: 'Bitbucket',
}

/** Secrets that a project can have; those of models have the names of their providers. */
export const SECRETS: Readonly<Record<SecretName, string>> = {
  'code-host-token': 'Code host token',
  anthropic: 'Anthropic key',
  openai: 'OpenAI key',
  google: 'Google key',
  compatible: 'Key for a compatible endpoint',
}

/** To choose from, in their order. */
export function toOptions<Name extends string>(words: Readonly<Record<Name, string>>): [Name, string][] {
  return Object.entries(words) as [Name, string][]
}
