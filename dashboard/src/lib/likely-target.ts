import { distance } from 'fastest-levenshtein'

/** Below this, two addresses have nothing to do with each other, and no suggestion is better than a wrong one. */
const LIKENESS_MIN = 0.6

/** Languages that documentation is translated to; the first part of an address may be one. */
const LOCALE =
  /^(?:ar|bg|bn|ca|cs|da|de|el|en|es|et|fa|fi|fr|he|hi|hr|hu|id|it|ja|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|vi|zh)(?:-[a-z]{2,4})?$/i

/** The page whose address is most like a missing one, in the same language; null when none is like it. */
export function likelyTarget(path: string, known: readonly string[]): string | null {
  const wanted = toParts(path)
  let best: { path: string; likeness: number } | null = null
  for (const candidate of known) {
    const parts = toParts(candidate)
    if (candidate === path || parts.last === '' || parts.locale !== wanted.locale) continue
    const likeness = likenessOf(wanted, parts)
    if (likeness >= LIKENESS_MIN && likeness > (best?.likeness ?? 0)) best = { path: candidate, likeness }
  }
  return best?.path ?? null
}

interface Parts {
  locale: string
  /** The folders. */
  rest: string
  last: string
}

function toParts(path: string): Parts {
  const words = path.toLowerCase().split('/').filter(Boolean)
  const locale = LOCALE.test(words[0] ?? '') ? words.shift()! : ''
  const last = (words.pop() ?? '').replace(/\.(?:html?|mdx?)$/, '')
  return { locale, rest: words.join('/'), last }
}

/** The last word decides: pages move more often than they are renamed, and neighbours share all but their last word. */
function likenessOf(one: Parts, other: Parts): number {
  const last = Math.max(closeness(one.last, other.last), sharedWords(one.last, other.last))
  if (last < LIKENESS_MIN) return 0
  return 0.7 * last + 0.3 * closeness(one.rest, other.rest)
}

function closeness(one: string, other: string): number {
  const length = Math.max(one.length, other.length)
  return length === 0 ? 1 : 1 - distance(one, other) / length
}

/** `export-data` and `export` are about the same, although half of the letters differ. */
function sharedWords(one: string, other: string): number {
  const [few, many] = [one.split(/[-_.]+/), other.split(/[-_.]+/)].sort((a, b) => a.length - b.length) as [string[], string[]]
  return few.every((word) => word.length > 2 && many.includes(word)) ? 0.65 + (0.35 * few.length) / many.length : 0
}
