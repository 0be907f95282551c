import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Stored as the first byte, so that another way of encryption can come after this one. */
const VERSION = 1
/** What AES-GCM is made for, in bytes. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES

/** Which secret a text is; a sealed one opens only as the one that it was sealed as. */
export interface SecretPlace {
  projectId: string
  name: string
}

/** Encrypts secrets for the database. */
export interface Cipher {
  seal(place: SecretPlace, text: string): string
  /** Null when it was sealed with another key or as another secret, or was changed since. */
  open(place: SecretPlace, sealed: string): string | null
}

/** AES-256-GCM with a key of its own, derived from the secret of the service: whoever has a dump of the database has nothing. */
export function createCipher(serverSecret: Buffer): Cipher {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', 'docwright: secrets of projects', KEY_BYTES))
  return {
    seal: (place, text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(contextOf(place))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), content]).toString('base64url')
    },
    open: (place, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes[0] !== VERSION || bytes.length < HEADER_BYTES) return null
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(contextOf(place))
        .setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEADER_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Authenticated with the text, so that a row that is moved to another project or name opens nothing there. */
function contextOf({ projectId, name }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([VERSION, projectId, name]))
}
