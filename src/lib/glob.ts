/** Longer patterns are none that somebody wrote. */
const PATTERN_CHARACTERS_MAX = 500
/** Each of them is one more possibility to follow at every character. Those beyond are taken as they are written. */
const WILDCARDS_MAX = 10

type Token = { kind: 'any' | 'name' | 'one' | 'folders' } | { kind: 'text'; text: string }

/**
 * Tells whether paths match a pattern: `*` is any part of a name, `**` any folders, `?` one character. A pattern without a slash is
 * about names in any folder, and one that ends with a slash about all that is below.
 *
 * It follows all possibilities at once, so that its time is the length of the path times that of the pattern, whatever they are: a
 * regular expression made from the same pattern would try them one after the other.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const tokens = readTokens(pattern.slice(0, PATTERN_CHARACTERS_MAX).replace(/^\.?\//, ''))
  return (path) => {
    let places = withSkipped(tokens, new Set([0]))
    for (const character of path) {
      const next = new Set<number>()
      for (const place of places) for (const one of step(tokens, place, character)) next.add(one)
      if (next.size === 0) return false
      places = withSkipped(tokens, next)
    }
    return places.has(tokens.length)
  }
}

/** Places from which a token may also match nothing lead on. A set that grows while it is gone through is gone through to its end. */
function withSkipped(tokens: readonly Token[], places: Set<number>): Set<number> {
  for (const place of places) {
    const kind = tokens[place]?.kind
    if (kind === 'any' || kind === 'name' || kind === 'folders') places.add(place + 1)
  }
  return places
}

/** Where a character leads from a place. A half is inside the name of a folder, which only a slash ends: `a` below any folder is no end of `ba`. */
function step(tokens: readonly Token[], place: number, character: string): number[] {
  if (!Number.isInteger(place)) return [character === '/' ? place - 0.5 : place]
  const token = tokens[place]
  switch (token?.kind) {
    case 'text':
      return token.text === character ? [place + 1] : []
    case 'one':
      return character === '/' ? [] : [place + 1]
    case 'name':
      return character === '/' ? [] : [place]
    case 'any':
      return [place]
    case 'folders':
      return character === '/' ? [] : [place + 0.5]
    default:
      return []
  }
}

function readTokens(pattern: string): Token[] {
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern
  const anchored = whole.includes('/') ? whole : `**/${whole}`
  let wildcards = 0
  return [...anchored.matchAll(/\*\*\/|\*\*|\*|\?|[\s\S]/gu)].map(([part]): Token => {
    if (part.startsWith('*') && ++wildcards > WILDCARDS_MAX) return { kind: 'text', text: part }
    if (part === '**/') return { kind: 'folders' }
    if (part === '**') return { kind: 'any' }
    if (part === '*') return { kind: 'name' }
    return part === '?' ? { kind: 'one' } : { kind: 'text', text: part }
  })
}
