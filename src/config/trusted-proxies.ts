import { LOOPBACK, type Network, PRIVATE, readNetwork } from '../lib/networks.ts'
import type { Environment } from './environment.ts'

/** `none`, or any of `loopback`, `private` and prefixes; those on this machine when nothing is set. */
export function readTrustedProxies(env: Environment): Network[] {
  const name = 'DOCWRIGHT_TRUSTED_PROXIES'
  if (env.text(name) === null) return [...LOOPBACK]
  const entries = env.list(name)
  if (entries.includes('none') && entries.length > 1) env.mistakes.push(`${name} must be none alone, or name proxies without it`)
  return entries.flatMap((entry) => {
    if (entry === 'none') return []
    if (entry === 'loopback') return [...LOOPBACK]
    if (entry === 'private') return [...PRIVATE]
    const network = readNetwork(entry)
    if (network) return [network]
    env.mistakes.push(
      `${name} must be none, loopback, private, or addresses and prefixes such as 172.64.0.0/13,2606:4700::/32, not "${entry}"`,
    )
    return []
  })
}
