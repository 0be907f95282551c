/** Different texts, numbered in the order in which they come. */
export class NameList {
  readonly texts: string[] = []
  readonly #numbers = new Map<string, number>()

  /** The number of a text; it is added when it is not there yet. */
  number(text: string): number {
    const found = this.#numbers.get(text)
    if (found !== undefined) return found
    this.#numbers.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}
