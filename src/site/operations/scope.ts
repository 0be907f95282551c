import { z } from 'zod'
import type { EditableSite } from '../edit/editable-site.ts'
import { type Outcome, nothing } from '../edit/outcome.ts'
import { SiteMap } from './site-map.ts'

/** Which pages an operation is about. Nothing to include means every page. */
export interface Scope {
  include: readonly string[]
  exclude: readonly string[]
}

export const SCOPE = z
  .object({ include: z.array(z.string()).default([]), exclude: z.array(z.string()).default([]) })
  .default({ include: [], exclude: [] })
  .describe('Paths of pages and folders, and patterns such as `guides/*.md`. Without any, every page.')

/** Paths that the scope means on this site, or the reason why that cannot be said. */
type ResolvedScope = { matches: (path: string) => boolean } | { problem: string }

/** Works on what the scope means; does nothing, and says why, when that is not clear. */
export async function withinScope(
  site: EditableSite,
  scope: Scope,
  work: (isInScope: (path: string) => boolean) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const resolved = resolveScope(site, scope)
  return 'problem' in resolved ? nothing(resolved.problem) : work(resolved.matches)
}

/** The pages of a scope; none when it is not clear. */
export function pagesIn(site: EditableSite, scope: Scope): string[] {
  const resolved = resolveScope(site, scope)
  return 'problem' in resolved ? [] : site.pages().filter(resolved.matches)
}

/** Which paths are in a scope; none when it is not clear. */
export function scopeMatcher(site: EditableSite, scope: Scope): (path: string) => boolean {
  const resolved = resolveScope(site, scope)
  return 'problem' in resolved ? () => false : resolved.matches
}

/** Finds out what the paths mean. A folder may be named without the folders above it as long as only one fits. */
function resolveScope(site: EditableSite, scope: Scope): ResolvedScope {
  const include: ((path: string) => boolean)[] = []
  const exclude: ((path: string) => boolean)[] = []
  for (const [written, list] of [
    ...scope.include.map((w) => [w, include] as const),
    ...scope.exclude.map((w) => [w, exclude] as const),
  ]) {
    const found = resolvePattern(site, written)
    if (typeof found === 'string') return { problem: found }
    list.push(found)
  }
  const map = include.length === 0 ? new SiteMap(site) : null
  return {
    matches: (path) => (map?.isCurrent(path) ?? include.some((test) => test(path))) && !exclude.some((test) => test(path)),
  }
}

function resolvePattern(site: EditableSite, written: string): ((path: string) => boolean) | string {
  const pattern = written.replace(/^\.?\/+/u, '').replace(/\/+$/u, '')
  if (pattern.split('/').includes('..')) return `The path \`${written}\` leads out of the repository.`
  if (/[*?]/u.test(pattern)) {
    const glob = globToRegExp(pattern)
    return site.allPaths().some((path) => glob.test(path)) ? (path) => glob.test(path) : nothingAt(written)
  }
  const candidates = site.has(pattern) ? [pattern] : candidatesFor(site, pattern)
  const [only, ...more] = candidates
  if (only === undefined) return nothingAt(written)
  if (more.length > 0) return `\`${written}\` could be ${candidates.map((path) => `\`${path}\``).join(' or ')}.`
  return (path) => path === only || path.startsWith(`${only}/`)
}

function nothingAt(written: string): string {
  return `There is nothing at \`${written}\`.`
}

/** The exact file or folder; else every file or folder whose path ends in the given one, also without the file's ending. */
export function candidatesFor(site: EditableSite, pattern: string): string[] {
  const all = site.allPaths()
  const folders = new Set(
    all.flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, index, parts) => parts.slice(0, index + 1).join('/')),
    ),
  )
  const exact = all.filter((path) => path === pattern || withoutEnding(path) === pattern)
  if (folders.has(pattern)) return [pattern]
  if (exact.length > 0) return exact.includes(pattern) ? [pattern] : exact
  const lower = `/${pattern.toLowerCase()}`
  const endsSo = (path: string) => `/${path.toLowerCase()}`.endsWith(lower)
  const found = [...folders].filter(endsSo)
  if (found.length > 0) return found.sort()
  return all.filter((path) => endsSo(path) || endsSo(withoutEnding(path)))
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:md|mdx|markdown)$/iu, '')
}

function globToRegExp(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*\/|\*\*|\*|\?|[\\^$.+()[\]{}|]/gu, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    return part === '?' ? '[^/]' : `\\${part}`
  })
  // A pattern such as `api/*.md` also fits below the folder that holds the documentation.
  return new RegExp(`^(?:.*/)?${source}$`, 'iu')
}

/** What a title says behind the work; nothing when it is about every page. */
export function scopeSuffix(scope: Scope): string {
  return scope.include.length + scope.exclude.length > 0 ? ` ${describeScope(scope)}` : ''
}

export function describeScope(scope: Scope): string {
  const paths = (list: readonly string[]) => list.map((path) => `\`${path}\``).join(', ')
  const where = scope.include.length > 0 ? `in ${paths(scope.include)}` : 'on every page'
  return scope.exclude.length > 0 ? `${where}, except in ${paths(scope.exclude)}` : where
}
