/** PostgreSQL cannot store the character U+0000, and no text that a person wrote holds one. As JSON Schema has it. */
export const NO_NUL = '^[^\\u0000]*$'

/**
 * True when all texts in a value are made of whole characters. Half of a surrogate pair can't be stored as UTF-8: what is read again would
 * not be what was written.
 */
export function isWellFormed(value: unknown): boolean {
  // Without recursion: JSON can be nested deeper than the stack goes.
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && !next.isWellFormed()) return false
    if (typeof next === 'object' && next !== null) for (const entry of Object.entries(next)) left.push(...entry)
  }
  return true
}
