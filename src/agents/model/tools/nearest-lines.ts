const SHOWN_MAX = 3
const LINE_CHARACTERS_MAX = 300
/** Of the words of the line that was looked for. Below this, another line is only shown by chance. */
const LIKENESS_MIN = 0.5

/**
 * Where in a text something stands that is not quite what was looked for, so that a model sees what it got wrong: the same but for
 * white space, or else the lines that share most words with its first line. Empty when nothing is near.
 */
export function describeNearest(text: string, wanted: string): string {
  const lines = text.split('\n')
  const first = wanted.split('\n').find((line) => line.trim() !== '') ?? ''
  const same = lines.findIndex((line) => squeeze(line) === squeeze(first) && squeeze(first) !== '')
  if (same >= 0 && !text.includes(first)) return `Line ${same + 1} differs from it in white space only: ${shown(lines[same]!)}\n`
  const words = wordsOf(first)
  if (words.size === 0) return ''
  const near = lines
    .map((line, index) => ({ line, index, likeness: likeness(words, wordsOf(line)) }))
    .filter((one) => one.likeness >= LIKENESS_MIN)
    .sort((a, b) => b.likeness - a.likeness || a.index - b.index)
    .slice(0, SHOWN_MAX)
  if (near.length === 0) return ''
  return `The nearest lines are:\n${near.map(({ line, index }) => `${index + 1}: ${shown(line)}`).join('\n')}\n`
}

function squeeze(line: string): string {
  return line.replaceAll(/\s+/gu, '')
}

function shown(line: string): string {
  return line.length > LINE_CHARACTERS_MAX ? `${line.slice(0, LINE_CHARACTERS_MAX)}…` : line
}

/** Common words of both, as a share of all of them: linear, however long the lines are. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const word of one) if (other.has(word)) common += 1
  return (2 * common) / Math.max(1, one.size + other.size)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}
