import type { EditableSite } from '../editable-site.ts'
import { type Outcome, plural } from '../outcome.ts'
import { movePageTo } from './move-page.ts'

/** Moves all pages of a folder, each with what refers to it. Whatever else is in the folder stays. */
export function moveFolder(site: EditableSite, from: string, to: string): Outcome {
  const pages = site.pages().filter((path) => path.startsWith(`${from}/`))
  const taken = pages.filter((path) => !site.canCreate(`${to}${path.slice(from.length)}`))
  if (pages.length === 0) return { changes: [], left: [], notes: [`There is no page in \`${from}\`.`] }
  if (taken.length > 0 || `${to}/`.startsWith(`${from}/`))
    return {
      changes: [],
      left: taken.map((path) => ({ path, what: `\`${to}${path.slice(from.length)}\` is taken or no place for a page` })),
      notes: [`Nothing was moved: \`${to}\` cannot take every page.`],
    }
  const outcome: Outcome = {
    changes: [],
    left: [],
    notes: [`${plural(pages.length, 'page')} moved from \`${from}\` to \`${to}\`.`],
  }
  for (const path of pages) {
    const moved = movePageTo(site, path, `${to}${path.slice(from.length)}`)
    outcome.changes = outcome.changes.concat(moved.changes)
    outcome.left = outcome.left.concat(moved.left)
  }
  const others = site.allPaths().filter((path) => path.startsWith(`${from}/`))
  if (others.length > 0)
    outcome.left.push({ what: `${plural(others.length, 'file')} in \`${from}\` that are not pages stayed there` })
  return outcome
}
