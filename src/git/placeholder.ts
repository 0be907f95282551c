/**
 * What stands in an agent's folder for a file that was not fetched: an image, an archive, anything too large. An agent sees
 * that the file is there, can point to it, move it, copy it and delete it; wherever the text below is found again, the commit
 * has the file itself. The same idea as the pointers of Git LFS.
 */
export function placeholderFor(id: string): string {
  return `${FIRST_LINE}\nfile ${id}\n`
}

const FIRST_LINE = 'docwright placeholder: this file is in the repository; it can be moved, copied, replaced or deleted'
const SHAPE = new RegExp(`^${FIRST_LINE}\\nfile ([0-9a-f]{40})\\n$`)

const PLACEHOLDER_BYTES = Buffer.byteLength(placeholderFor('0'.repeat(40)))

/** The id of the file that a content stands for; null for any other content. */
export function readPlaceholder(content: Buffer): string | null {
  if (content.length !== PLACEHOLDER_BYTES) return null
  return SHAPE.exec(content.toString('latin1'))?.[1] ?? null
}
