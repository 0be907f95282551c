import { type Html, html } from './html.ts'

interface DiffLine {
  kind: 'add' | 'remove' | 'same' | 'hunk'
  before: number | null
  after: number | null
  text: string
}

export interface DiffFile {
  name: string
  /** "renamed from …", "new file", "binary file": what the lines do not show. */
  note: string | null
  lines: DiffLine[]
  additions: number
  deletions: number
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** Reads git's unified diff. Lines before the first hunk are about the file; every line after it starts with its sign. */
export function parseDiff(diff: string): DiffFile[] {
  const files: DiffFile[] = []
  let file: DiffFile | null = null
  let before = 0
  let after = 0
  let isInHunk = false
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) {
      file = { name: nameFromHeader(line), note: null, lines: [], additions: 0, deletions: 0 }
      files.push(file)
      isInHunk = false
      continue
    }
    if (!file) continue
    const hunk = HUNK.exec(line)
    if (hunk) {
      isInHunk = true
      before = Number(hunk[1])
      after = Number(hunk[2])
      file.lines.push({ kind: 'hunk', before: null, after: null, text: line })
    } else if (!isInHunk) readFileLine(file, line)
    else if (line.startsWith('+')) {
      file.additions++
      file.lines.push({ kind: 'add', before: null, after: after++, text: line.slice(1) })
    } else if (line.startsWith('-')) {
      file.deletions++
      file.lines.push({ kind: 'remove', before: before++, after: null, text: line.slice(1) })
    } else if (line.startsWith(' ')) file.lines.push({ kind: 'same', before: before++, after: after++, text: line.slice(1) })
    else if (line.startsWith('\\')) file.lines.push({ kind: 'hunk', before: null, after: null, text: line.slice(2) })
  }
  return files
}

function readFileLine(file: DiffFile, line: string): void {
  if (line.startsWith('+++ b/')) file.name = line.slice(6).replace(/\t$/, '')
  else if (line.startsWith('--- a/') && file.note === 'deleted') file.name = line.slice(6).replace(/\t$/, '')
  else if (line.startsWith('new file')) file.note = 'new'
  else if (line.startsWith('deleted file')) file.note = 'deleted'
  else if (line.startsWith('rename from ')) file.note = `renamed from ${line.slice(12)}`
  else if (line.startsWith('rename to ')) file.name = line.slice(10)
  else if (line.startsWith('Binary files')) file.note = file.note ? `${file.note}, binary` : 'binary'
}

/** Good enough until a better line follows: the header is ambiguous for names with " b/" in them. */
function nameFromHeader(line: string): string {
  return line.slice(line.indexOf(' b/') + 3)
}

const SIGN = { add: '+', remove: '−', same: '', hunk: '' }

export function renderDiff(files: DiffFile[]): Html {
  return html`${files.map(renderFile)}`
}

function renderFile(file: DiffFile): Html {
  const note = file.note && html`<span class="faint">${file.note}</span>`
  return html`<section class="file" aria-label="${file.name}">
<header><span>${file.name}</span>${note}<span class="plus">+${file.additions}</span><span class="minus">−${file.deletions}</span></header>
${file.lines.length === 0 ? html`<p class="note">No lines to show.</p>` : html`<div class="scroll"><table class="diff"><tbody>${file.lines.map(renderLine)}</tbody></table></div>`}
</section>`
}

/** Without any white space of its own: that of the line is shown as it is. */
function renderLine(line: DiffLine): Html {
  if (line.kind === 'hunk')
    return html`<tr class="hunk"><td class="number" colspan="2"></td><td class="sign"></td><td>${line.text}</td></tr>`
  return html`<tr class="${line.kind}"><td class="number">${line.before}</td><td class="number">${line.after}</td><td class="sign">${SIGN[line.kind]}</td><td>${line.text}</td></tr>`
}
