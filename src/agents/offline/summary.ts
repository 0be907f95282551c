import { type LeftAlone, type Outcome, type PageChange, plural } from '../../site/edit/outcome.ts'

/** What became of one instruction. */
export interface Report {
  /** What was understood, in the imperative; or the instruction as written, when nothing was. */
  heading: string
  details: string[]
  isUnderstood: boolean
  outcome: Outcome
}

/** Longer lists are cut: a pull request text has 65,536 characters at most, and nobody reads the thousandth line. */
const LIST_LINES_MAX = 100

/** The report for the person who asked and for the reviewer, in Markdown. */
export function writeSummary(reports: readonly Report[]): string {
  return reports.map((report) => writeReport(report)).join('\n\n')
}

function writeReport({ heading, details, isUnderstood, outcome }: Report): string {
  const parts = [`**${isUnderstood ? 'Understood' : 'Not carried out'}:** ${oneLine([heading, ...details].join(', '))}.`]
  parts.push(...outcome.notes)
  if (outcome.changes.length > 0) {
    const changes = merge(outcome.changes)
    parts.push(
      `**Done** on ${plural(changes.length, 'file')}:\n\n${list(changes.map(({ path, what }) => `\`${path}\`: ${what}`))}`,
    )
  } else if (isUnderstood && outcome.notes.length === 0) parts.push('Nothing had to be changed.')
  if (outcome.left.length > 0) parts.push(`**Left as it is:**\n\n${list(outcome.left.map(writeLeft))}`)
  return parts.join('\n\n')
}

/** One line per page, in the order of the paths. */
function merge(changes: readonly PageChange[]): PageChange[] {
  const byPath = new Map<string, string[]>()
  for (const { path, what } of changes) byPath.set(path, [...(byPath.get(path) ?? []), what])
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
