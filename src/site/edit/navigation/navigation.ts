import { folderOf, joinPath } from '../../../lib/repository-path.ts'
import { resolveNavigation } from '../../read/resolve-target.ts'
import type { Site } from '../../read/site.ts'
import { isPagePath, withoutNumbers, withoutPageEnding } from '../../read/site-path.ts'
import type { NavigationEntry } from '../../read/site-settings.ts'
import type { EditableSite } from '../editable-site.ts'
import { addressOf } from '../link-target.ts'
import { insertEntryAfter, removeEntry, rewriteEntry } from './nav-edits.ts'

/** The file that was edited, and whether the result says what it should. */
interface NavigationEdit {
  path: string
  isDone: boolean
}

/** The entries that name a page. */
function entriesOf(model: Site, page: string): NavigationEntry[] {
  return model.navigation.filter((entry) => {
    const found = resolveNavigation(model, entry)
    return found.kind === 'page' && found.path === page
  })
}

/** Lets the navigation follow a page that has moved. The model is the one from before the move. */
export function moveInNavigation(site: EditableSite, before: Site, from: string, to: string): NavigationEdit[] {
  // From the end of each file, so that the ranges before a change stay true.
  const entries = entriesOf(before, from).sort((a, b) => b.at.line - a.at.line || b.at.start - a.at.start)
  const now = site.model()
  const left = new Set<string>()
  for (const entry of entries) {
    const target = site.isEditable(entry.path) ? targetLike(now, entry, to) : null
    if (target === null) left.add(entry.path)
    else site.write(entry.path, rewriteEntry(site.text(entry.path), entry.at, target))
  }
  return [...new Set(entries.map(({ path }) => path))].sort().map((path) => ({ path, isDone: !left.has(path) }))
}

export function removeFromNavigation(site: EditableSite, page: string): NavigationEdit[] {
  const entries = Map.groupBy(entriesOf(site.model(), page), ({ path }) => path)
  return [...entries].map(([path, own]) => ({ path, isDone: dropFromNavigation(site, path, own).length === 0 }))
}

/**
 * Takes entries out of a file, and returns those that stay because more than the entry would go with them.
 *
 * From the end, so that the places before a change stay true. The file is read again once, and entry by entry only when it does not
 * say then what it should.
 */
export function dropFromNavigation(site: EditableSite, path: string, entries: readonly NavigationEntry[]): NavigationEntry[] {
  if (!site.isEditable(path)) return [...entries]
  const before = site.text(path)
  const count = site.model().navigation.length
  const places = new Map(entries.map((entry) => [`${entry.at.line} ${entry.at.start}`, entry]))
  const ordered = [...places.values()].sort((a, b) => b.at.line - a.at.line || b.at.start - a.at.start)
  const refused: NavigationEntry[] = []
  let text = before
  for (const entry of ordered) {
    const without = removeEntry(text, entry)
    if (without === null) refused.push(entry)
    else text = without
  }
  if (text === before) return refused
  site.write(path, text)
  const gone = entries.filter((entry) => !refused.includes(entry)).length
  if (site.model().navigation.length === count - gone && isStillJson(path, text)) return refused
  site.write(path, before)
  return ordered.length === 1 ? ordered : ordered.flatMap((entry) => dropFromNavigation(site, path, [entry]))
}

/** Lets an entry name another page, in its own manner. Returns what it says now; null when it can't name that page. */
export function pointNavigationTo(site: EditableSite, entry: NavigationEntry, page: string): string | null {
  const target = targetLike(site.model(), entry, page)
  if (target === null) return null
  site.write(entry.path, rewriteEntry(site.text(entry.path), entry.at, target))
  return target
}

/** Adds a page behind the last page of its folder; null when the navigation has none of them. */
export function addToNavigation(site: EditableSite, page: string, title: string): NavigationEdit | null {
  const model = site.model()
  if (entriesOf(model, page).length > 0) return null
  const siblings = model.navigation.filter((entry) => model.files.size > 0 && isSibling(model, entry, page))
  const sibling = siblings.at(-1)
  if (!sibling) return null
  const text = site.text(sibling.path)
  const target = targetLike(model, sibling, page)
  const added = target === null ? null : insertEntryAfter(text, sibling, { target, title })
  if (added !== null) site.write(sibling.path, added)
  const isDone = added !== null && entriesOf(site.model(), page).length === 1 && isStillJson(sibling.path, added)
  if (!isDone) site.write(sibling.path, text)
  return { path: sibling.path, isDone }
}

/** True when there are navigation files at all: a site without one lists its pages by itself. */
export function hasNavigation(model: Site): boolean {
  return model.navigation.length > 0
}

function isSibling(model: Site, entry: NavigationEntry, page: string): boolean {
  const found = resolveNavigation(model, entry)
  return found.kind === 'page' && found.path !== page && folderOf(found.path) === folderOf(page)
}

/** A target for another page in the manner of an entry; null when the page is outside of what the entry can name. */
function targetLike(model: Site, entry: NavigationEntry, page: string): string | null {
  if (entry.kind === 'document') return documentId(model, entry.folder, page)
  if (entry.kind === 'route') {
    const address = addressOf(model, page) + (entry.target.endsWith('.md') ? '.md' : '')
    return entry.base === undefined ? address : belowBase(entry.quote ?? "'", entry.base, address)
  }
  if (entry.folder !== '' && !page.startsWith(`${entry.folder}/`)) return null
  const below = entry.folder === '' ? page : page.slice(entry.folder.length + 1)
  const path = isPagePath(entry.target) ? below : withoutPageEnding(below)
  return entry.target.startsWith('/') ? `/${path}` : path
}

/** VitePress puts the base of a side bar before each of its links, unless an item has one of its own. */
function belowBase(quote: string, base: string, address: string): string {
  if (address.startsWith(base)) return address.slice(base.length)
  const cut = address.lastIndexOf('/') + 1
  return `${address.slice(cut)}${quote}, base: ${quote}${address.slice(0, cut)}`
}

/** Docusaurus: the path below the folder of the documents, without numbers, or with the page's own id as its last part. */
function documentId(model: Site, folder: string, page: string): string {
  const own = model.pages.get(page)?.frontMatter.id ?? null
  const below = withoutNumbers(withoutPageEnding(page.slice(folder === '' ? 0 : folder.length + 1)))
  return own === null ? below : (joinPath(folderOf(below), own) ?? own)
}

function isStillJson(path: string, text: string): boolean {
  if (!path.endsWith('.json')) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
