import { detached } from '../../lib/detached.ts'

const PATH_BYTES_MAX = 512

// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/**
 * The same page under another name: its file name, or its Markdown twin, which may have both endings (`page.html.md`, as proposed
 * with llms.txt). A file `.md` is the twin of nothing.
 */
const TWIN = /(?<=[^/])(?:(?:\.html?)?\.mdx?|\.html?)(?=\/?$)/i

/**
 * Nearly all addresses in a log: nothing to decode, and at most one ending to fold under the usual rules. Asked first, because
 * every line passes here.
 */
const USUAL = /^((?:\/[\w~-]+)+)(?:\/|(?:\.html?)?\.mdx?|\.html?)?(?:[?#]|$)/

/** Of an address that is no path. `example.com:443` has none: behind its colon is a port. */
const SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d)/i
const WEB = /^(?:https?|wss?)$/i

/** Most requests are for addresses that were asked for before. Some megabytes; when it is full, it starts anew. */
const REMEMBERED_MAX = 20_000
const REMEMBERED_CHARACTERS_MAX = 200

/** Why an address cannot be a page. Shown in the report of an import. */
export type PathRefusal = 'no-path' | 'not-a-page' | 'control-characters' | 'path-too-long' | 'outside-base-path'

/** The sentence is for the sender of an event. */
export type PagePath = { path: string } | { refused: string; reason: PathRefusal }

/** How a project's addresses become its pages. */
export interface PathRules {
  /** Where the documentation begins on its host, such as `/docs`. It is cut off; what is elsewhere is no page. */
  basePath: string
  /** Peers that keep it count `/guide` and `/guide/` as two pages; it is their most repeated complaint. */
  trailingSlash: 'cut' | 'kept'
  case: 'kept' | 'folded'
  /** `.md`, `.mdx`, `.html` and `index` of a page: counted with it, or as pages of their own. */
  twins: 'folded' | 'kept'
  /** First segments, such as `de`, that are cut off, so that all translations are one page. All others are kept. */
  foldedLocales: readonly string[]
}

export const DEFAULT_PATH_RULES: PathRules = {
  basePath: '',
  trailingSlash: 'cut',
  case: 'kept',
  twins: 'folded',
  foldedLocales: [],
}

/** Gives the one path of a page, whatever way it was asked for; or why the address cannot be a page. */
export type PagePaths = (address: string) => PagePath

/** Pure: the same rules and address always give the same page. Rules that are left out are the usual ones. */
export function createPagePaths(given: Partial<PathRules> = {}): PagePaths {
  const rules = { ...DEFAULT_PATH_RULES, ...given }
  const base = toBase(rules)
  const locales = new Set(rules.foldedLocales.map((locale) => locale.toLowerCase()))
  const isUsual =
    base === '' && locales.size === 0 && rules.case === 'kept' && rules.trailingSlash === 'cut' && rules.twins === 'folded'

  const remembered = new Map<string, PagePath>()
  return (address) => {
    const found = remembered.get(address)
    if (found) return found
    if (address.length > REMEMBERED_CHARACTERS_MAX) return toPage(address)
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    const kept = detached(address)
    const page = toPage(kept)
    remembered.set(kept, page)
    return page
  }

  function toPage(address: string): PagePath {
    const usual = isUsual && address.length <= PATH_BYTES_MAX ? USUAL.exec(address)?.[1] : undefined
    if (usual !== undefined && !usual.endsWith('/index')) return { path: usual }
    const scheme = SCHEME.exec(address)?.[1]
    if (scheme !== undefined && !WEB.test(scheme))
      return { refused: `an address with \`${scheme}:\` isn't a page of a site`, reason: 'not-a-page' }
    // Half of a surrogate pair, which only a broken sender has, would be refused by the database in the middle of a batch.
    const decoded = `/${decode(withoutHostAndQuery(address))}`.replace(/\/{2,}/g, '/').toWellFormed()
    if (CONTROL.test(decoded)) return { refused: 'the path has control characters', reason: 'control-characters' }
    // Before the base is cut off, because `/docs.md` is the twin of `/docs`; likewise for locales.
    const untwinned = rules.twins === 'folded' ? decoded.replace(TWIN, '') : decoded
    const below = cutBase(rules.case === 'folded' ? untwinned.toLowerCase() : untwinned, base)
    if (below === null) return { refused: `the path is outside the base path ${base}`, reason: 'outside-base-path' }
    const path = foldFolder(cutLocale(below, locales), rules)
    if (Buffer.byteLength(path) > PATH_BYTES_MAX)
      return { refused: `the path is longer than ${PATH_BYTES_MAX} bytes`, reason: 'path-too-long' }
    return { path }
  }
}

function toBase({ basePath, case: letters }: PathRules): string {
  const base = `/${basePath}`.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  return letters === 'folded' ? base.toLowerCase() : base
}

function withoutHostAndQuery(address: string): string {
  const start = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)?.[0].length ?? 0
  return address.slice(start).replace(/[?#].*$/s, '')
}

/** Percent-decoded piece by piece: one broken escape leaves only itself as it is. */
function decode(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** Null for a path that is not below the base. `/docs2` is not below `/docs`. */
function cutBase(path: string, base: string): string | null {
  if (base === '') return path
  if (path === base) return '/'
  return path.startsWith(`${base}/`) ? path.slice(base.length) : null
}

function cutLocale(path: string, locales: ReadonlySet<string>): string {
  if (locales.size === 0) return path
  const end = path.indexOf('/', 1)
  const first = path.slice(1, end < 0 ? path.length : end).toLowerCase()
  return locales.has(first) ? (end < 0 ? '/' : path.slice(end)) : path
}

/** A folder's index is the folder, so where slashes are kept it ends in one. */
function foldFolder(path: string, rules: PathRules): string {
  let bare = path.replace(/\/$/, '')
  let isFolder = bare.length < path.length
  if (rules.twins === 'folded' && bare.endsWith('/index')) {
    bare = bare.slice(0, -'/index'.length)
    isFolder = true
  }
  return (rules.trailingSlash === 'kept' && isFolder ? `${bare}/` : bare) || '/'
}
