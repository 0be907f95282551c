import { dialectOf } from '../../../markdown/page.ts'
import { readPageRegions } from '../../read/regions/page-regions.ts'
import { isConfigPath } from '../../read/site.ts'
import type { EditableSite } from '../editable-site.ts'
import { nextTurn } from '../next-turn.ts'
import { type Outcome, plural } from '../outcome.ts'
import type { NavigationScope } from './replace-in-navigation.ts'

/** A year, or the last year of a range, beside the sign or the word. */
const COPYRIGHT =
  /(?<lead>(?:©|&copy;|\(c\)|\bcopyright\b)(?:[ \t]*(?:©|&copy;|\(c\)|copyright|:))*[ \t]*(?:(?:19|20)\d\d[ \t]*(?:-|–|—|&ndash;|to)[ \t]*)?)(?<year>(?:19|20)\d\d)(?!\d|[ \t]*(?:-|–|—|&ndash;|to)[ \t]*(?:\d|present|now|today|current))/giu

/** The years that stand beside a copyright sign, on pages and in the configuration. */
export function copyrightYears(site: EditableSite): Set<string> {
  const years = new Set<string>()
  for (const path of site.paths()) for (const { groups } of site.text(path).matchAll(COPYRIGHT)) years.add(groups?.['year'] ?? '')
  return years
}

/** Sets the year beside copyright signs, on pages and in the configuration of the site. The first year of a range stays. */
export async function setCopyrightYear(
  site: EditableSite,
  year: string,
  { isInScope, mayConfigure }: NavigationScope,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  for (const path of site.paths().filter((one) => isInScope(one))) {
    await nextTurn(signal)
    const before = site.text(path)
    let count = 0
    const after = before.replaceAll(COPYRIGHT, (whole, lead: string, old: string, at: number) => {
      if (old >= year || isInCode(path, before, at)) return whole
      count += 1
      return lead + year
    })
    if (count === 0) continue
    if (isConfigPath(path) && !mayConfigure(path, before, after))
      outcome.left.push({ path, what: 'a copyright year in a setting that is not for agents to change' })
    else {
      site.write(path, after)
      outcome.changes.push({ path, what: plural(count, 'year') })
    }
  }
  if (outcome.changes.length + outcome.left.length === 0) outcome.notes.push('No earlier year stands beside a copyright sign.')
  return outcome
}

/** What a page shows as code is an example. */
function isInCode(path: string, page: string, at: number): boolean {
  if (isConfigPath(path)) return false
  const kind = readPageRegions(page, dialectOf(path)).find(({ end }) => at < end)?.kind
  return kind === 'code-block' || kind === 'inline-code'
}
