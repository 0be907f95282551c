import type { MarkSpan } from './page.ts'

/** A run of `*`, `_` or `~` that may open or close emphasis. */
interface Delimiter {
  sign: string
  /** What is left of it: the inner signs are used first. */
  start: number
  end: number
  /** As it was written. */
  length: number
  canOpen: boolean
  canClose: boolean
  previous: Delimiter | null
  next: Delimiter | null
}

const SPACE = /^\s$/
const PUNCTUATION = /^[\p{P}\p{S}]$/u

/** Finds emphasis as CommonMark has it: a stack of runs, in which each closing run looks for the nearest one that opens. */
export class Delimiters {
  readonly spans: MarkSpan[] = []
  readonly #text: string
  #last: Delimiter | null = null

  constructor(text: string) {
    this.#text = text
  }

  /** Reads the run at an offset and returns the offset after it. */
  add(start: number): number {
    const text = this.#text
    const sign = text[start]!
    let end = start + 1
    while (text[end] === sign) end += 1
    const length = end - start
    const before = characterBefore(text, start)
    const after = end < text.length ? String.fromCodePoint(text.codePointAt(end)!) : '\n'
    const isLeft = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before))
    const isRight = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after))
    const isWord = sign === '_'
    const canOpen = isLeft && (!isWord || !isRight || PUNCTUATION.test(before))
    const canClose = isRight && (!isWord || !isLeft || PUNCTUATION.test(after))
    if (sign === '~' && length > 2) return end
    if (!canOpen && !canClose) return end
    const delimiter = { sign, start, end, length, canOpen, canClose, previous: this.#last, next: null }
    if (this.#last) this.#last.next = delimiter
    this.#last = delimiter
    return end
  }

  /** Pairs the runs behind an offset; what is left of them is text. */
  pair(from: number): void {
    let closer = this.#last
    if (!closer || closer.start < from) return
    while (closer.previous && closer.previous.start >= from) closer = closer.previous
    const bottom: Delimiter | null = closer.previous
    // Below these offsets no run opens what a run of that kind closes.
    const floors = new Map<string, number>()
    for (let one: Delimiter | null = closer; one;) {
      if (!one.canClose) {
        one = one.next
        continue
      }
      const kind = `${one.sign}${one.canOpen ? 1 : 0}${one.length % 3}${one.sign === '~' ? one.length : ''}`
      const opener = findOpener(one, Math.max(from, floors.get(kind) ?? 0))
      if (opener) {
        one = this.#join(opener, one)
        continue
      }
      floors.set(kind, one.start)
      const next: Delimiter | null = one.next
      if (!one.canOpen) this.#remove(one)
      one = next
    }
    this.#last = bottom
    if (bottom) bottom.next = null
  }

  /** Returns the run to go on with. */
  #join(opener: Delimiter, closer: Delimiter): Delimiter | null {
    const isDouble = opener.end - opener.start >= 2 && closer.end - closer.start >= 2
    const width = isDouble ? 2 : 1
    const kind = closer.sign === '~' ? 'strike' : isDouble ? 'strong' : 'emphasis'
    this.spans.push({
      kind,
      start: opener.end - width,
      end: closer.start + width,
      inner: { start: opener.end, end: closer.start },
    })
    opener.next = closer
    closer.previous = opener
    opener.end -= width
    closer.start += width
    if (opener.start === opener.end) this.#remove(opener)
    if (closer.start < closer.end) return closer
    this.#remove(closer)
    return closer.next
  }

  #remove(one: Delimiter): void {
    if (one.previous) one.previous.next = one.next
    if (one.next) one.next.previous = one.previous
    if (this.#last === one) this.#last = one.previous
  }
}

function findOpener(closer: Delimiter, floor: number): Delimiter | null {
  for (let one = closer.previous; one && one.start >= floor; one = one.previous) {
    if (one.sign !== closer.sign || !one.canOpen) continue
    if (closer.sign === '~') {
      if (one.length === closer.length) return one
      continue
    }
    // `*a**b*` and the like: runs that both open and close must not add up to three.
    const isOdd = (closer.canOpen || one.canClose) && closer.length % 3 !== 0 && (one.length + closer.length) % 3 === 0
    if (!isOdd) return one
  }
  return null
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return '\n'
  const unit = text.charCodeAt(at - 1)
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && at > 1
  return isLow ? text.slice(at - 2, at) : text[at - 1]!
}
