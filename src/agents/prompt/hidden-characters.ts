/**
 * Characters that a reader cannot see and a model can: controls, fillers, zero-width spaces, marks that reorder text, and the tags
 * and selectors in which whole messages have been smuggled.
 */
const HIDDEN =
  /(?:(?![\t\n\r]|[\u200C-\u200F]|[\uFE00-\uFE0F])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF0-\uFFFB])+/gu

/** Persian, Indian scripts and emoji need joiners and selectors, but never three in a row; a hidden message does. */
const JOINER = /[\u200C-\u200F]|[\uFE00-\uFE0F]/gu
const JOINERS_MAX = 2

/** Both together, so that the one cannot be spaced out with the other. */
const UNSEEN = new RegExp(`(?:${HIDDEN.source}|${JOINER.source})+`, 'gu')

export interface HiddenRange {
  start: number
  end: number
}

/** Where hidden characters stand, in order. */
export function hiddenCharacters(text: string): HiddenRange[] {
  return [...text.matchAll(UNSEEN)].flatMap(({ 0: run, index: start }) => {
    if ((run.match(JOINER)?.length ?? 0) > JOINERS_MAX) return [{ start, end: start + run.length }]
    return [...run.matchAll(HIDDEN)].map((found) => ({ start: start + found.index, end: start + found.index + found[0].length }))
  })
}

export function withoutHiddenCharacters(text: string): string {
  let result = ''
  let position = 0
  for (const { start, end } of hiddenCharacters(text)) {
    result += text.slice(position, start)
    position = end
  }
  return result + text.slice(position)
}
