/** A place where two texts differ: lines of the one that the lines of the other stand for. */
export interface Hunk {
  /** Index of the first removed line, or of the line before which lines were added. */
  at: number
  removed: string[]
  added: string[]
}

/** The differences between two lists of lines, by their longest common subsequence. */
export function diffLines(before: readonly string[], after: readonly string[]): Hunk[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const old = before.slice(start, before.length - end)
  const fresh = after.slice(start, after.length - end)
  const lengths = commonLengths(old, fresh)
  const hunks: Hunk[] = []
  let open: Hunk | null = null
  for (let row = 0, column = 0; row < old.length || column < fresh.length;) {
    if (row < old.length && column < fresh.length && old[row] === fresh[column]) {
      open = null
      row += 1
      column += 1
      continue
    }
    if (!open) hunks.push((open = { at: start + row, removed: [], added: [] }))
    const isRemoval = column === fresh.length || (row < old.length && lengths[row + 1]![column]! >= lengths[row]![column + 1]!)
    if (isRemoval) open.removed.push(old[row++]!)
    else open.added.push(fresh[column++]!)
  }
  return hunks
}

/** How many lines two tails have in common, for every pair of tails. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1))
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = fresh.length - 1; column >= 0; column--)
      lengths[row]![column] =
        old[row] === fresh[column]
          ? lengths[row + 1]![column + 1]! + 1
          : Math.max(lengths[row + 1]![column]!, lengths[row]![column + 1]!)
  return lengths
}
