import { dialectOf } from '../../../markdown/page.ts'
import { type RegionKind } from '../../read/regions/region.ts'
import { nextTurn } from '../next-turn.ts'
import { type LeftAlone, type Outcome, plural } from '../outcome.ts'
import type { EditableSite } from '../editable-site.ts'
import { type NavigationScope, replaceInNavigation } from './replace-in-navigation.ts'
import { replaceInPage } from './replace-in-page.ts'
import { type TermOptions, termPattern } from './term-pattern.ts'

/** What a term is replaced with, and where. */
export interface Replacement extends TermOptions, NavigationScope {
  /** Parts of a page that are changed besides what readers read. */
  also: ReadonlySet<RegionKind>
}

/** Replaces a term on every page of the scope and in the labels of the navigation, and lists what was found and left. */
export async function replaceOnSite(site: EditableSite, options: Replacement, signal: AbortSignal): Promise<Outcome> {
  const { also, isInScope } = options
  const term = termPattern(options)
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const left = new Map<RegionKind, { places: number; pages: Set<string> }>()
  const historic = { places: 0, pages: new Set<string>() }
  for (const path of site.pages().filter((page) => isInScope(page))) {
    await nextTurn(signal)
    const replaced = replaceInPage(site.text(path), dialectOf(path), term, also)
    if (replaced.count > 0) {
      site.write(path, replaced.page)
      outcome.changes.push({ path, what: plural(replaced.count, 'place') })
    }
    if (replaced.historic > 0) {
      historic.places += replaced.historic
      historic.pages.add(path)
    }
    for (const [kind, places] of Object.entries(replaced.left) as [RegionKind, number][]) {
      const total = left.get(kind) ?? { places: 0, pages: new Set() }
      total.places += places
      left.set(kind, { places: total.places, pages: total.pages.add(path) })
    }
  }
  outcome.changes.push(...replaceInNavigation(site, term, options))
  outcome.left.push(...describeLeft(left), ...(await otherForms(site, options, signal)))
  if (historic.places > 0)
    outcome.left.push({
      what: `${plural(historic.places, 'place')} in lines that tell of the old and the new name (${pagesOf(historic.pages)})`,
    })
  if (outcome.changes.length === 0) outcome.notes.push(`"${options.from}" is in no text that may be changed.`)
  return outcome
}

const LEFT_WORDS: Record<RegionKind, string> = {
  prose: 'part of a longer construct',
  'front-matter': 'in front matter that is not shown to readers',
  'front-matter-text': 'in front matter, where the new text would have to be quoted',
  'code-block': 'in code blocks; say "also in code blocks" to change them',
  'inline-code': 'in inline code; say "also in code blocks" to change them',
  'link-target': 'in link targets, which would break',
  url: 'in addresses',
  markup: 'in tags and attributes; say "also in attributes" to change them',
  comment: 'in comments',
  import: 'in imports and exports',
  expression: 'in expressions and templates',
}

function describeLeft(left: Map<RegionKind, { places: number; pages: Set<string> }>): LeftAlone[] {
  return [...left.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { places, pages }]) => ({
      what: `${plural(places, 'place')} ${LEFT_WORDS[kind]} (${pagesOf(pages)})`,
    }))
}

function pagesOf(pages: ReadonlySet<string>): string {
  return pages.size > 3 ? plural(pages.size, 'page') : [...pages].map((page) => `\`${page}\``).join(', ')
}

/** Spellings that were not asked for but that the reader may have meant. */
async function otherForms(site: EditableSite, options: Replacement, signal: AbortSignal): Promise<LeftAlone[]> {
  if (!/^[\p{L}\p{N}-]+$/u.test(options.from)) return []
  const wide = termPattern({ ...options, ignoresCase: true, followsPlural: true })
  const counts = new Map<string, number>()
  for (const path of site.pages().filter((page) => options.isInScope(page))) {
    await nextTurn(signal)
    replaceInPage(
      site.text(path),
      dialectOf(path),
      { ...wide, replacement: (match) => (counts.set(match, (counts.get(match) ?? 0) + 1), match) },
      new Set(),
    )
  }
  // What is still there after the replacement is there on purpose only when the new text contains the old one.
  counts.delete(options.from)
  const found = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([form, count]) => `"${form}" (${count})`)
  return found.length > 0
    ? [
        {
          what: `Other forms of the word: ${found.join(', ')}; say "keeping the capitals" or "and its plural" to change them too`,
        },
      ]
    : []
}
