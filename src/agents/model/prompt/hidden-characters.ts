/**
 * Characters that a reader cannot see and a model can: controls, fillers, zero-width spaces, marks that reorder text, and the tags
 * and selectors in which whole messages have been smuggled.
 */
const HIDDEN =
  /(?:(?![\t\n\r]|[\u200C-\u200F]|[\uFE00-\uFE0F])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF0-\uFFFB])+/gu

/** Persian, Indian scripts and emoji need joiners and selectors, but never three in a row; a hidden message does. */
const HIDDEN_RUN = /(?:[\u200C-\u200F]|[\uFE00-\uFE0F]){3,}/gu

export interface HiddenRange {
  start: number
  end: number
}

/** Where hidden characters stand, in order. */
export function hiddenCharacters(text: string): HiddenRange[] {
  const ranges = [HIDDEN, HIDDEN_RUN].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((found) => ({ start: found.index, end: found.index + found[0].length })),
  )
  return ranges.sort((a, b) => a.start - b.start)
}

export function withoutHiddenCharacters(text: string): string {
  return text.replace(HIDDEN, '').replace(HIDDEN_RUN, '')
}
