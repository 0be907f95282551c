import type { EditableSite } from '../editable-site.ts'
import { type Outcome, nothing, plural } from '../outcome.ts'
import { navigationLabels } from './navigation-labels.ts'

/** Gives the labels of one text in the navigation another one. */
export function renameLabel(
  site: EditableSite,
  from: string,
  to: string,
  mayConfigure: (path: string, before: string, after: string) => boolean,
): Outcome {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  if (/["'\\\n:#{}[\],&*!|>%@`]/u.test(to)) return nothing(`"${to}" has marks that would have to be escaped in the navigation.`)
  const labels = navigationLabels(site).filter(
    ({ path, text }) =>
      !/(?:^|\/)[\w-]*versioned_sidebars\//u.test(path) && text.trim().toLowerCase() === from.trim().toLowerCase(),
  )
  for (const [path, ofFile] of Map.groupBy(labels, (label) => label.path)) {
    const before = site.text(path)
    let after = before
    for (const { start, end } of ofFile.toSorted((a, b) => b.start - a.start))
      after = after.slice(0, start) + to + after.slice(end)
    if (!mayConfigure(path, before, after))
      outcome.left.push({ path, what: `"${from}" in settings that are not for agents to change` })
    else {
      site.write(path, after)
      outcome.changes.push({ path, what: `${plural(ofFile.length, 'navigation label')} renamed` })
    }
  }
  if (labels.length === 0) outcome.notes.push(`No entry of the navigation is called "${from}".`)
  return outcome
}
