import { type Literal, allObjects, readLiterals } from '../../read/literal-tree.ts'
import { isConfigPath } from '../../read/site.ts'
import type { EditableSite } from '../editable-site.ts'

/** Fields of navigation files that readers see. Every other text may be a path, an id or a setting. */
const LABEL_KEYS = new Set(['group', 'tab', 'anchor', 'dropdown', 'label', 'text'])

/** A label of the navigation, where it stands in its file. */
export interface NavigationLabel {
  path: string
  text: string
  start: number
  /** Exclusive. */
  end: number
  /** Where what it is the label of ends; the entries between are its own. */
  bodyEnd: number
}

/** All labels of the navigation. */
export function navigationLabels(site: EditableSite): NavigationLabel[] {
  return site
    .paths()
    .filter(isConfigPath)
    .flatMap((path) => {
      const text = site.text(path)
      return (/\.ya?ml$/iu.test(path) ? yamlLabels(text) : literalLabels(text)).map((label) => ({ ...label, path }))
    })
}

export function literalLabels(text: string): Omit<NavigationLabel, 'path'>[] {
  const labels: Omit<NavigationLabel, 'path'>[] = []
  for (const { object } of allObjects(readLiterals(text))) {
    for (const { key, value } of object.entries) {
      if (LABEL_KEYS.has(key) && isPlain(text, value))
        labels.push({ text: value.value, start: value.start, end: value.end, bodyEnd: lastOffset(object) })
    }
  }
  return labels
}

/** A text without escapes, which stands in the file as it is read. */
function isPlain(text: string, value: Literal): value is Extract<Literal, { kind: 'text' }> {
  return value.kind === 'text' && text.slice(value.start, value.end) === value.value
}

function lastOffset(literal: Literal): number {
  if (literal.kind === 'text') return literal.end
  const parts = literal.kind === 'object' ? literal.entries.map(({ value }) => value) : literal.items
  return parts.reduce((last, part) => Math.max(last, lastOffset(part)), literal.start)
}

/** The titles in the `nav` of MkDocs: what stands between the dash and the colon. */
export function yamlLabels(text: string): Omit<NavigationLabel, 'path'>[] {
  const nav = /^nav:[ \t]*\n(?<body>(?:[ \t-].*\n?|[ \t]*\n)*)/mu.exec(text)
  const body = nav?.groups?.['body'] ?? ''
  const start = nav ? nav.index + nav[0].length - body.length : 0
  const found = [...body.matchAll(/^(?<indent>[ \t]*)(?<lead>-[ \t]+["']?)(?<label>[^\n:"']+)["']?:(?=\s|$)/gmu)]
  return found.map(({ index, groups }) => {
    const indent = groups?.['indent'] ?? ''
    const label = groups?.['label'] ?? ''
    const at = start + index + indent.length + (groups?.['lead'] ?? '').length
    const lineEnd = endOfLine(text, at)
    const deeper = new RegExp(`\\n(?!${indent}[ \\t]|[ \\t]*(?:\\n|$))`, 'u').exec(text.slice(lineEnd))
    const bodyEnd = deeper ? lineEnd + deeper.index : text.length
    return { text: label, start: at, end: at + label.length, bodyEnd }
  })
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
