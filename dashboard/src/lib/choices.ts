import type { AgentName, CodeHostName } from '../../../client/index.ts'

/** What a project can be set to, in words. */
export const AGENTS: readonly (readonly [AgentName, string])[] = [
  ['offline', 'Offline: no model, a fixed set of instructions'],
  ['model', 'Model: the model that the service is set up with'],
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
