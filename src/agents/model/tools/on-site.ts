import type { EditableSite } from '../../../site/edit/editable-site.ts'
import type { Outcome } from '../../../site/edit/outcome.ts'
import { readSite } from '../../../site/edit/site-directory.ts'
import { Refusal } from '../../files/refusal.ts'
import { describeOutcome } from './describe-outcome.ts'
import type { ToolContext } from './tool.ts'

/** Reads the site, with all pages scanned. */
export async function siteOf({ task }: ToolContext): Promise<EditableSite> {
  const { site } = await readSite(task)
  await site.scan(task.signal)
  return site
}

/** Changes the site in memory and, unless it is only tried, brings what changed to the disk the way that all tools go. */
export async function changeSite(
  context: ToolContext,
  change: (site: EditableSite, words: string) => Outcome | Promise<Outcome>,
  isDryRun = false,
): Promise<string> {
  const { site, words } = await readSite(context.task)
  await site.scan(context.task.signal)
  const before = site.snapshot()
  const outcome = await change(site, words)
  const changes = site.changes()
  // All or none: half of a move would break the links that it should keep whole. By rule, so that any number of files may follow.
  if (!isDryRun) await context.wideFiles.writeAll(changes)
  return describeOutcome(outcome, before, changes, isDryRun)
}

/** The page that a path names; `site/edit` takes unknown ones for a mistake in its caller. */
export function existingPage(site: EditableSite, path: string): string {
  if (!site.pages().includes(path)) throw new Refusal(`There is no page "${path}". find_pages and list tell which there are.`)
  return path
}
