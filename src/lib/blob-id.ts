import { createHash } from 'node:crypto'

/** The id that git gives to a file with this content. */
export function blobId(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
}
