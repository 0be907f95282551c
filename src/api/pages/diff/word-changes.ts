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

/** Words, spaces, and single marks. All beyond ASCII counts as letters: that is right for every script, and several times faster. */
const TOKEN = /[A-Za-z0-9_\u0080-\uFFFF]+|[ \t]+|[^]/g
const WORD = /[A-Za-z0-9_\u0080-\uFFFF]/

/** Tells which words of two lines differ. Null when they have too little in common, or when it would cost too much to tell. */
export function findWordChanges(removed: string, added: string, budget: WordBudget): WordChanges | null {
  if (removed.length > LINE_CHARACTERS_MAX || added.length > LINE_CHARACTERS_MAX) return null
  const [start, end] = findCommonEnds(removed, added)
  const before = removed.slice(start, removed.length - end).match(TOKEN) ?? []
  const after = added.slice(start, added.length - end).match(TOKEN) ?? []
  budget.comparisons -= before.length * after.length
  if (budget.comparisons < 0) return null

  const common = findCommon(before, after)
  const changes = { removed: toRanges(before, start, common.before), added: toRanges(after, start, common.after) }
  const share = (line: string, ranges: Range[]) => 1 - ranges.reduce((sum, [from, to]) => sum + to - from, 0) / (line.length || 1)
  const isAlike = Math.max(share(removed, changes.removed), share(added, changes.added)) >= COMMON_SHARE_MIN
  return isAlike ? changes : null
}

/** How many characters the lines share at their start and at their end, in whole words. Most lines differ in one place only. */
function findCommonEnds(one: string, other: string): [start: number, end: number] {
  const max = Math.min(one.length, other.length)
  let start = 0
  while (start < max && one.charCodeAt(start) === other.charCodeAt(start)) start++
  while (start > 0 && WORD.test(one[start - 1]!)) start--
  let end = 0
  while (end < max - start && one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)) end++
  while (end > 0 && WORD.test(one[one.length - end]!)) end--
  return [start, end]
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
function toRanges(tokens: string[], start: number, isCommon: boolean[]): Range[] {
  const ranges: [number, number][] = []
  let at = start
  tokens.forEach((token, index) => {
    const isBetween = index > 0 && index < tokens.length - 1 && !isCommon[index - 1] && !isCommon[index + 1]
    const isMarked = !isCommon[index] || (isBetween && token.trim() === '')
    const last = ranges.at(-1)
    if (isMarked && last?.[1] === at) last[1] += token.length
    else if (isMarked) ranges.push([at, at + token.length])
    at += token.length
  })
  return ranges
}
