/** What two versions of a line have in common at both ends, and what is between: before, changed, after. */
export interface WordChange {
  head: string
  removed: string
  added: string
  tail: string
}

/** Below this share of common text, two lines are two lines, and marking all of one says nothing. */
const COMMON_SHARE_MIN = 0.3

const WORD = /[\p{L}\p{N}_]/u

/** Compares from both ends, to whole words. Null when the lines have little in common. */
export function findWordChange(before: string, after: string): WordChange | null {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head++
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  while (head > 0 && isWord(before[head - 1]) && (isWord(before[head]) || isWord(after[head]))) head--
  while (tail > 0 && isWord(before.at(-tail)) && (isWord(before.at(-tail - 1)) || isWord(after.at(-tail - 1)))) tail--
  if (head + tail < Math.max(before.length, after.length) * COMMON_SHARE_MIN) return null
  return {
    head: before.slice(0, head),
    removed: before.slice(head, before.length - tail),
    added: after.slice(head, after.length - tail),
    tail: before.slice(before.length - tail),
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && WORD.test(character)
}
