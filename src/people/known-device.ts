import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Half a year: someone who comes back from a long leave still has a way in while strangers guess. */
export const DEVICE_MS = 180 * 86_400_000

const ID_BYTES = 16

const SHAPE = /^([\w-]{22})\.(\d{1,16})\.([\w-]{43})$/

/**
 * What a browser keeps of a sign-in that succeeded: strangers who guess at an e-mail address must not lock its owner out. It lets no
 * one in; it only has tries of its own. Signed for one person, so that no one can make one up, or use theirs for another person.
 */
export interface KnownDevices {
  /** @param before What the browser has; a device keeps its id. */
  issue(personId: string, before: string | null, now: number): string
  /** The id of the device; null when this is none of that person's. */
  read(value: string | null, personId: string, now: number): string | null
}

export function createKnownDevices(serverSecret: Buffer): KnownDevices {
  const key = createHmac('sha256', serverSecret).update('known devices').digest()
  const sign = (personId: string, id: string, expiresAt: string) =>
    createHmac('sha256', key).update(`${personId} ${id} ${expiresAt}`).digest('base64url')
  const read: KnownDevices['read'] = (value, personId, now) => {
    const [, id = '', expiresAt = '', signature = ''] = SHAPE.exec(value ?? '') ?? []
    const expected = Buffer.from(sign(personId, id, expiresAt))
    const found = Buffer.from(signature.padEnd(expected.length))
    return timingSafeEqual(found, expected) && Number(expiresAt) > now ? id : null
  }
  return {
    read,
    issue: (personId, before, now) => {
      const id = read(before, personId, now) ?? randomBytes(ID_BYTES).toString('base64url')
      const expiresAt = String(now + DEVICE_MS)
      return `${id}.${expiresAt}.${sign(personId, id, expiresAt)}`
    },
  }
}
