/** Keys whose values readers see. Every other value may be an identifier, a path or a setting. */
const TEXT_KEYS = new Set([
  'title',
  'description',
  'sidebartitle',
  'sidebar_title',
  'sidebar_label',
  'summary',
  'subtitle',
  'excerpt',
  'linktitle',
  'tagline',
])

const ENTRY = /^(?<key>[A-Za-z_][\w-]*):[ \t]+(?<value>\S.*)$/u

export interface TextRange {
  start: number
  /** Exclusive. */
  end: number
}

/**
 * The ranges of one-line values that readers see, without their quotes. Block scalars, anchors, aliases, lists and values with a
 * comment are left out: they cannot be edited in place with certainty.
 */
export function frontMatterTextRanges(matter: string): TextRange[] {
  if (!matter.startsWith('---')) return []
  const ranges: TextRange[] = []
  let start = 0
  for (const line of matter.split('\n')) {
    const entry = ENTRY.exec(line.trimEnd())?.groups
    const value = entry?.['value'] ?? ''
    if (entry && TEXT_KEYS.has((entry['key'] ?? '').toLowerCase())) {
      const from = start + line.indexOf(value, (entry['key'] ?? '').length + 1)
      const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')$/u.test(value)
      if (quoted) ranges.push({ start: from + 1, end: from + value.length - 1 })
      else if (!/^["'>|&*!%@`[{#-]|\s#/u.test(value)) ranges.push({ start: from, end: from + value.length })
    }
    start += line.length + 1
  }
  return ranges.filter(({ start, end }) => end > start)
}
