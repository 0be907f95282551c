/** Words that say nothing about a page. */
const EMPTY = new Set(
  'a an the of on in for to and or with about how our your my this that page guide doc docs section tutorial article'.split(' '),
)

/** A word without the endings that make another form of it, so that "installing" and "installation" are "install". */
export function stem(word: string): string {
  const lower = word.toLowerCase()
  const cut = lower.replace(/(?:isations?|izations?|ations?|ings?|ments?|ers?|ors?|ies|ed|es|s|y|e)$/u, '')
  // "skipping" doubles the last letter of "skip".
  return (cut.length >= 4 ? cut : lower).replace(/([bdgklmnprt])\1$/u, '$1')
}

/** The stems of the words of a text that say what it is about. */
export function stemsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !EMPTY.has(word.toLowerCase())).map(stem)
}

/** Two texts are the same but for capitals, spaces and marks. */
export function simplified(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
