/** From the first changed character to the one after the last. */
export type Range = readonly [start: number, end: number]

export interface WordChanges {
  removed: Range[]
  added: Range[]
}

/** Comparisons that one page may spend on words: about 30 ms. What comes after is shown without marks. */
export interface WordBudget {
  comparisons: number
}

export function createWordBudget(): WordBudget {
  return { comparisons: 4_000_000 }
}

/** Longer lines are data rather than text. */
const LINE_CHARACTERS_MAX = 4_000

/** Below this share of common characters two lines are two sentences, and marks would only be confetti. */
const COMMON_SHARE_MIN = 0.35

const TOKEN = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu

/** Tells which words of two lines differ. Null when they have too little in common, or when it would cost too much to tell. */
export function findWordChanges(removed: string, added: string, budget: WordBudget): WordChanges | null {
  if (removed.length > LINE_CHARACTERS_MAX || added.length > LINE_CHARACTERS_MAX) return null
  const before = removed.match(TOKEN) ?? []
  const after = added.match(TOKEN) ?? []
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const beforeMiddle = before.slice(start, before.length - end)
  const afterMiddle = after.slice(start, after.length - end)
  budget.comparisons -= beforeMiddle.length * afterMiddle.length
  if (budget.comparisons < 0) return null

  const common = findCommon(beforeMiddle, afterMiddle)
  const changes = {
    removed: toRanges(before, start, end, common.before),
    added: toRanges(after, start, end, common.after),
  }
  const share = (line: string, ranges: Range[]) => 1 - ranges.reduce((sum, [from, to]) => sum + to - from, 0) / (line.length || 1)
  const isAlike = Math.max(share(removed, changes.removed), share(added, changes.added)) >= COMMON_SHARE_MIN
  return isAlike ? changes : null
}

/** The longest common subsequence, as flags for the tokens that belong to it. */
function findCommon(before: string[], after: string[]): { before: boolean[]; after: boolean[] } {
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const common = {
    before: Array.from({ length: before.length }, () => false),
    after: Array.from({ length: after.length }, () => false),
  }
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) {
      common.before[i++] = true
      common.after[j++] = true
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return common
}

/** Joined over single common spaces: two changed words in a row are one change to the eye. */
function toRanges(tokens: string[], start: number, end: number, common: boolean[]): Range[] {
  const isChanged = tokens.map((_, index) => index >= start && index < tokens.length - end && !common[index - start])
  const ranges: [number, number][] = []
  let at = 0
  tokens.forEach((token, index) => {
    const isMarked = isChanged[index] || (token.trim() === '' && isChanged[index - 1] && isChanged[index + 1])
    const last = ranges.at(-1)
    if (isMarked && last?.[1] === at) last[1] += token.length
    else if (isMarked) ranges.push([at, at + token.length])
    at += token.length
  })
  return ranges
}
