/** One line, read from left to right in columns: a tab reaches to the next multiple of four. */
export class Cursor {
  readonly end: number
  at: number
  column = 0
  /** Of the first character that is neither a space nor a tab. */
  text = 0
  /** Columns up to there. */
  indent = 0
  readonly #page: string

  constructor(page: string, start: number, end: number) {
    this.#page = page
    this.at = start
    this.end = end
    this.measure()
  }

  get isBlank(): boolean {
    return this.text === this.end
  }

  /** The character that the text begins with. */
  get first(): string {
    return this.text < this.end ? this.#page[this.text]! : ''
  }

  rest(): string {
    return this.#page.slice(this.text, this.end)
  }

  /** Steps over that many columns of space, and no further than the text; a tab may be left half read. */
  skipColumns(columns: number): void {
    let left = columns
    while (left > 0 && this.at < this.text) {
      const width = this.#page[this.at] === '\t' ? 4 - (this.column % 4) : 1
      this.column += Math.min(width, left)
      if (width <= left) this.at += 1
      left -= width
    }
    this.measure()
  }

  /** Steps over the space before the text and that many of its characters. */
  skipText(characters: number): void {
    this.column += this.indent + characters
    this.at = this.text + characters
    this.measure()
  }

  measure(): void {
    let column = this.column
    let at = this.at
    for (; at < this.end; at += 1) {
      const character = this.#page.charCodeAt(at)
      if (character === 32) column += 1
      else if (character === 9) column += 4 - (column % 4)
      else break
    }
    this.text = at
    this.indent = column - this.column
  }
}
