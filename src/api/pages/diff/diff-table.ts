import type { DiffLine } from '../../../../client/parse-diff.ts'
import { Html, escapeHtml, escapeVisibly } from '../html.ts'
import type { Block, MarkedLine } from './blocks.ts'

export const DIFF_VIEWS = ['unified', 'split'] as const
export type DiffView = (typeof DIFF_VIEWS)[number]

/** Nobody reads the rest of such a line, and one of them can be a whole program. */
const LINE_CHARACTERS_MAX = 10_000

const UNENDED = '<span class="faint"> (no line end)</span>'

const HEADS: Record<DiffView, string> = {
  unified:
    '<colgroup><col class="n"><col class="n"><col class="s"><col></colgroup><thead><tr><th scope="col"><span class="hidden">Line before</span></th><th scope="col"><span class="hidden">Line after</span></th><th scope="col"><span class="hidden">Change</span></th><th scope="col"><span class="hidden">Text</span></th></tr></thead>',
  split:
    '<colgroup><col class="n"><col><col class="n"><col></colgroup><thead><tr><th scope="col"><span class="hidden">Line before</span></th><th scope="col"><span class="hidden">Before</span></th><th scope="col"><span class="hidden">Line after</span></th><th scope="col"><span class="hidden">After</span></th></tr></thead>',
}

/**
 * The table of one file. Rows are put together as plain text, every part of it escaped here: a diff has tens of thousands of them,
 * and the template would take several times as long.
 */
export function renderDiffTable(name: string, blocks: readonly Block[], view: DiffView): Html {
  const rows = blocks.map(view === 'split' ? toSplitRows : toUnifiedRows)
  return new Html(
    `<table class="diff ${view}"><caption class="hidden">Changes in ${escapeHtml(name)}</caption>${HEADS[view]}<tbody>${rows.join('')}</tbody></table>`,
  )
}

function toUnifiedRows(block: Block): string {
  if (block.kind === 'change')
    return (
      block.removes.map((marked) => unifiedRow('remove', '−', marked)).join('') +
      block.adds.map((marked) => unifiedRow('add', '+', marked)).join('')
    )
  if (block.line.kind === 'hunk') return hunkRow(block.line)
  return unifiedRow('same', '', { line: block.line, marks: [] })
}

function unifiedRow(kind: string, sign: string, marked: MarkedLine): string {
  const { before, after } = marked.line
  return `<tr class="${kind}"><td class="number">${before ?? ''}</td><td class="number">${after ?? ''}</td><td class="sign">${sign}</td><td>${toText(marked)}</td></tr>`
}

function toSplitRows(block: Block): string {
  if (block.kind === 'line') {
    if (block.line.kind === 'hunk') return hunkRow(block.line)
    const text = toText({ line: block.line, marks: [] })
    return `<tr><td class="number">${block.line.before}</td><td>${text}</td><td class="number">${block.line.after}</td><td>${text}</td></tr>`
  }
  let rows = ''
  for (let index = 0; index < Math.max(block.removes.length, block.adds.length); index++)
    rows += `<tr>${splitCells('remove', block.removes[index])}${splitCells('add', block.adds[index])}</tr>`
  return rows
}

function splitCells(kind: 'remove' | 'add', marked: MarkedLine | undefined): string {
  if (!marked) return '<td class="none"></td><td class="none"></td>'
  return `<td class="number ${kind}">${marked.line.before ?? marked.line.after}</td><td class="${kind}">${toText(marked)}</td>`
}

function hunkRow(line: DiffLine): string {
  return `<tr class="hunk"><td colspan="4">${escapeVisibly(line.text)}</td></tr>`
}

/** Without any white space of its own: that of the line is shown as it is. */
function toText({ line, marks }: MarkedLine): string {
  const ending = line.isUnended ? UNENDED : ''
  if (line.text.length > LINE_CHARACTERS_MAX) {
    const left = line.text.length - LINE_CHARACTERS_MAX
    return `${escapeVisibly(line.text.slice(0, LINE_CHARACTERS_MAX))}<span class="faint">… ${left} more characters</span>${ending}`
  }
  if (marks.length === 0) return escapeVisibly(line.text) + ending
  let text = ''
  let at = 0
  for (const [start, end] of marks) {
    text += `${escapeVisibly(line.text.slice(at, start))}<mark>${escapeVisibly(line.text.slice(start, end))}</mark>`
    at = end
  }
  return text + escapeVisibly(line.text.slice(at)) + ending
}
