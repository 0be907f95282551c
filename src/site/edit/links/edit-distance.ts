/**
 * Insertions, deletions, replacements and swaps of neighbours that turn one text into the other; `limit + 1` when there are more.
 *
 * Only cells at most `limit` away from the diagonal are looked at: any other costs more. So the time grows with the length of the
 * text, and not with its square. Libraries count a swap as two changes, or have no limit (ADR 23).
 */
export function editDistance(a: string, b: string, limit: number): number {
  const tooMany = limit + 1
  if (Math.abs(a.length - b.length) > limit) return tooMany
  // Cell `at` of a row belongs to the column `row + at - limit`. The first and the last are walls.
  const width = 2 * limit + 3
  let beforeLast = new Int32Array(width).fill(tooMany)
  let last = Int32Array.from({ length: width }, (_, at) => (at <= limit ? tooMany : Math.min(at - tooMany, tooMany)))
  let current = new Int32Array(width).fill(tooMany)
  for (let row = 1; row <= a.length; row += 1) {
    const [letter, letterBefore] = [a.charCodeAt(row - 1), a.charCodeAt(row - 2)]
    let least = tooMany
    for (let at = 1; at < width - 1; at += 1) {
      const column = row + at - tooMany
      let best = column === 0 ? Math.min(row, tooMany) : tooMany
      if (column > 0 && column <= b.length) {
        const other = b.charCodeAt(column - 1)
        best = Math.min(best, last[at + 1]! + 1, current[at - 1]! + 1, last[at]! + (letter === other ? 0 : 1))
        if (row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && letterBefore === other)
          best = Math.min(best, beforeLast[at]! + 1)
      }
      current[at] = best
      if (best < least) least = best
    }
    if (least > limit) return tooMany
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[b.length - a.length + tooMany]!
}
