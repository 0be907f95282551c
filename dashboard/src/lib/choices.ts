/** What a project can be set to, in words. */
export const AGENTS: readonly (readonly [string, string])[] = [
  ['offline', 'Offline: no model, a fixed set of instructions'],
  ['model', 'Model: the model that the service is set up with'],
  ['acp', 'ACP: an agent that is installed beside the service'],
]

export const CODE_HOSTS = [
  ['', 'Find out from the address'],
  ['builtin', 'Built-in'],
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['gitea', 'Gitea or Forgejo'],
  ['bitbucket', 'Bitbucket'],
] as const
