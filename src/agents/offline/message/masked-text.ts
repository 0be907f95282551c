/** A text whose quoted parts are replaced by marks, so that patterns cannot trip over what is inside the quotes. */
export interface MaskedText {
  text: string
  quotes: string[]
  /** Each quoted part as it was written, with its marks. */
  sources: string[]
}

/** Private-use characters: they have no meaning of their own, and a prompt that contains them loses them first. */
const OPEN = '\uE000'
const CLOSE = '\uE001'

/** The mark of a quoted part, as a piece of a pattern with one group: the number of the quote. */
export const QUOTE = `${OPEN}(\\d+)${CLOSE}`

/** The same without a group. */
export const ANY_QUOTE = `${OPEN}\\d+${CLOSE}`

const PAIRS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['‘', '’'],
  ["'", "'"],
])

/** A quotation is at most a long section of a page. One in single quotes is shorter, since most of those are apostrophes. */
const QUOTE_CHARACTERS_MAX = 20_000
const SINGLE_QUOTE_CHARACTERS_MAX = 300

export function maskQuotes(prompt: string): MaskedText {
  const quotes: string[] = []
  const sources: string[] = []
  const source = prompt.replaceAll(/[\uE000\uE001]/gu, '')
  const reader = new QuoteReader(source)
  let text = ''
  let position = 0
  while (position < source.length) {
    const found = reader.quoteAt(position)
    if (found) {
      text += `${OPEN}${quotes.length}${CLOSE}`
      quotes.push(found.content)
      sources.push(source.slice(position, found.end))
      position = found.end
    } else {
      // Marks that quote nothing are stepped over as one, so that a long row of them is not looked at again for each.
      const run = source[position] === '`' ? runLength(source, position) : 1
      text += source.slice(position, position + run)
      position += run
    }
  }
  return { text, quotes, sources }
}

interface FoundQuote {
  content: string
  end: number
}

/**
 * Finds quotations from the start to the end of a prompt. What each mark is closed by is looked up once and kept until the reader is
 * past it: a prompt of nothing but opening marks would otherwise be read to its end for each of them.
 */
class QuoteReader {
  readonly #source: string
  /** Where something comes next, by its name; the length of the source when it does not come again. */
  readonly #next = new Map<string, number>()

  constructor(source: string) {
    this.#source = source
  }

  quoteAt(at: number): FoundQuote | null {
    const opener = this.#source[at] ?? ''
    if (opener === '`' || opener === '~') {
      const isLineStart = at === 0 || this.#source[at - 1] === '\n'
      const fenced = isLineStart ? this.#fenceAt(at, opener) : null
      if (fenced) return fenced
      return opener === '`' ? this.#codeAt(at) : null
    }
    const closer = PAIRS.get(opener)
    // An apostrophe opens nothing inside a word, and closes nothing there either: "don't rename it's".
    if (closer === undefined || isWordCharacter(this.#source[at - 1])) return null
    return this.#closedBy(at, closer)
  }

  /** A fenced block in a prompt is a given text of several lines. */
  #fenceAt(at: number, character: string): FoundQuote | null {
    const length = runLength(this.#source, at)
    const lineEnd = this.#source.indexOf('\n', at)
    if (length < 3 || lineEnd < 0) return null
    const mark = character.repeat(length)
    const close = this.#find(`fence ${mark}`, lineEnd + 1, (from) => this.#fenceEnd(mark, from))
    if (close >= this.#source.length || close - at > QUOTE_CHARACTERS_MAX) return null
    let end = close
    while (end > lineEnd + 1 && (this.#source[end - 1] === ' ' || this.#source[end - 1] === '\t')) end -= 1
    if (end > lineEnd + 1 && this.#source[end - 1] === '\n') end -= 1
    return { content: this.#source.slice(lineEnd + 1, end), end: this.#endOfBlanks(close + length) }
  }

  /** Where a mark stands that nothing but blanks follows on its line. */
  #fenceEnd(mark: string, from: number): number {
    for (let close = this.#source.indexOf(mark, from); close >= 0; close = this.#source.indexOf(mark, close + 1)) {
      const end = this.#endOfBlanks(close + mark.length)
      if (end === this.#source.length || this.#source[end] === '\n') return close
      // In a longer row of marks, only its end can close.
      if (this.#source[close + mark.length] === mark[0]) close += runLength(this.#source, close) - mark.length - 1
    }
    return -1
  }

  #endOfBlanks(from: number): number {
    let end = from
    while (this.#source[end] === ' ' || this.#source[end] === '\t') end += 1
    return end
  }

  #codeAt(at: number): FoundQuote | null {
    const length = runLength(this.#source, at)
    const mark = '`'.repeat(length)
    const start = at + length
    const close = this.#find(`code ${mark}`, start, (from) => this.#source.indexOf(mark, from))
    if (close <= start || close + length > this.#source.length || close + length - start > QUOTE_CHARACTERS_MAX) return null
    return { content: this.#source.slice(start, close), end: close + length }
  }

  #closedBy(at: number, closer: string): FoundQuote | null {
    const isSingle = closer === "'" || closer === '’'
    const start = at + 1
    const close = this.#find(closer, start, (from) => {
      let found = this.#source.indexOf(closer, from)
      if (!isSingle) return found
      while (found >= 0 && isWordCharacter(this.#source[found + 1])) found = this.#source.indexOf(closer, found + 1)
      return found
    })
    const paragraph = this.#find('paragraph', start, (from) => this.#source.indexOf('\n\n', from))
    const end = Math.min(paragraph, start + (isSingle ? SINGLE_QUOTE_CHARACTERS_MAX : QUOTE_CHARACTERS_MAX))
    return close < end ? { content: this.#source.slice(start, close), end: close + 1 } : null
  }

  #find(name: string, from: number, search: (from: number) => number): number {
    const known = this.#next.get(name)
    if (known !== undefined && known >= from) return known
    const found = search(from)
    const next = found < 0 ? this.#source.length : found
    this.#next.set(name, next)
    return next
  }
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

/** How often the character at a place is repeated from there on. */
function runLength(source: string, at: number): number {
  let length = 1
  while (source[at + length] === source[at]) length += 1
  return length
}

/** The content of a mark, or the text itself when it is no mark. */
export function unquoted(text: string, quotes: readonly string[]): string {
  const mark = new RegExp(`^${QUOTE}$`, 'u').exec(text.trim())
  return mark ? (quotes[Number(mark[1])] ?? '') : text.trim()
}
