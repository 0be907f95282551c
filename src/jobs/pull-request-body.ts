import type { ChangedFile } from '../git/diff.ts'
import { countByFolder } from '../lib/folders.ts'
import { type Checks, toCheckRows } from '../pull-requests/checks.ts'

/** Hosts refuse long texts whole. These keep all sections, and the id of the job at the end, within the strictest limit. */
const PROMPTS_MAX = 40
const PROMPT_CHARACTERS_MAX = 2_000
const PROMPTS_CHARACTERS_MAX = 9_000
const SUMMARY_CHARACTERS_MAX = 6_000
const LIST_CHARACTERS_MAX = 5_000
const PATH_CHARACTERS_MAX = 200
const LEAD_CHARACTERS_MAX = 600
const NAME_CHARACTERS_MAX = 60

/** As many are read at a glance; more are counted by folder. */
const FILES_SHOWN_MAX = 10
const FOLDERS_MAX = 20

/** One instruction and what came of it. */
export interface PullRequestTurn {
  prompt: string
  /** In words; null where nobody knows. */
  askedBy: string | null
  /** What the agent says that it did. */
  summary: string
}

export interface PullRequestWork {
  jobId: string
  /** All turns so far, oldest first; at least one. */
  turns: readonly PullRequestTurn[]
  files: readonly ChangedFile[]
  fileLink(path: string): string
  /** Null when nothing was checked, or when the code host shows the checks by itself. */
  checks: Checks | null
}

/** The text of a pull request, in Markdown: what a reviewer wants to know, in the order in which they ask. */
export function toPullRequestBody(work: PullRequestWork): string {
  const last = work.turns.at(-1)!
  const summary = closeFence(shorten(withoutFolds(last.summary.trim()), SUMMARY_CHARACTERS_MAX))
  const lead = leadOf(summary)
  const sections = [
    work.files.length === 0 ? 'This change is empty now: the last instruction reverted it.' : closeFence(lead),
    describeTurns(work.turns),
    ...(work.files.length === 0 ? [] : [`## Changes\n\n${describeFiles(work)}`]),
    ...(summary === lead ? [] : [fold('Full report', summary)]),
    ...(work.checks ? [`## Checks\n\n${describeChecks(work.checks)}`] : []),
    `---\n\nTo change something, send the job a message. It updates this pull request:\n\n    docwright job message ${work.jobId} "What to change"\n\nDocwright job \`${work.jobId}\``,
  ]
  return `${sections.join('\n\n')}\n`
}

/** The first paragraph, and of that no more than two sentences: the rest is in the report. */
function leadOf(summary: string): string {
  const [paragraph = ''] = summary.split(/\n\s*\n/)
  if (paragraph.length > LEAD_CHARACTERS_MAX || paragraph.includes('\n- ')) {
    const sentences = paragraph.split('\n- ', 1)[0]!.split(/(?<=[.!?])\s+/u)
    return shorten(sentences.slice(0, 2).join(' '), LEAD_CHARACTERS_MAX)
  }
  return paragraph
}

/** Who asked for what. Of earlier turns also what came of them, in short. */
function describeTurns(turns: readonly PullRequestTurn[]): string {
  // The first says what it is about, the last ones what is new.
  const shown = turns.length <= PROMPTS_MAX ? turns : [turns[0]!, ...turns.slice(1 - PROMPTS_MAX)]
  // A prompt and an answer each.
  const charactersMax = Math.min(PROMPT_CHARACTERS_MAX, Math.floor(PROMPTS_CHARACTERS_MAX / shown.length / 2))
  const parts = shown.map((turn, index) => {
    const asked = turn.askedBy === null ? 'Requested' : `Requested by ${toPlainLine(turn.askedBy)}`
    const heading = `**${index === 0 ? asked : `Then ${asked.charAt(0).toLowerCase()}${asked.slice(1)}`}:**`
    const quoted = shorten(quote(withoutFolds(turn.prompt.trim())), charactersMax)
    const done =
      index === shown.length - 1 ? '' : `\n\n${closeFence(shorten(leadOf(withoutFolds(turn.summary.trim())), charactersMax))}`
    return `${heading}\n\n${quoted}${done}`
  })
  if (shown.length < turns.length) parts.splice(1, 0, `… ${turns.length - shown.length} more …`)
  return parts.join('\n\n')
}

