import { createHash } from 'node:crypto'

/** Names the place of a file on the page of a pull request. A digest: a path may hold anything, and the text may link to it. */
export function fileAnchor(path: string): string {
  return `file-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
}
