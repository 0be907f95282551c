import { type PublicKeys, isSignedBy } from './public-keys.ts'
import type { Signature } from './request.ts'
import { findDeclaredSigner } from './signature-agent.ts'
import { type MessageSignature, type SignedRequest, readSignatures } from './signed-message.ts'

export interface SignatureVerifier {
  /**
   * Whose signature a request that was made at a time carries, and whether it holds; null when it names no signer. Never rejects.
   * The time is in milliseconds since 1970.
   */
  verify(request: SignedRequest, time: number): Promise<Signature | null>
}

export interface SignatureVerifierOptions {
  /** The public keys of a host; null for one that is not asked. Never called for a host whose keys are on their way. */
  resolveKeys: (host: string) => Promise<PublicKeys> | null
  /** Milliseconds since 1970. */
  now: () => number
  /** Hears why the keys of a host could not be had. */
  onFailure?: (host: string, error: unknown) => void
}

interface KnownKeys {
  keys: Promise<PublicKeys>
  askedAt: number
}

/** How long keys are used before they are asked for again, which is also how long a key that its owner took back still counts. */
const KEYS_MS_MAX = 3_600_000

/** How long a failure, or that a key is not there, is remembered. The draft has five minutes at most. */
const MISSING_MS_MAX = 5 * 60_000

/** From the drafts: a signature that is valid for longer than a day could be replayed for as long. */
const VALID_SECONDS_MAX = 24 * 3600

/** Clocks of signers and senders are off by seconds, and events without a time come some seconds after the request. */
const CLOCK_SECONDS_MAX = 60

/**
 * Creates a verifier of Web Bot Auth. It keeps no nonces: a copied request passes until it expires. A signature that does not hold
 * proves nothing against its sender (a proxy may have changed the host, a batch may have come late), so it has two outcomes only.
 */
export function createSignatureVerifier({ resolveKeys, now, onFailure }: SignatureVerifierOptions): SignatureVerifier {
  // As many as there are hosts that may be asked, which are few.
  const known = new Map<string, KnownKeys>()

  const ask = (host: string, before: PublicKeys): KnownKeys | null => {
    const asked = resolveKeys(host)
    if (!asked) return null
    const keys = asked.catch((error: unknown) => {
      onFailure?.(host, error)
      // A directory that is away takes no key back.
      return before
    })
    const entry = { keys, askedAt: now() }
    known.set(host, entry)
    return entry
  }

  const findKey = async ({ agent, keyId }: MessageSignature) => {
    const entry = known.get(agent) ?? ask(agent, new Map())
    if (!entry) return null
    const keys = await entry.keys
    const isFresh = now() - entry.askedAt < (keys.has(keyId) ? KEYS_MS_MAX : MISSING_MS_MAX)
    if (isFresh) return keys.get(keyId) ?? null
    // Another request may have asked meanwhile; its answer will do.
    const renewed = known.get(agent) === entry ? ask(agent, keys) : known.get(agent)
    return (await renewed?.keys)?.get(keyId) ?? null
  }

  /** Null when the signature holds, else why it does not. */
  const findFault = async (signature: MessageSignature, time: number): Promise<string | null> => {
    const { createdSeconds, expiresSeconds, algorithm, agent, text, bytes } = signature
    if (expiresSeconds - createdSeconds > VALID_SECONDS_MAX) return 'its signature is valid for more than a day'
    if (time / 1000 > expiresSeconds + CLOCK_SECONDS_MAX) return 'its signature has expired'
    if (time / 1000 < createdSeconds - CLOCK_SECONDS_MAX) return 'its signature is of a later time'
    const key = await findKey(signature)
    if (!key || (algorithm !== null && algorithm !== key.algorithm)) return `no such key of ${agent} is known`
    return (await isSignedBy(key, text, bytes)) ? null : 'its signature is not for this request'
  }

  return {
    verify: async (request, time) => {
      const declared = findDeclaredSigner(request.headers['signature-agent'])
      if (!declared) return null
      const faults: string[] = []
      for (const read of readSignatures(request)) {
        const fault = 'fault' in read ? read.fault : await findFault(read, time)
        if (fault === null && 'agent' in read) return { agent: read.agent, isVerified: true }
        faults.push(fault!)
      }
      return { ...declared, fault: faults[0]! }
    },
  }
}
