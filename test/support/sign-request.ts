import { type KeyObject, constants, createHash, generateKeyPairSync, sign } from 'node:crypto'

export interface Signer {
  privateKey: KeyObject
  /** As a key directory has it. */
  jwk: Record<string, unknown>
  keyId: string
}

export interface SignOptions {
  /** Where the request goes: what is signed of it is the host. */
  url?: string
  /** The host in `Signature-Agent`. */
  agent?: string
  /** Milliseconds since 1970. */
  createdAt: number
  validSeconds?: number
  keyId?: string
  /** The form of the first drafts: `Signature-Agent` is a text, not a dictionary. */
  isLegacy?: boolean
  tag?: string
  /** What is signed besides the host and the signer, as it stands in `Signature-Input`, with its value. */
  more?: Record<string, string>
}

export function newSigner(kind: 'ed25519' | 'rsa' = 'ed25519'): Signer {
  const { privateKey, publicKey } =
    kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, unknown>
  const { crv, e, kty, n, x } = jwk
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, e, kty, n, x })).digest('base64url')
  return { privateKey, jwk, keyId: thumbprint }
}

/** The headers of a request that an agent signs (Web Bot Auth). Written from the draft, apart from what verifies them. */
export function signRequest(signer: Signer, options: SignOptions): Record<string, string> {
  const { url = 'https://docs.example.com/guide', agent = 'agent.example', createdAt, validSeconds = 300 } = options
  const uri = `"https://${agent}"`
  const component = options.isLegacy ? '"signature-agent"' : '"signature-agent";key="sig1"'
  const covered: Record<string, string> = { '"@authority"': new URL(url).host, [component]: uri, ...options.more }
  const created = Math.floor(createdAt / 1000)
  const parameters =
    `(${Object.keys(covered).join(' ')});created=${created};expires=${created + validSeconds}` +
    `;keyid="${options.keyId ?? signer.keyId}";tag="${options.tag ?? 'web-bot-auth'}"`
  const lines = [...Object.entries(covered), ['"@signature-params"', parameters]].map(([name, value]) => `${name}: ${value}`)
  const data = Buffer.from(lines.join('\n'))
  const { privateKey } = signer
  const signature =
    privateKey.asymmetricKeyType === 'ed25519'
      ? sign(null, data, privateKey)
      : sign('sha512', data, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 })
  return {
    'signature-agent': options.isLegacy ? uri : `sig1=${uri}`,
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${signature.toString('base64')}:`,
  }
}
