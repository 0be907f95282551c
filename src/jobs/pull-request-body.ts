import type { ChangedFile } from '../git/diff.ts'
import { type Checks, toCheckRows } from '../pull-requests/checks.ts'

/** Hosts refuse long texts whole. These keep all sections, and the id of the job at the end, within the strictest limit. */
const PROMPTS_MAX = 40
const PROMPT_CHARACTERS_MAX = 2_000
const PROMPTS_CHARACTERS_MAX = 10_000
const SUMMARY_CHARACTERS_MAX = 8_000
const LIST_CHARACTERS_MAX = 5_000
const PATH_CHARACTERS_MAX = 200

export interface PullRequestWork {
  jobId: string
  /** All instructions so far, oldest first. */
  prompts: readonly string[]
  /** What the agent says that it did. */
  summary: string
  files: readonly ChangedFile[]
  fileLink(path: string): string
  /** Null when nothing was checked, or when the code host shows the checks by itself. */
  checks: Checks | null
}

/** The text of a pull request, in Markdown: what a reviewer wants to know, in the order in which they ask. */
export function toPullRequestBody(work: PullRequestWork): string {
  const sections = [
    `## Asked\n\n${quoteAll(work.prompts)}`,
    `## Done\n\n${shorten(work.summary.trim(), SUMMARY_CHARACTERS_MAX)}`,
    `## Pages\n\n${listFiles(work)}`,
    ...(work.checks ? [`## Checks\n\n${describeChecks(work.checks)}`] : []),
    `---\n\nSomething missing? Send the job a message, and it goes on in this pull request:\n\n    docwright job message ${work.jobId} "What is to be different"\n\nDocwright job \`${work.jobId}\``,
  ]
  return `${sections.join('\n\n')}\n`
}

function quoteAll(prompts: readonly string[]): string {
  // The first says what it is about, the last ones what is new.
  const shown = prompts.length <= PROMPTS_MAX ? prompts : [prompts[0]!, ...prompts.slice(1 - PROMPTS_MAX)]
  const charactersMax = Math.min(PROMPT_CHARACTERS_MAX, Math.floor(PROMPTS_CHARACTERS_MAX / shown.length))
  const quotes = shown.map((prompt) => shorten(quote(prompt.trim()), charactersMax))
  if (shown.length < prompts.length) quotes.splice(1, 0, `… ${prompts.length - shown.length} more …`)
  return quotes.join('\n\nThen:\n\n')
}

function quote(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function listFiles({ files, fileLink }: PullRequestWork): string {
  return list(files, (file) => describeFile(file, fileLink))
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
  return checks.added.length === 0 ? `${table}\n\nThe change adds no problem.` : `${table}\n\nNew:\n\n${added}`
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
