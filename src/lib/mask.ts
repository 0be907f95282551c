import { redact } from './log.ts'

/** A shorter one may be a word of somebody's page. */
const DISTINCT_CHARACTERS_MIN = 12

/** Values that are looked for in every line. What was not used for longest goes first: looking takes time for each. */
const KNOWN_MAX = 500

/** Takes secrets out of texts, by their shape and by their value. */
export interface Mask {
  hide(text: string): string
  /** From now on these are taken out. */
  learn(values: readonly string[]): void
}

/** Those of the secrets that can be told from other text. */
export function distinct(values: readonly (string | null)[]): string[] {
  return values.filter((value) => value !== null).filter((value) => value.length >= DISTINCT_CHARACTERS_MIN)
}

export function createMask(): Mask {
  const known = new Set<string>()
  return {
    hide: (text) => {
      let hidden = redact(text)
      for (const value of known) hidden = hidden.replaceAll(value, '[redacted]')
      return hidden
    },
    learn: (values) => {
      // Also as it stands in a line of JSON.
      for (const value of distinct(values).flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])) {
        known.delete(value)
        if (known.size >= KNOWN_MAX) known.delete(known.values().next().value!)
        known.add(value)
      }
    },
  }
}
