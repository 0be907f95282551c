/** A copy. A text that was cut out of a larger one is a view on it, and one kept view keeps the whole of it in memory. */
export function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string
}
