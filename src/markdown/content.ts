import type { Range } from './page.ts'

/** The text of a block without what stands before each of its lines, and the way back to the page. */
export class Content {
  readonly text: string
  readonly #pieces: readonly Range[]
  /** Where each piece begins in the text. */
  readonly #starts: number[] = []

  constructor(page: string, pieces: readonly Range[]) {
    this.#pieces = pieces
    let length = 0
    for (const { start, end } of pieces) {
      this.#starts.push(length)
      length += end - start + 1
    }
    const [only] = pieces
    if (only && pieces.length === 1) this.text = page.slice(only.start, only.end)
    else this.text = pieces.map(({ start, end }) => page.slice(start, end)).join('\n')
  }

  /** The offset on the page of a character of the text. */
  at(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return this.#pieces[low]!.start + offset - this.#starts[low]!
  }

  range(start: number, end: number): Range {
    return end > start ? { start: this.at(start), end: this.at(end - 1) + 1 } : { start: this.at(start), end: this.at(start) }
  }
}
