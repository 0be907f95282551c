import type { HostedName } from '../lib/code-host-names.ts'
import { createBitbucketHost } from './bitbucket.ts'
import type { CodeHost } from './code-host.ts'
import { createGiteaHost } from './gitea.ts'
import type { GithubApp } from './github-app-token.ts'
import { createGithubHost } from './github.ts'
import { createGitlabHost } from './gitlab.ts'
import type { HostedDeps } from './host-api.ts'

/** What an operator sets for one code host. Each host takes the parts that it knows. */
export interface HostedSettings {
  /** The web address; null for the public host. A token is only ever sent to this host, so it is never taken from a repository. */
  url?: string | null
  token?: string | null
  /** Bitbucket only, see `BitbucketSettings`. */
  username?: string | null
  /** GitHub only. */
  app?: GithubApp | null
}

const CREATE: Readonly<Record<HostedName, (deps: HostedDeps, settings: HostedSettings) => CodeHost>> = {
  github: createGithubHost,
  gitlab: createGitlabHost,
  gitea: createGiteaHost,
  bitbucket: createBitbucketHost,
}

/** The code host of that name. Keep it: it remembers the tokens of a GitHub App, and lets calls for one branch wait for each other. */
export function createHostedCodeHost(deps: HostedDeps, name: HostedName, settings: HostedSettings): CodeHost {
  return CREATE[name](deps, settings)
}
