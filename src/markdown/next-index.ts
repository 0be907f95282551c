/**
 * Finds the next place of a text, for questions that come in the order of the page. What was found answers all questions up to
 * there, and an absence is looked for once, so that a page of nothing but openings takes no longer than any other.
 */
export class NextIndex {
  readonly #text: string
  readonly #known = new Map<string, { from: number; found: number }>()

  constructor(text: string) {
    this.#text = text
  }

  /** The offset of the next place at or after `from`; -1 when there is none. */
  of(wanted: string, from: number): number {
    const known = this.#known.get(wanted)
    if (known && from >= known.from && (known.found === -1 || from <= known.found)) return known.found
    const found = this.#text.indexOf(wanted, from)
    this.#known.set(wanted, { from, found })
    return found
  }
}
