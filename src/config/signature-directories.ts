import type { KeyDirectories } from '../analytics/classify/key-directory.ts'
import type { Environment } from './environment.ts'

/** `off` for the signers of the registry, `host=url` for others. */
export function readSignatureDirectories(env: Environment): KeyDirectories {
  const name = 'DOCWRIGHT_SIGNATURE_DIRECTORIES'
  const entries = env.list(name)
  const own = entries
    .filter((entry) => entry !== 'off')
    .flatMap((entry): [string, string][] => {
      const [, host, address] = /^([a-z0-9][a-z0-9.-]*)=(https?:\/\/\S+)$/i.exec(entry) ?? []
      if (host !== undefined && URL.canParse(address!)) return [[host.toLowerCase(), address!]]
      env.mistakes.push(`${name} must be off, or a host with the address of its keys (host=url), not "${entry}"`)
      return []
    })
  return { asksKnownSigners: !entries.includes('off'), own: Object.fromEntries(own) }
}
