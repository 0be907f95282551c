/** The line behind the last one with text, from `start` up to `end`. */
export function lastText(lines: readonly string[], start: number, end: number): number {
  let at = end
  while (at > start && (lines[at - 1] ?? '').trim() === '') at -= 1
  return at
}
