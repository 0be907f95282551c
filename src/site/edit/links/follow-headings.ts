import { AnchorIndex } from '../../read/anchor-index.ts'
import type { PageFacts } from '../../read/page-facts.ts'
import { resolveTarget } from '../../read/resolve-target.ts'
import { rewriteTargets } from '../../read/rewrite-targets.ts'
import { scanPage } from '../../read/scan-page.ts'
import type { EditableSite } from '../editable-site.ts'
import { nextTurn } from '../next-turn.ts'
import { type PageChange, plural } from '../outcome.ts'

/**
 * Lets links follow headings whose text, and with it whose anchor, has changed since the snapshot. Without this, renaming a term
 * would break every link to a heading that contains it.
 */
export async function followHeadings(
  site: EditableSite,
  before: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<PageChange[]> {
  const renamed = await renamedAnchors(site, before, signal)
  if (renamed.size === 0) return []
  await site.scan(signal)
  const model = site.model()
  const anchors = new AnchorIndex(model)
  const changes: PageChange[] = []
  for (const path of site.pages()) {
    const rewrites = site.facts(path).links.flatMap(({ target, at }) => {
      const found = target.includes('#') ? resolveTarget(model, path, target) : null
      if (found?.kind !== 'page' || found.anchor === null) return []
      const anchor = renamed.get(found.path)?.get(found.anchor) ?? renamed.get(found.path)?.get(found.anchor.toLowerCase())
      if (anchor === undefined || anchors.has(found.path, found.anchor)) return []
      const written = (site.text(path).split('\n')[at.line - 1] ?? '').slice(at.start, at.end)
      return written.includes('#') ? [{ at, target: written.replace(/#.*$/u, `#${anchor}`) }] : []
    })
    if (rewrites.length === 0) continue
    site.write(path, rewriteTargets(site.text(path), rewrites))
    changes.push({ path, what: `${plural(rewrites.length, 'link')} to a renamed heading` })
  }
  return changes
}

/** Old anchor → new anchor, by page. Only pages with as many headings as before: otherwise it is not known which became which. */
async function renamedAnchors(
  site: EditableSite,
  before: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Map<string, Map<string, string>>> {
  const renamed = new Map<string, Map<string, string>>()
  for (const path of site.pages()) {
    const text = before.get(path)
    if (text === undefined || text === site.text(path) || haveSameHeadings(text, site.text(path))) continue
    await nextTurn(signal)
    const pairs = pairHeadings(scanPage(path, text), site.facts(path))
    if (pairs.length > 0) renamed.set(path, new Map(pairs))
  }
  return renamed
}

/** Without a reader of Markdown, which takes long on a thousand pages: whether no line that may be a heading has changed. */
function haveSameHeadings(before: string, after: string): boolean {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length !== now.length) return false
  return old.every(
    (line, index) => line === now[index] || !(mayBeHeading(line, old[index + 1]) || mayBeHeading(now[index]!, now[index + 1])),
  )
}

/** A line with a number sign or the tag of a heading, a row of dashes or equal signs, or the line above one. */
function mayBeHeading(line: string, next: string | undefined): boolean {
  const isRow = (text: string) => /^[ \t>]*(?:=+|-+)[ \t]*$/u.test(text)
  return line.includes('#') || /<h[1-6]/iu.test(line) || isRow(line) || (next !== undefined && isRow(next))
}

function pairHeadings(before: PageFacts, after: PageFacts): [string, string][] {
  if (before.headings.length !== after.headings.length) return []
  return before.headings.flatMap(({ slug }, index): [string, string][] => {
    const now = after.headings[index]?.slug
    return now === undefined || now === slug ? [] : [[slug, now]]
  })
}
