import { compileGlob } from '../../lib/glob.ts'
import { type Network, isWithin, readAddress, readNetwork } from '../../lib/networks.ts'

/** What a project does not want to count. Empty lists ignore nothing. */
export interface IgnoreSettings {
  hosts: readonly string[]
  ignoredPaths: readonly string[]
  ignoredAddresses: readonly string[]
}

/** Why a view of the project is not counted, because it wants it so. Stored. */
export type Ignored = 'other-host' | 'ignored-address' | 'ignored-path'

/** What isn't known isn't ignored: many logs have no host, and some no address. */
export interface Ignores {
  hasOtherHost(host: string | null): boolean
  hasAddress(address: string | null): boolean
  /** @param path Of a page, by the path rules of the project. */
  hasPath(path: string): boolean
  /** True for the hosts that the project names as its own. */
  isOwnHost(host: string): boolean
}

export const IGNORES_NOTHING: Ignores = {
  hasOtherHost: () => false,
  hasAddress: () => false,
  hasPath: () => false,
  isOwnHost: () => false,
}

/** Most requests are for pages that were asked for before. */
const REMEMBERED_MAX = 20_000

export function createIgnores({ hosts, ignoredPaths, ignoredAddresses }: IgnoreSettings): Ignores {
  const isWanted = hosts.map(matchHost)
  const networks = ignoredAddresses.map(readNetwork).filter((network): network is Network => network !== null)
  const isOwnHost = (host: string) => isWanted.some((matches) => matches(host.toLowerCase()))
  return {
    hasOtherHost: (host) => isWanted.length > 0 && host !== null && !isOwnHost(host),
    isOwnHost,
    hasAddress: (text) => {
      const address = networks.length === 0 || text === null ? null : readAddress(text)
      return address !== null && isWithin(networks, address)
    },
    hasPath: matchPaths(ignoredPaths),
  }
}

/** True for the paths that one of the patterns describes. Of a folder with all that is in it, the folder's own page is part. */
export function matchPaths(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return IGNORES_NOTHING.hasPath
  // Another slash in front, because a pattern without one is about names in any folder.
  const globs = patterns.flatMap((pattern) => [pattern, pattern.replace(/\/(?:\*\*)?$/, '')].map((one) => compileGlob(`/${one}`)))
  const remembered = new Map<string, boolean>()
  return (path) => {
    const found = remembered.get(path)
    if (found !== undefined) return found
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    const isMatch = globs.some((matches) => matches(path))
    remembered.set(path, isMatch)
    return isMatch
  }
}

function matchHost(pattern: string): (host: string) => boolean {
  const wanted = pattern.toLowerCase()
  return wanted.startsWith('*.') ? (host) => host.endsWith(wanted.slice(1)) : (host) => host === wanted
}
