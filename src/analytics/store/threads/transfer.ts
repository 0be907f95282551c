/** The memory of all columns in an object: it can change hands between two threads, instead of being copied. */
export function buffersIn(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.values(value).flatMap(buffersIn)
}
