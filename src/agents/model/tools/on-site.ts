import type { EditableSite } from '../../../site/edit/editable-site.ts'
import type { Outcome } from '../../../site/edit/outcome.ts'
import { readSite } from '../../../site/edit/site-directory.ts'
import { Refusal } from '../../files/refusal.ts'
import type { ToolContext } from './tool.ts'

/** Reads the site, with all pages scanned. */
export async function siteOf({ task }: ToolContext): Promise<EditableSite> {
  const { site } = await readSite(task)
  await site.scan(task.signal)
  return site
}

/** Changes the site in memory, and brings what changed to the disk the way that all tools go. */
export async function changeSite(context: ToolContext, change: (site: EditableSite) => Outcome): Promise<string> {
  const site = await siteOf(context)
  const outcome = change(site)
  // All or none: half of a move would break the links that it should keep whole.
  await context.files.writeAll(site.changes())
  return describe(outcome)
}

/** The page that a path names; `site/edit` takes unknown ones for a mistake in its caller. */
export function existingPage(site: EditableSite, path: string): string {
  if (!site.pages().includes(path)) throw new Refusal(`There is no page "${path}". find_pages and list tell which there are.`)
  return path
}

function describe({ changes, left, notes }: Outcome): string {
  const lines = [
    ...notes,
    ...changes.map(({ path, what }) => `Changed ${path}: ${what}`),
    ...left.map(
      ({ path, line, what }) =>
        `Left as it is${path === undefined ? '' : `, ${path}${line === undefined ? '' : `:${line}`}`}: ${what}`,
    ),
  ]
  return lines.length === 0 ? 'Nothing had to be changed.' : lines.join('\n')
}
