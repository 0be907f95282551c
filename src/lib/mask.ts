import { redact } from './redact.ts'

/** A shorter one may be a word of somebody's page. */
const DISTINCT_CHARACTERS_MIN = 12

/** Values that are looked for in every line besides those of the service. What was not used for longest goes first: looking takes time for each. */
const LEARNT_MAX = 500

/** Takes secrets out of texts, by their shape and by their value. */
export interface Mask {
  hide(text: string): string
  /** From now on these are taken out. */
  learn(values: readonly string[]): void
  /** Calls the listener with what is learnt for the first time, so that the mask of another thread can learn it too. */
  subscribe(listener: (values: readonly string[]) => void): void
}

/** Those of the secrets that can be told from other text. */
export function distinct(values: readonly (string | null)[]): string[] {
  return values.filter((value) => value !== null).filter((value) => value.length >= DISTINCT_CHARACTERS_MIN)
}

/** @param always Secrets that are taken out from the beginning, and never forgotten. */
export function createMask(always: readonly string[] = []): Mask {
  const kept = formsOf(always)
  const learnt = new Set<string>()
  const listeners: ((values: readonly string[]) => void)[] = []
  let all = sort(kept)
  return {
    hide: (text) => all.reduce((hidden, value) => hidden.replaceAll(value, '[redacted]'), redact(text)),
    learn: (values) => {
      const forms = formsOf(values)
      const isNews = forms.some((value) => !learnt.has(value))
      for (const value of forms) {
        learnt.delete(value)
        if (learnt.size >= LEARNT_MAX) learnt.delete(learnt.values().next().value!)
        learnt.add(value)
      }
      if (!isNews) return
      all = sort([...kept, ...learnt])
      for (const listener of listeners) listener(values)
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}

/** Also as they stand in a line of JSON. */
function formsOf(values: readonly string[]): string[] {
  return distinct(values).flatMap((value) => [...new Set([value, JSON.stringify(value).slice(1, -1)])])
}

/** The longest first: of one that begins like another, the rest would stay. */
function sort(values: readonly string[]): string[] {
  return values.toSorted((one, other) => other.length - one.length)
}