function quote(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/** How much and where, and the files one by one for those who want them. */
function describeFiles({ files, fileLink }: PullRequestWork): string {
  const sum = (lines: 'additions' | 'deletions') => files.reduce((all, file) => all + (file[lines] ?? 0), 0)
  const total = `**${files.length} ${files.length === 1 ? 'file' : 'files'}**, +${sum('additions')} −${sum('deletions')}`
  const listed = list(files, (file) => describeFile(file, fileLink))
  if (files.length <= FILES_SHOWN_MAX) return `${total}\n\n${listed}`
  const folders = countByFolder(files.map(({ path }) => path))
  const rows = folders
    .slice(0, FOLDERS_MAX)
    .map(({ folder, count }) => `| ${toCode(folder || '.').replaceAll('|', '\\|')} | ${count} |`)
  const rest = folders.slice(FOLDERS_MAX).reduce((all, { count }) => all + count, 0)
  const table = ['| Folder | Files |', '|---|--:|', ...rows, ...(rest > 0 ? [`| all others | ${rest} |`] : [])].join('\n')
  return `${total}\n\n${table}\n\n${fold('All files', listed)}`
}

/**
 * A part that is shown on a click, in the one form that code hosts and the pages of the service let through. Texts of others are
 * kept from having it: what they fold away, nobody would see.
 */
function fold(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`
}

function withoutFolds(text: string): string {
  return text.replaceAll(/<(?=\/?(?:details|summary)\b)/giu, '&lt;')
}

/** A block of code that is never closed would take in all that follows. */
function closeFence(text: string): string {
  let open = ''
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (mark !== '' && (open === '' || mark.startsWith(open))) open = open === '' ? mark : ''
  }
  return open === '' ? text : `${text}\n${open}`
}

/** A name, without what Markdown could read into it. */
function toPlainLine(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} .,'’“”()-]+/gu, ' ').replaceAll(/\s+/gu, ' ')
  return shorten(plain.trim(), NAME_CHARACTERS_MAX)
}

/** As many items as fit, and how many do not. */
function list<Item>(items: readonly Item[], describe: (item: Item) => string): string {
  const lines: string[] = []
  let characters = 0
  for (const item of items) {
    const line = `- ${describe(item)}`
    characters += line.length + 1
    if (characters > LIST_CHARACTERS_MAX) break
    lines.push(line)
  }
  if (lines.length < items.length) lines.push(`- … and ${items.length - lines.length} more`)
  return lines.join('\n')
}

function describeFile(file: ChangedFile, fileLink: PullRequestWork['fileLink']): string {
  const name = toCode(file.path)
  // A deleted file is in no commit that could be linked to.
  if (file.change === 'deleted') return `${name} deleted`
  const link = fileLink(file.path).replaceAll('(', '%28').replaceAll(')', '%29')
  const from = file.previousPath === null ? '' : `, renamed from ${toCode(file.previousPath)}`
  const lines = file.additions === null ? 'binary' : `+${file.additions} −${file.deletions ?? 0}`
  return `[${name}](${link}) ${file.change === 'added' ? 'new, ' : ''}${lines}${from}`
}

function describeChecks(checks: Checks): string {
  const rows = toCheckRows(checks).map(({ code, before, after }) => `| ${code} | ${before} | ${after} |`)
  if (rows.length === 0) return 'No problems before, and none after.'
  const added = list(checks.added, ({ path, line, message }) => `${toCode(`${path}:${line}`)} ${message.replace(/\s+/g, ' ')}`)
  const table = ['| Problem | Before | After |', '|---|--:|--:|', ...rows].join('\n')
  return checks.added.length === 0
    ? `The change adds no problem.\n\n${fold('Problems before and after', table)}`
    : `${table}\n\n**New with this change:**\n\n${added}`
}

/** As code, so that nothing in a name is read as Markdown. A longer fence holds names that have backticks themselves. */
function toCode(name: string): string {
  const line = shorten(name.replace(/\s+/g, ' '), PATH_CHARACTERS_MAX)
  if (!line.includes('`')) return `\`${line}\``
  const fence = '`'.repeat(Math.max(...(line.match(/`+/g) ?? []).map((run) => run.length)) + 1)
  return `${fence} ${line} ${fence}`
}

/** Without cutting a character in two. */
function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')} … (shortened)`
}
