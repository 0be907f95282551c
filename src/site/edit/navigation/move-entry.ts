import { resolveNavigation } from '../../read/resolve-target.ts'
import type { NavigationEntry } from '../../read/site-settings.ts'
import type { EditableSite } from '../editable-site.ts'
import { type Outcome, nothing } from '../outcome.ts'
import { navigationLabels } from './navigation-labels.ts'

/** Where an entry goes: to an end of a group, or beside another page. */
export type EntryPlace = { at: 'first' | 'last'; group: string | null } | { at: 'before' | 'after'; page: string }

/** Moves the entry of a page within the navigation. Only entries that have a line of their own, so that nothing else moves with it. */
export function moveEntry(
  site: EditableSite,
  page: string,
  place: EntryPlace,
  mayConfigure: (path: string, before: string, after: string) => boolean,
): Outcome {
  const model = site.model()
  const entryOf = (wanted: string) =>
    model.navigation.filter((entry) => {
      const found = resolveNavigation(model, entry)
      return found.kind === 'page' && found.path === wanted
    })
  const [entry, ...more] = entryOf(page)
  if (!entry) return nothing(`\`${page}\` is not in the navigation.`)
  if (more.length > 0) return nothing(`\`${page}\` is in the navigation several times.`)
  const before = site.text(entry.path)
  const lines = before.split('\n')
  if (!hasOwnLine(lines, entry)) return nothing(`The entry of \`${page}\` does not have a line of its own, so it was not moved.`)
  const target = targetLine(site, entry, place, model.navigation, lines, 'page' in place ? entryOf(place.page) : [])
  if (typeof target === 'string') return nothing(target)
  if (target === entry.at.line || target === entry.at.line + 1) return nothing('The entry is already there.')
  const after = moveLine(lines, entry.at.line, target, /\.ya?ml$/iu.test(entry.path))
  if (after === null) return nothing(`The entry of \`${page}\` could not be moved with certainty.`)
  const names = model.navigation
    .map((one) => one.target)
    .sort()
    .join('\n')
  site.write(entry.path, after)
  const isSame =
    site
      .model()
      .navigation.map((one) => one.target)
      .sort()
      .join('\n') === names
  if (isSame && mayConfigure(entry.path, before, after))
    return { changes: [{ path: entry.path, what: 'navigation entry moved' }], left: [], notes: [] }
  site.write(entry.path, before)
  return nothing(`The entry of \`${page}\` could not be moved with certainty.`)
}

function hasOwnLine(lines: readonly string[], { at, path }: NavigationEntry): boolean {
  const line = lines[at.line - 1] ?? ''
  return /\.ya?ml$/iu.test(path)
    ? /^\s*-\s+(?:[^:]+:\s+)?\S+\s*$/u.test(line)
    : /^\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\}),?\s*$/u.test(line)
}

/** The line in front of which the entry goes, or why that is not known. */
function targetLine(
  site: EditableSite,
  entry: NavigationEntry,
  place: EntryPlace,
  all: readonly NavigationEntry[],
  lines: readonly string[],
  beside: readonly NavigationEntry[],
): number | string {
  if ('page' in place) {
    const near = beside.filter(({ path }) => path === entry.path)
    const other = near[0]
    if (!other || near.length > 1) return `\`${place.page}\` has no single entry in the same navigation file.`
    if (!hasOwnLine(lines, other)) return `The entry of \`${place.page}\` does not have a line of its own.`
    return place.at === 'before' ? other.at.line : other.at.line + 1
  }
  const siblings = inGroup(site, entry, place.group, all, lines)
  if (typeof siblings === 'string') return siblings
  const first = siblings[0]
  const last = siblings.at(-1)
  if (!first || !last || !hasOwnLine(lines, first) || !hasOwnLine(lines, last))
    return 'The entries of the group do not have lines of their own.'
  return place.at === 'first' ? first.at.line : last.at.line + 1
}

/** The entries that stand directly in a group; without a name, in the one that the entry is in. */
function inGroup(
  site: EditableSite,
  entry: NavigationEntry,
  group: string | null,
  all: readonly NavigationEntry[],
  lines: readonly string[],
): NavigationEntry[] | string {
  const text = lines.join('\n')
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const indentOf = (line: number) => /^\s*/u.exec(lines[line - 1] ?? '')?.[0].length ?? 0
  const labels = navigationLabels(site).filter(({ path }) => path === entry.path)
  const holds = ({ start, bodyEnd }: { start: number; bodyEnd: number }) =>
    lineOf(start) <= entry.at.line && entry.at.line <= lineOf(bodyEnd)
  const named = labels.filter((label) => (group === null ? holds(label) : label.text.toLowerCase() === group.toLowerCase()))
  // A name may be used in each language; the one that has the entry is meant.
  const own = named.filter(holds)
  const label = (own.length > 0 ? own : named).at(-1)
  if (!label || (own.length === 0 && named.length > 1)) return `No single group of the navigation is called "${group ?? ''}".`
  const within = all
    .filter(({ path, at }) => path === entry.path && at.line > lineOf(label.start) && at.line <= lineOf(label.bodyEnd))
    .filter((one) => hasOwnLine(lines, one))
    .sort((a, b) => a.at.line - b.at.line)
  const indent = within.reduce((least, { at }) => Math.min(least, indentOf(at.line)), Number.POSITIVE_INFINITY)
  return within.filter(({ at }) => indentOf(at.line) === indent)
}

/** Null when the commas between the entries would not be right afterwards. */
function moveLine(lines: readonly string[], from: number, before: number, isYaml: boolean): string | null {
  const moved = lines[from - 1] ?? ''
  const rest = lines.toSpliced(from - 1, 1)
  const at = before > from ? before - 2 : before - 1
  const indent = /^\s*/u.exec((before > from ? rest[at - 1] : rest[at]) ?? '')?.[0] ?? ''
  if (isYaml) return rest.toSpliced(at, 0, indent + moved.trim()).join('\n')
  const bare = moved.trim().replace(/,$/u, '')
  const wasLast = !moved.trimEnd().endsWith(',')
  if (wasLast) rest[from - 2] = (rest[from - 2] ?? '').replace(/,(\s*)$/u, '$1')
  const isAfterLast = !/,\s*$/u.test(rest[at - 1] ?? '') && !/[[{(]\s*$/u.test(rest[at - 1] ?? '')
  if (isAfterLast) {
    rest[at - 1] = `${(rest[at - 1] ?? '').trimEnd()},`
    return rest.toSpliced(at, 0, indent + bare).join('\n')
  }
  return rest.toSpliced(at, 0, `${indent}${bare},`).join('\n')
}
