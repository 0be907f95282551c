import type { EditableSite } from '../editable-site.ts'
import type { Outcome } from '../outcome.ts'
import { escapePattern } from '../replace/term-pattern.ts'
import { lastText } from './last-text.ts'

const UNRELEASED = /^#{2}\s+\[?(?:unreleased|upcoming|next)\]?/iu

/** Adds an entry to what is not released yet. */
export function addToChangelog(site: EditableSite, path: string, text: string, group: string | null): Outcome {
  const lines = site.text(path).split('\n')
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  if (lines.some((line) => line.replace(/^\s*[-*+]\s+/u, '') === text))
    return { ...outcome, notes: ['The entry is already there.'] }
  if (lines.some((line) => /^\s*<Update\b/u.test(line))) {
    return {
      ...outcome,
      notes: ['This changelog is made of `<Update>` components with dates, which the offline agent does not write.'],
    }
  }
  const mark = /^\s*([-*+])\s+\S/mu.exec(site.text(path))?.[1] ?? '-'
  site.write(path, place(lines, `${mark} ${text.replaceAll('\n', '\n  ')}`, group).join('\n'))
  outcome.changes.push({ path, what: 'entry added under "Unreleased"' })
  return outcome
}

/** Into the section of what is not released, which is made above the newest release when there is none. */
function place(lines: readonly string[], entry: string, group: string | null): string[] {
  const start = lines.findIndex((line) => UNRELEASED.test(line))
  if (start < 0) {
    const release = lines.findIndex((line) => /^##\s/u.test(line))
    const at = release < 0 ? lastText(lines, 0, lines.length) : release
    const block = ['## Unreleased', '', ...(group === null ? [] : [`### ${group}`, '']), entry]
    return release < 0
      ? [...lines.slice(0, at), '', ...block, ...(lines.at(-1) === '' ? [''] : [])]
      : [...lines.slice(0, at), ...block, '', ...lines.slice(at)]
  }
  const next = lines.findIndex((line, index) => index > start && /^#{1,2}\s/u.test(line))
  const end = next < 0 ? lines.length : next
  const wanted =
    group === null
      ? -1
      : lines.findIndex(
          (line, index) =>
            index > start && index < end && new RegExp(`^###\\s+${escapePattern(group ?? '')}\\s*$`, 'iu').test(line),
        )
  if (group !== null && wanted < 0) {
    const at = lastText(lines, start + 1, end)
    return [...lines.slice(0, at), '', `### ${group}`, '', entry, ...lines.slice(at)]
  }
  const from = wanted < 0 ? start : wanted
  const stop = lines.findIndex((line, index) => index > from && index < end && /^###\s/u.test(line))
  const at = lastText(lines, from + 1, stop < 0 ? end : stop)
  return [...lines.slice(0, at), ...(at === from + 1 ? [''] : []), entry, ...lines.slice(at)]
}
