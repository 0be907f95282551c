import { joinPath } from '../../lib/repository-path.ts'
import { isExternal, withoutPageEnding } from './site-path.ts'
import type { Redirect } from './site-settings.ts'

/** Hosts allow one. */
const WILDCARDS_MAX = 2

/** No address that anyone wrote is longer. */
const ROUTE_CHARACTERS_MAX = 500

interface Pattern {
  redirect: Redirect
  expression: RegExp
}

/** Redirects in a form in which an address is looked up at once; only those with wildcards are tried in turn. */
export interface RedirectRules {
  exact: ReadonlyMap<string, Redirect>
  patterns: readonly Pattern[]
}

export function compileRedirects(redirects: readonly Redirect[]): RedirectRules {
  const exact = new Map<string, Redirect>()
  const patterns: Pattern[] = []
  for (const redirect of redirects) {
    if (hasWildcard(redirect.from)) {
      const expression = compile(redirect.from)
      if (expression) patterns.push({ redirect, expression })
      continue
    }
    // The first rule wins on every host that has them.
    for (const route of routesFrom(redirect)) if (!exact.has(route)) exact.set(route, redirect)
  }
  return { exact, patterns }
}

export function hasWildcard(address: string): boolean {
  return /[*:]/.test(address.replace(/^https?:/, ''))
}

/** An address as it is compared: no slashes at its ends, no ending of a page, no index. */
export function normaliseRoute(address: string): string {
  const path = joinPath(address.replace(/[?#].*$/, '')) ?? ''
  return withoutPageEnding(path)
    .replace(/\.html?$/i, '')
    .replace(/(?:^|\/)(?:index|README)$/i, '')
}

function routesFrom({ from, folder }: Redirect): string[] {
  if (isExternal(from)) return []
  return from.startsWith('/') ? [normaliseRoute(from)] : [normaliseRoute(from), normaliseRoute(`${folder}/${from}`)]
}

/** `:slug*` and `*` match the rest, `:name` one segment, `part-*` the rest of one. */
function compile(from: string): RegExp | null {
  if (from.length > ROUTE_CHARACTERS_MAX) return null
  const wildcards = from.match(/\*/g)?.length ?? 0
  // Many wildcards make a match slow without bound; the part before them decides well enough.
  const address = wildcards > WILDCARDS_MAX ? from.slice(0, from.indexOf('*') + 1) : from
  const source = address
    .replace(/^\/+|\/+$/g, '')
    .split('/')
    .map(withOneWildcard)
    .join('/')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\/?:\w+\*|\/?(?<=^|\/)\*+/g, '(?:/?.*)')
    .replace(/:\w+/g, '[^/]+')
    .replace(/(?<![.\])])\*/g, '[^/]*')
  try {
    return new RegExp(`^${source}$`)
  } catch {
    return null
  }
}

/** Several in one segment could share its characters in every way there is, so the first stands for the rest of the segment. */
function withOneWildcard(segment: string): string {
  const wildcards = segment.match(/:\w+\*?|\*+/g) ?? []
  return wildcards.length > 1 ? `${segment.slice(0, segment.indexOf(wildcards[0]!))}:rest` : segment
}

/** The redirect that an address is caught by. */
export function findRedirect(rules: RedirectRules, address: string): Redirect | null {
  const route = normaliseRoute(address)
  const exact = rules.exact.get(route)
  if (exact || route.length > ROUTE_CHARACTERS_MAX) return exact ?? null
  return rules.patterns.find(({ expression }) => expression.test(route))?.redirect ?? null
}
