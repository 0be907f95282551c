import { guardedGet } from '../../lib/guarded-get.ts'
import { SHIPPED } from './classify.ts'
import { type PublicKeys, readKeySet } from './public-keys.ts'
import type { RegistryIndex } from './registry.ts'

/** Which signers are asked for their keys. Set by the operator. */
export interface KeyDirectories {
  /** The signers of the registry are asked at their well-known address. */
  asksKnownSigners: boolean
  /** Further ones, by host, with the address of their keys. */
  own: Readonly<Record<string, string>>
}

const WELL_KNOWN = '/.well-known/http-message-signatures-directory'

/** The first is the one that the draft wants at the well-known address; other key sets have one of the others. */
const TYPES = ['application/http-message-signatures-directory+json', 'application/jwk-set+json', 'application/json']

/** Views wait for it, once per host. */
const MILLISECONDS_MAX = 3_000

/** A key has some 200 bytes. */
const BYTES_MAX = 64 * 1024

/**
 * Asks hosts for their keys. Anybody can name any host as the signer of a request, so only those are asked that the registry or the
 * operator knows: else strangers could send the service to any server. Null for the others.
 */
export function createKeyResolver(
  { asksKnownSigners, own }: KeyDirectories,
  registry: Pick<RegistryIndex, 'findBySignatureHost'> = SHIPPED.registry,
): (host: string) => Promise<PublicKeys> | null {
  return (host) => {
    // Written down by the operator, so it may be inside the network.
    if (Object.hasOwn(own, host)) return fetchKeys(new URL(own[host]!), true)
    const isAsked = asksKnownSigners && registry.findBySignatureHost(host) !== null
    return isAsked ? fetchKeys(new URL(`https://${host}${WELL_KNOWN}`), false) : null
  }
}

async function fetchKeys(url: URL, isTrusted: boolean): Promise<PublicKeys> {
  const text = await guardedGet(url, { types: TYPES, millisecondsMax: MILLISECONDS_MAX, bytesMax: BYTES_MAX, isTrusted })
  const keys = readKeySet(text)
  if (!keys) throw new Error("the answer isn't a set of keys")
  return keys
}
