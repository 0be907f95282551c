import { type Directory, helpers, jwkToKeyID, verify } from 'web-bot-auth'
import { verifierFromJWK } from 'web-bot-auth/crypto'
import type { Signature } from './request.ts'
import { findDeclaredSigner } from './signature-agent.ts'

/** A request as its signature covers it: with the whole URL, because the host is signed. Header names are in lower case. */
export interface SignedRequest {
  method: string
  url: string
  headers: Record<string, string>
}

/** The public keys of a host, from `/.well-known/http-message-signatures-directory`; null when they cannot be had. */
export type KeyResolver = (host: string) => Promise<Directory['keys'] | null>

export interface SignatureVerifier {
  /** Whose signature the request carries, and whether it holds; null when it carries none. Never throws. */
  verify(request: SignedRequest): Promise<Signature | null>
}

export interface SignatureVerifierOptions {
  resolveKeys: KeyResolver
  /** Milliseconds since 1970. */
  now: () => number
  /** How long the keys of a host are used before they are asked for again; also how long a failure is remembered. */
  keysMsMax?: number
  /** The most hosts whose keys are kept: anyone can name any host. */
  hostsMax?: number
}

type Keys = Map<string, JsonWebKey>

const HOUR_MS = 3_600_000

/** From the drafts of Web Bot Auth: a signature that is valid for longer than a day could be replayed for as long. */
const VALID_SECONDS_MAX = 24 * 3600

/**
 * Creates a verifier of Web Bot Auth (RFC 9421). One check costs about half a millisecond, so it is made only for requests that
 * carry a signature, and keys are asked for once per host. It keeps no nonces: a copied request passes until it expires.
 */
export function createSignatureVerifier(options: SignatureVerifierOptions): SignatureVerifier {
  const { resolveKeys, now, keysMsMax = HOUR_MS, hostsMax = 1000 } = options
  const known = new Map<string, { keys: Promise<Keys>; until: number }>()
  const keysOf = (host: string): Promise<Keys> => {
    const found = known.get(host)
    if (found && found.until > now()) return found.keys
    known.delete(host)
    // The oldest goes: a Map keeps the order in which hosts came.
    if (known.size >= hostsMax) known.delete(known.keys().next().value!)
    const keys = loadKeys(resolveKeys, host)
    known.set(host, { keys, until: now() + keysMsMax })
    return keys
  }
  return {
    verify: async (request) => {
      const signer = findDeclaredSigner(request.headers['signature-agent'])
      if (!signer) return null
      return { agent: signer.agent, isVerified: await holds(request, () => keysOf(signer.agent)) }
    },
  }
}

async function holds(request: SignedRequest, loadKeys: () => Promise<Keys>): Promise<boolean> {
  const input = request.headers['signature-input']
  if (input === undefined || request.headers['signature'] === undefined || !coversWhatMatters(input)) return false
  try {
    const keys = await loadKeys()
    await verify(request, async (data, signature, params) => {
      const key = keys.get(params.keyid)
      if (!key) throw new Error('the directory has no such key')
      await (
        await verifierFromJWK(key)
      )(data, signature, params)
    })
    return true
  } catch {
    // The library tells by an exception that a signature is wrong, expired or unreadable: all mean that nothing is proven.
    return false
  }
}

/** A signature that leaves out the host or the signer could be moved to another site or another name. */
function coversWhatMatters(input: string): boolean {
  const covered = /\(([^)]*)\)/.exec(input)?.[1] ?? ''
  const created = Number(/;created=(\d+)/.exec(input)?.[1])
  const expires = Number(/;expires=(\d+)/.exec(input)?.[1])
  return (
    /"@(?:authority|target-uri)"/.test(covered) && covered.includes('"signature-agent"') && expires - created <= VALID_SECONDS_MAX
  )
}

async function loadKeys(resolveKeys: KeyResolver, host: string): Promise<Keys> {
  const keys: Keys = new Map()
  const list = await resolveKeys(host).catch(() => null)
  for (const key of list ?? []) {
    try {
      keys.set(await jwkToKeyID(key, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE), key)
    } catch {
      // A key of a kind that is not known here; the others of the directory still count.
    }
  }
  return keys
}
