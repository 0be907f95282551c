import { isConfigPath } from '../../read/site.ts'
import type { EditableSite } from '../editable-site.ts'
import { literalLabels, yamlLabels } from '../navigation/navigation-labels.ts'
import { type PageChange, plural } from '../outcome.ts'
import type { TermPattern } from './term-pattern.ts'

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
