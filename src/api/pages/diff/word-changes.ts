import type { ArrayChange } from 'diff'
import { diffArrays } from 'diff/lib/diff/array.js'

/** From the first changed character to the one after the last. */
export type Range = readonly [start: number, end: number]

export interface WordChanges {
  removed: Range[]
  added: Range[]
}

/** Steps that one page may spend on words: about 50 ms. What comes after is shown without marks. */
export interface WordBudget {
  steps: number
}

export function createWordBudget(): WordBudget {
  return { steps: 1_000_000 }
}

/** Lines that differ in more words are two sentences. The time for a pair of lines grows with the square of it, up to a millisecond. */
const EDITS_MAX = 100

/** Longer lines are data rather than text. */
const LINE_CHARACTERS_MAX = 4_000

/** Below this share of common characters two lines are two sentences, and marks would only be confetti. */
const COMMON_SHARE_MIN = 0.35

/** Words, spaces, and single marks. All beyond ASCII counts as letters: that is right for every script, and several times faster. */
const TOKEN = /[A-Za-z0-9_\u0080-\uFFFF]+|[ \t]+|[^]/g
const WORD = /[A-Za-z0-9_\u0080-\uFFFF]/

/** Tells which words of two lines differ. Null when they have too little in common, or when it would cost too much to tell. */
export function findWordChanges(removed: string, added: string, budget: WordBudget): WordChanges | null {
  if (budget.steps <= 0 || removed.length > LINE_CHARACTERS_MAX || added.length > LINE_CHARACTERS_MAX) return null
  const [start, end] = findCommonEnds(removed, added)
  const before = removed.slice(start, removed.length - end).match(TOKEN) ?? []
  const after = added.slice(start, added.length - end).match(TOKEN) ?? []
  const parts = diffArrays(before, after, { maxEditLength: EDITS_MAX })
  const edits = parts?.reduce((sum, part) => sum + (part.added || part.removed ? part.count : 0), 0) ?? EDITS_MAX
  budget.steps -= edits ** 2 + before.length + after.length
  if (!parts) return null

  const changes = { removed: toRanges(parts, 'added', start), added: toRanges(parts, 'removed', start) }
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

/** Joined over single common spaces: two changed words in a row are one change to the eye. */
function toRanges(parts: readonly ArrayChange<string>[], otherSide: 'added' | 'removed', start: number): Range[] {
  const own = parts.filter((part) => !part[otherSide])
  const isChange = (part: ArrayChange<string> | undefined) => part?.added || part?.removed
  const ranges: [number, number][] = []
  let at = start
  own.forEach((part, index) => {
    const text = part.value.join('')
    const isSpace = part.value.length === 1 && text.trim() === ''
    const isMarked = isChange(part) || (isSpace && isChange(own[index - 1]) && isChange(own[index + 1]))
    const last = ranges.at(-1)
    if (isMarked && last?.[1] === at) last[1] += text.length
    else if (isMarked) ranges.push([at, at + text.length])
    at += text.length
  })
  return ranges
}
