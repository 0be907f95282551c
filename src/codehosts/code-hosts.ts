import { Fault } from '../lib/fault.ts'
import { CODE_HOST_NAMES, type CodeHost, type CodeHostName } from './code-host.ts'
import { type HostedName, type HostedSettings, createHostedCodeHost } from './create-hosted-code-host.ts'
import type { HostedDeps } from './host-api.ts'
import { isLoopbackHttp } from './repository-address.ts'

/** All code hosts of this installation. Each is made when it is first asked for, and kept. */
export interface CodeHosts {
  get(name: string): CodeHost
  /** True when the operator named the address of this code host. */
  hasAddress(name: CodeHostName): boolean
}

export function createCodeHosts(
  builtin: CodeHost,
  deps: HostedDeps,
  settings: Readonly<Record<HostedName, HostedSettings>>,
): CodeHosts {
  const hosts = new Map<CodeHostName, CodeHost>([['builtin', builtin]])
  return {
    get: (name) => {
      const known = CODE_HOST_NAMES.find((candidate) => candidate === name)
      if (!known)
        throw new Fault('code_host_unknown', `There is no code host ${name}.`, `Use one of ${CODE_HOST_NAMES.join(', ')}.`)
      const host =
        hosts.get(known) ??
        createHostedCodeHost(
          withLoopback(deps, settings[known as HostedName]),
          known as HostedName,
          settings[known as HostedName],
        )
      hosts.set(known, host)
      return host
    },
    hasAddress: (name) => name !== 'builtin' && settings[name].url !== null,
  }
}

/** An operator who names an address on this machine, without encryption, means it: nothing leaves the machine. */
function withLoopback(deps: HostedDeps, { url }: HostedSettings): HostedDeps {
  return url && URL.canParse(url) && isLoopbackHttp(new URL(url)) ? { ...deps, isLoopbackHttpAllowed: true } : deps
}
