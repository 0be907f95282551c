import type { ChangedFile } from '../../../git/diff.ts'
import { fileAnchor } from '../../../pull-requests/file-anchor.ts'
import { type Html, html, visible } from '../html.ts'
import { toBlocks } from './blocks.ts'
import { type DiffView, renderDiffTable } from './diff-table.ts'
import type { FileDiff } from './file-diff.ts'
import { createWordBudget } from './word-changes.ts'

/** Larger files are folded: what a person wrote comes first, what a program made can be opened. */
const OPEN_LINES_MAX = 600

/** So are all files after so many lines: a browser lays out what is open before it shows anything. */
const OPEN_LINES_SUM_MAX = 5_000

/** Files that are listed one by one; each has its own changes below, too. */
const FILES_LISTED_MAX = 1_000

const EXECUTABLE = '100755'
const SYMBOLIC_LINK = '120000'
const SUBMODULE = '160000'

/** The list of changed files, each with a link to its changes. */
export function renderFileList(files: readonly ChangedFile[]): Html {
  const rest = files.length - FILES_LISTED_MAX
  return html`<nav aria-label="Changed files"><ul class="files">
${files
  .slice(0, FILES_LISTED_MAX)
  .map(
    (file) =>
      html`<li><a href="#${fileAnchor(file.path)}">${visible(file.path)}</a> ${renderNotes(file)} ${renderCounts(file)}</li>\n`,
  )}${rest > 0 && html`<li class="faint">and ${rest} more</li>`}</ul></nav>`
}

export function renderDiff(diffs: readonly FileDiff[], view: DiffView): Html {
  const budget = createWordBudget()
  let lines = 0
  return html`${diffs.slice(0, FILES_LISTED_MAX).map((diff) => {
    lines += diff.lines.length
    const isOpen = diff.lines.length <= OPEN_LINES_MAX && lines <= OPEN_LINES_SUM_MAX
    const table = diff.lines.length > 0 && renderDiffTable(diff.file.path, toBlocks(diff.lines, budget), view)
    return renderFile(diff, table, isOpen)
  })}`
}

/** The anchor is inside what can be folded: a browser that goes to it unfolds the file. */
function renderFile({ file, extent }: FileDiff, table: Html | false, isOpen: boolean): Html {
  const reason = extent === 'missing' ? 'Not shown: the whole change is too large for this page.' : explainEmpty(file)
  return html`<details class="file"${isOpen && html` open`}>
<summary><h3>${visible(file.path)}</h3> ${renderNotes(file)} ${renderCounts(file)}</summary>
<div id="${fileAnchor(file.path)}" class="scroll" role="region" tabindex="0" aria-label="Changes in ${file.path}">${table || html`<p class="note">${reason}</p>`}</div>
${extent === 'cut' && html`<p class="note">The rest is not shown: the whole change is too large for this page.</p>`}</details>
`
}

function renderCounts({ additions, deletions }: ChangedFile): Html {
  if (additions === null || deletions === null) return html``
  return html`<span class="plus">+${additions}</span> <span class="minus">−${deletions}</span>`
}

function renderNotes(file: ChangedFile): Html | false {
  const notes = describeFile(file)
  return notes.length > 0 && html`<span class="faint">${visible(notes.join(', '))}</span>`
}

/** What the lines do not show. */
function describeFile({ change, previousPath, modeBefore, modeAfter, additions }: ChangedFile): string[] {
  const notes: string[] = []
  if (change === 'added') notes.push('new')
  if (change === 'deleted') notes.push('deleted')
  if (previousPath !== null) notes.push(`renamed from ${previousPath}`)
  if (modeAfter === SUBMODULE) notes.push('submodule')
  else if (modeAfter === SYMBOLIC_LINK) notes.push('symbolic link')
  else if (modeBefore === SYMBOLIC_LINK && modeAfter !== null) notes.push('no longer a symbolic link')
  else if (modeAfter === EXECUTABLE && modeBefore !== EXECUTABLE) notes.push('executable')
  else if (modeBefore === EXECUTABLE && modeAfter !== null && modeAfter !== EXECUTABLE) notes.push('no longer executable')
  if (additions === null) notes.push('binary')
  return notes
}

function explainEmpty({ additions, change }: ChangedFile): string {
  if (additions === null) return 'A binary file: its content cannot be shown as text.'
  if (change === 'added' || change === 'deleted') return 'The file is empty.'
  return 'The content is the same.'
}
