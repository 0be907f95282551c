import { type LeftAlone, type PageChange, plural } from '../../site/edit/outcome.ts'
import type { Hint, Report } from './report.ts'

/** Longer lists are cut: a pull request text has 65,536 characters at most, and nobody reads the thousandth line. */
const LIST_LINES_MAX = 100

/** From so many files on, a reader wants to know where they are before seeing each of them. */
const FILES_LISTED_MAX = 30
const SAMPLES_MAX = 10

const HEADINGS: Record<Report['kind'], string> = {
  understood: 'Understood',
  not_understood: 'Not carried out',
  needs_choice: 'Not carried out, because it can mean several things',
  answered: 'Answered',
}

/** The report for the person who asked and for the reviewer, in Markdown. */
export function writeSummary(reports: readonly Report[]): string {
  return reports.map((report) => writeReport(report)).join('\n\n')
}

function writeReport({ heading, details, kind, outcome, hints }: Report): string {
  const parts = [`**${HEADINGS[kind]}:** ${oneLine([heading, ...details].join(', '))}.`]
  for (const note of outcome.notes) parts.push(note)
  if (outcome.changes.length > 0) parts.push(writeChanges(merge(outcome.changes)))
  else if (kind === 'understood' && outcome.notes.length === 0) parts.push('Nothing had to be changed.')
  if (outcome.left.length > 0) parts.push(`**Left as it is:**\n\n${list(outcome.left.map(writeLeft))}`)
  if (hints.length > 0)
    parts.push(
      `${kind === 'needs_choice' ? 'Send one of these' : 'The nearest thing that works'}:\n\n${list(hints.map(writeHint))}`,
    )
  return parts.join('\n\n')
}

function writeHint({ sentence, effect }: Hint): string {
  return effect === null ? sentence : `${sentence} (${effect})`
}

/** Few files are listed; many are counted by folder, with some of them as samples. */
function writeChanges(changes: readonly PageChange[]): string {
  const done = `**Done** on ${plural(changes.length, 'file')}`
  if (changes.length <= FILES_LISTED_MAX) return `${done}:\n\n${list(changes.map(writeChange))}`
  const folders = Map.groupBy(changes, ({ path }) => folderOfChange(path))
  const counts = [...folders]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([folder, ofFolder]) => `${folder}: ${plural(ofFolder.length, 'file')}`)
  const step = Math.ceil(changes.length / SAMPLES_MAX)
  const samples = changes.filter((_, index) => index % step === 0)
  return `${done}:\n\n${list(counts)}\n\nFor example:\n\n${list(samples.map(writeChange))}`
}

/** The first two folders of a path tell the parts of a site. */
function folderOfChange(path: string): string {
  const folders = path.split('/').slice(0, -1).slice(0, 2)
  return folders.length === 0 ? 'the root' : `\`${folders.join('/')}/\``
}

function writeChange({ path, what }: PageChange): string {
  return `\`${path}\`: ${what}`
}

/** One line per page, in the order of the paths. */
function merge(changes: readonly PageChange[]): PageChange[] {
  const byPath = new Map<string, string[]>()
  for (const { path, what } of changes) {
    const known = byPath.get(path)
    if (known) known.push(what)
    else byPath.set(path, [what])
  }
  return [...byPath].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, what]) => ({ path, what: what.join(', ') }))
}

function writeLeft({ path, line, what }: LeftAlone): string {
  const where = path === undefined ? '' : `\`${path}\`${line === undefined ? '' : ` line ${line}`}: `
  return where + what
}

function list(lines: readonly string[]): string {
  const shown = lines.slice(0, LIST_LINES_MAX).map((line) => `- ${oneLine(line)}`)
  if (lines.length > LIST_LINES_MAX) shown.push(`- and ${lines.length - LIST_LINES_MAX} more`)
  return shown.join('\n')
}

/** A title for the commit and the pull request, from what was understood. */
export function writeTitle(titles: readonly string[]): string {
  const [first = 'No change', ...more] = titles
  return oneLine(more.length === 0 ? first : `${first}, and ${more.length} more`)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}
