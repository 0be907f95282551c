/** Different texts, numbered in the order in which they come. */
export interface NameList {
  readonly texts: readonly string[]
  /** The number of a text; it is added when it is not there yet. */
  number(text: string): number
}

export function createNameList(): NameList {
  const texts: string[] = []
  const numbers = new Map<string, number>()
  return {
    texts,
    number: (text) => {
      const found = numbers.get(text)
      if (found !== undefined) return found
      numbers.set(text, texts.length)
      return texts.push(text) - 1
    },
  }
}
