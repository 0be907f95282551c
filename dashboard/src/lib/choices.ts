import type { AgentName, CodeHostName, SecretName } from '../../../client/index.ts'

/** What a project can be set to, in words. */
export const AGENTS: readonly (readonly [AgentName, string])[] = [
  ['offline', 'Offline: no model, a fixed set of instructions'],
  ['model', 'Model: a language model with tools for pages'],
  ['acp', 'Agent program: the one that the service is set up with'],
]

export const CODE_HOSTS: readonly (readonly [CodeHostName | '', string])[] = [
  ['', 'Find out from the address'],
  ['builtin', 'Built-in'],
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['gitea', 'Gitea or Forgejo'],
  ['bitbucket', 'Bitbucket'],
]

/** Secrets that a project can have; those of models have the names of their providers. */
export const SECRETS: readonly (readonly [SecretName, string])[] = [
  ['code-host-token', 'Token for the code host'],
  ['anthropic', 'Anthropic key'],
  ['openai', 'OpenAI key'],
  ['google', 'Google key'],
  ['compatible', 'Key for a compatible endpoint'],
]
