import { CODE_HOST_NAMES, type CodeHostName, type HostedName } from '../lib/code-host-names.ts'
import { Fault } from '../lib/fault.ts'
import type { CodeHost } from './code-host.ts'
import { type HostedSettings, createHostedCodeHost } from './create-hosted-code-host.ts'
import { createTurns } from '../lib/turns.ts'
import type { HostedDeps } from './host-api.ts'
import { isLoopbackHttp } from './repository-address.ts'

/** All code hosts of this installation. Each is made when it is first asked for, and kept. */
export interface CodeHosts {
  /** @param token A project's own, in the place of the installation's; null for none. */
  get(name: string, token?: string | null): CodeHost
  /** True when the operator named the address of this code host. */
  hasAddress(name: CodeHostName): boolean
}

export function createCodeHosts(
  builtin: CodeHost,
  deps: HostedDeps,
  settings: Readonly<Record<HostedName, HostedSettings>>,
): CodeHosts {
  const hosts = new Map<CodeHostName, CodeHost>([['builtin', builtin]])
  // Shared with those that are made for a project's token and not kept.
  const shared: HostedDeps = { ...deps, turns: deps.turns ?? createTurns() }
  const create = (name: HostedName, own: HostedSettings) => createHostedCodeHost(withLoopback(shared, own), name, own)
  return {
    get: (name, token = null) => {
      const known = CODE_HOST_NAMES.find((candidate) => candidate === name)
      if (!known)
        throw new Fault({
          code: 'code_host_unknown',
          message: `There is no code host ${name}.`,
          hint: `Use one of ${CODE_HOST_NAMES.join(', ')}.`,
        })
      if (token !== null && known !== 'builtin') return create(known, withToken(known, settings[known], token))
      const host = hosts.get(known) ?? create(known as HostedName, settings[known as HostedName])
      hosts.set(known, host)
      return host
    },
    hasAddress: (name) => name !== 'builtin' && settings[name].url !== null,
  }
}

/** The same host for another account: the operator's App and user name are of no use to it. */
function withToken(name: HostedName, settings: HostedSettings, token: string): HostedSettings {
  // Some tokens of Bitbucket belong to an account that must be named: `account:token`.
  const [, username = null, rest = token] = (name === 'bitbucket' && /^([^:]+):(.+)$/.exec(token)) || []
  return { url: settings.url ?? null, token: rest, username, app: null }
}

/** An operator who names an address on this machine, without encryption, means it: nothing leaves the machine. */
function withLoopback(deps: HostedDeps, { url }: HostedSettings): HostedDeps {
  return url && URL.canParse(url) && isLoopbackHttp(new URL(url)) ? { ...deps, isLoopbackHttpAllowed: true } : deps
}
