/** After one of these a slash begins a regular expression; after anything else it divides. */
const BEFORE_EXPRESSION = /(?:[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|default))\s*$/

/**
 * By quote, the offset before which none has an end on its line. Without it, a line of quotes that never end would be read to its end
 * for each of them.
 */
export type UnclosedQuotes = Map<string, number>

/**
 * The offset after what begins at `at` in JavaScript, as far as that is one piece that brackets in it do not count for: a text, a
 * template with all that is put into it, a comment, a regular expression; `at` itself when no such piece begins there.
 */
export function skipPiece(text: string, at: number, limit: number, unclosed: UnclosedQuotes): number {
  const character = text[at]
  if (character === '"' || character === "'") return skipQuoted(text, at, limit, unclosed)
  if (character === '`') return skipTemplate(text, at, limit, 0)
  if (character !== '/') return at
  if (text[at + 1] === '/') return endOr(text.indexOf('\n', at), limit)
  if (text[at + 1] === '*') return endOr(text.indexOf('*/', at + 2), limit, 2)
  return BEFORE_EXPRESSION.test(text.slice(Math.max(0, at - 20), at)) ? skipRegularExpression(text, at, limit) : at
}

/** The offset after the bracket that closes the one at `at`; null when none does before the limit. */
export function closeBracket(text: string, at: number, limit: number = text.length): number | null {
  let depth = 0
  const unclosed: UnclosedQuotes = new Map()
  for (let place = at; place < limit;) {
    const next = skipPiece(text, place, limit, unclosed)
    if (next > place) {
      place = next
      continue
    }
    const character = text[place]!
    if (character === '{' || character === '(' || character === '[') depth += 1
    else if (character === '}' || character === ')' || character === ']') {
      depth -= 1
      if (depth === 0) return place + 1
    }
    place += 1
  }
  return null
}

function endOr(found: number, limit: number, length = 0): number {
  return found === -1 ? limit : Math.min(limit, found + length)
}

/** A quote without its end on the same line is an apostrophe in the text of an element. */
function skipQuoted(text: string, at: number, limit: number, unclosed: UnclosedQuotes): number {
  const quote = text[at]!
  if (at < (unclosed.get(quote) ?? 0)) return at
  let place = at + 1
  for (; place < limit && text[place] !== '\n'; place += 1) {
    if (text[place] === quote) return place + 1
    if (text[place] === '\\') place += 1
  }
  // Later quotes of this kind on the line were escaped for this one, so they are followed by the same text, which has no end either.
  unclosed.set(quote, place)
  return at
}

const TEMPLATES_MAX = 20

function skipTemplate(text: string, at: number, limit: number, depth: number): number {
  for (let place = at + 1; place < limit; place += 1) {
    if (text[place] === '`') return place + 1
    if (text[place] === '\\') place += 1
    else if (text[place] === '$' && text[place + 1] === '{') {
      if (depth >= TEMPLATES_MAX) return limit
      let open = 1
      place += 2
      for (; place < limit && open > 0; place += 1) {
        if (text[place] === '`') place = skipTemplate(text, place, limit, depth + 1) - 1
        else if (text[place] === '{') open += 1
        else if (text[place] === '}') open -= 1
      }
      place -= 1
    }
  }
  return limit
}

function skipRegularExpression(text: string, at: number, limit: number): number {
  let isInClass = false
  for (let place = at + 1; place < limit && text[place] !== '\n'; place += 1) {
    if (text[place] === '\\') place += 1
    else if (text[place] === '[') isInClass = true
    else if (text[place] === ']') isInClass = false
    else if (text[place] === '/' && !isInClass) return place + 1
  }
  return at
}
