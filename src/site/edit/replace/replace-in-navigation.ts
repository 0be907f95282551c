import { type Literal, allObjects, readLiterals } from '../../read/literal-tree.ts'
import { isConfigPath } from '../../read/site.ts'
import type { EditableSite } from '../editable-site.ts'
import { type PageChange, plural } from '../outcome.ts'
import type { TermPattern } from './term-pattern.ts'

/** Fields of navigation files that readers see. Every other text may be a path, an id or a setting. */
const LABEL_KEYS = new Set(['group', 'tab', 'anchor', 'dropdown', 'label', 'text'])

interface Label {
  start: number
  /** Exclusive. */
  end: number
}

export interface NavigationScope {
  isInScope(path: string): boolean
  /** Whether a configuration file may be changed so: a label elsewhere than in the navigation is a setting. */
  mayConfigure(path: string, before: string, after: string): boolean
}

/** Replaces a term in the labels of the navigation, so that it says the same as the pages. */
export function replaceInNavigation(
  site: EditableSite,
  term: TermPattern,
  { isInScope, mayConfigure }: NavigationScope,
): PageChange[] {
  const changes: PageChange[] = []
  for (const path of site.paths().filter((one) => isConfigPath(one) && isInScope(one))) {
    const text = site.text(path)
    const labels = /\.ya?ml$/iu.test(path) ? yamlLabels(text) : literalLabels(text)
    const parts: string[] = []
    let [count, position] = [0, 0]
    for (const { start, end } of labels.sort((a, b) => a.start - b.start)) {
      const label = text.slice(start, end)
      const replaced = label.replaceAll(term.pattern, (match, ...rest) => {
        const at = rest.find((part): part is number => typeof part === 'number') ?? 0
        return term.isDone(label, at) ? match : term.replacement(match)
      })
      // A text that would need escapes is left to a person.
      if (start < position || replaced === label || /["'\\\n:#]/u.test(replaced) || replaced.trim() === '') continue
      parts.push(text.slice(position, start), replaced)
      position = end
      count += 1
    }
    const changed = parts.join('') + text.slice(position)
    if (count === 0 || !mayConfigure(path, text, changed)) continue
    site.write(path, changed)
    changes.push({ path, what: plural(count, 'navigation label') })
  }
  return changes
}

function literalLabels(text: string): Label[] {
  const labels: Label[] = []
  for (const { object } of allObjects(readLiterals(text))) {
    for (const { key, value } of object.entries) if (LABEL_KEYS.has(key) && isPlain(text, value)) labels.push(value)
  }
  return labels
}

/** A text without escapes, which stands in the file as it is read. */
function isPlain(text: string, value: Literal): value is Extract<Literal, { kind: 'text' }> {
  return value.kind === 'text' && text.slice(value.start, value.end) === value.value
}

/** The titles in the `nav` of MkDocs: what stands between the dash and the colon. */
function yamlLabels(text: string): Label[] {
  const nav = /^nav:[ \t]*\n(?<body>(?:[ \t-].*\n?|[ \t]*\n)*)/mu.exec(text)
  const body = nav?.groups?.['body'] ?? ''
  const start = nav ? nav.index + nav[0].length - body.length : 0
  return [...body.matchAll(/^(?<lead>[ \t]*-[ \t]+["']?)(?<label>[^\n:"']+)["']?:(?=\s|$)/gmu)].map((found) => {
    const at = start + found.index + (found.groups?.['lead'] ?? '').length
    return { start: at, end: at + (found.groups?.['label'] ?? '').length }
  })
}
