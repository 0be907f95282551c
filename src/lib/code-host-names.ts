/** Where repositories live. The names are stored with projects, and variables of the environment begin with them. */
export const CODE_HOST_NAMES = ['builtin', 'github', 'gitlab', 'gitea', 'bitbucket'] as const
export type CodeHostName = (typeof CODE_HOST_NAMES)[number]

/** The ones on other machines, which have an address and a token. */
export type HostedName = Exclude<CodeHostName, 'builtin'>
