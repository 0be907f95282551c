import type { FileChange } from '../../../site/edit/editable-site.ts'
import { type LeftAlone, type Outcome, plural } from '../../../site/edit/outcome.ts'
import { decodeText } from '../../../site/edit/text-file.ts'
import { countByFolder } from '../../../lib/folders.ts'
import { viewOf, withoutHiddenText } from '../../prompt/page-view.ts'
import { listLines } from './tool.ts'

/** Enough to see what a change is like; the diff has the rest. */
const SAMPLES_MAX = 5
const FOLDERS_MAX = 20
const FILES_MAX = 20
const LEFT_MAX = 20
const LINE_CHARACTERS_MAX = 200

/** What a change of the site came to, in a few lines whatever its size: counts, samples, and what was left. */
export function describeOutcome(
  { changes, left, notes }: Outcome,
  before: ReadonlyMap<string, string>,
  files: readonly FileChange[],
  isDryRun: boolean,
): string {
  const lines = [...notes]
  if (files.length > 0) {
    const did = isDryRun ? 'This would change' : 'Changed'
    const folders = countByFolder(files.map(({ path }) => path)).map(({ folder, count }) => `${folder || '.'} ${count}`)
    lines.push(`${did} ${plural(files.length, 'file')}${files.length > 1 ? `: ${listed(folders, FOLDERS_MAX)}` : ''}`)
    if (changes.length <= FILES_MAX) for (const { path, what } of changes) lines.push(`${path}: ${what}`)
    for (const file of files.slice(0, SAMPLES_MAX)) lines.push(...sampleOf(file, before.get(file.path)))
  } else if (notes.length === 0) lines.push('Nothing had to be changed.')
  if (left.length > 0)
    lines.push(`Left as it is, in ${plural(left.length, 'place')}:`, listLines(left.map(describeLeft), LEFT_MAX, 'places'))
  return withoutHiddenText(lines.join('\n'))
}

function listed(items: readonly string[], max: number): string {
  return items.slice(0, max).join(', ') + (items.length > max ? ` and ${items.length - max} more folders` : '')
}

/** The first line that differs, before and after. */
function sampleOf({ path, bytes }: FileChange, old: string | undefined): string[] {
  const text = bytes && decodeText(bytes)?.text
  if (old === undefined || typeof text !== 'string') return []
  const [from, to] = [old, text].map((one) => viewOf(one).text.split('\n')) as [string[], string[]]
  const line = from.findIndex((one, index) => one !== to[index])
  if (line < 0) return []
  return [`${path}:${line + 1}`, `- ${shorten(from[line]!)}`, `+ ${shorten(to[line] ?? '')}`]
}

function shorten(line: string): string {
  return line.length > LINE_CHARACTERS_MAX ? `${line.slice(0, LINE_CHARACTERS_MAX)}…` : line
}

function describeLeft({ path, line, what }: LeftAlone): string {
  return path === undefined ? what : `${path}${line === undefined ? '' : `:${line}`}: ${what}`
}
