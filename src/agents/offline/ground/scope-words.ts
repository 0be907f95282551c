import { candidatesFor } from '../../../site/operations/scope.ts'
import { isEnglish } from '../../../site/operations/site-map.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import type { Ground } from './ground.ts'
import { isOfLanguage, languageCode } from './languages.ts'

/** Which pages words mean: all of them, all languages of a page, or paths. */
export type GroundedScope =
  | { kind: 'everywhere' }
  | { kind: 'languages' }
  | { kind: 'paths'; include: string[]; exclude?: string[] }
  | { kind: 'ambiguous'; several: string[] }

const DETERMINERS =
  /^(?:(?:all(?: of)?|every|each|any|the|our|my|your|these|those|both|whole|entire|existing|remaining|other)\s+)+/iu

const PLACES =
  '(?:doc(?:s|umentation)?|site|website|pages?|files?|repo(?:sitory)?|content|markdown|mdx|places?|project|prose|text|code ?base|documents?)'
const EVERYWHERE = new RegExp(`^(?:${PLACES}\\s?)+$`, 'iu')

const LANGUAGES = /^(?:(?:other|available|supported)\s+)?(?:languages?|locales?|translations?)(?:\s+(?:too|as well))?$/iu
const TRANSLATED =
  /^(?:translated|locali[sz]ed|non-english|foreign(?:[- ]language)?|other[- ]language)\s+(?:pages?|docs|documentation|versions?|content|files?|sites?)$|^translations?$/iu
const NOUN =
  /\s+(?:pages?|docs?|documentation|guides?|versions?|translations?|files?|content|site|articles?|tutorials?|folder|directory|section|group|tab|part|area|posts?|reference)$/iu
const OLD_VERSIONS =
  /^(?:versioned|old(?:er)?|previous|archived|past|released|frozen|legacy)\s+(?:docs|documentation|versions?|pages|releases?)(?:\s+of\s+the\s+docs)?$/iu
const CURRENT =
  /^(?:current|latest|newest|next|unreleased|upcoming|live)\s+(?:docs|documentation|versions?|pages)(?:\s+of\s+the\s+docs)?$/iu
const CHANGELOG = /^(?:change ?logs?|release notes|releases? page|changelog (?:page|entries|pages?))$/iu
const CHANGELOG_PATH = /(?:^|\/)(?:changelogs?|changes|release-notes|releases|history)(?:\/|\.mdx?$|\.markdown$)/iu

/** Finds out which pages a phrase such as "the install guides" or "the French pages" means. Null when the site has nothing of the kind. */
export async function groundScope(
  phrase: string,
  quotes: readonly string[],
  ground: Ground,
  signal: AbortSignal,
): Promise<GroundedScope | null> {
  const isQuoted = new RegExp(`^(?:the\\s+)?${ANY_QUOTE}`, 'u').test(phrase)
  const text = phrase
    .trim()
    .replace(DETERMINERS, '')
    .replace(/^(?:page|file|folder|directory)\s+(?=\S*[/.\uE000])/iu, '')
    .trim()
  if (text === '' || text.length > 120) return null
  if (!isQuoted && EVERYWHERE.test(text)) return { kind: 'everywhere' }
  if (LANGUAGES.test(text)) return ground.map.locales().length > 0 ? { kind: 'languages' } : null
  const known = knownScope(text, ground)
  if (known) return known
  const noun = NOUN.exec(text)?.[0].trim().toLowerCase() ?? ''
  const bare = unquoted(text.replace(NOUN, '').trim(), quotes)
  const path = pathScope(unquoted(text, quotes), ground) ?? (noun === '' ? null : pathScope(bare, ground))
  if (path) return path
  if (/[/\\]|\.(?:md|mdx|markdown|json|ya?ml|txt|[jt]s)$/iu.test(bare)) return null
  return namedScope(bare, noun, ground, signal)
}

/** Languages, versions, the blog and the changelog. */
function knownScope(text: string, ground: Ground): GroundedScope | null {
  const { map, site } = ground
  if (TRANSLATED.test(text)) return paths(map.localeFolders((code) => !isEnglish(code)))
  const codes = languagesIn(text.replace(NOUN, ''))
  if (codes) {
    const folders = map.localeFolders((folder) => codes.some((code) => isOfLanguage(folder, code)))
    if (folders.length > 0) return paths(folders)
    const others = map.localeFolders((code) => !isEnglish(code))
    // The language that the pages outside of all such folders are in.
    return codes.length === 1 && codes[0] === 'en' ? { kind: 'paths', include: [], exclude: others } : null
  }
  if (OLD_VERSIONS.test(text)) {
    const folders = new Set(site.pages().flatMap((path) => map.oldVersionsOf(path) ?? []))
    return paths([...folders])
  }
  if (CURRENT.test(text)) return { kind: 'everywhere' }
  if (CHANGELOG.test(text)) return paths(site.pages().filter((path) => map.isCurrent(path) && CHANGELOG_PATH.test(path)))
  if (/^blog(?: posts?| pages?| articles?)?$/iu.test(text)) return paths(ground.folders('blog'))
  return null
}

/** "the French, Spanish and Chinese pages". */
export function isLanguageList(text: string): boolean {
  return languagesIn(text.trim().replace(DETERMINERS, '').replace(NOUN, '')) !== null
}

/** "French, Spanish and Chinese". */
function languagesIn(text: string): string[] | null {
  const codes = text.split(/\s*,\s*(?:and\s+)?|\s+(?:and|or)\s+/u).map((word) => languageCode(word))
  return codes.every((code) => code !== null) ? codes : null
}

function pathScope(written: string, ground: Ground): GroundedScope | null {
  if (/\s/u.test(written) && !ground.site.has(written)) return null
  if (/[*?]/u.test(written) || /(?:^|\/)\.\.(?:\/|$)/u.test(written)) return paths([written])
  const hasForm = /\/|\.(?:md|mdx|markdown|json|ya?ml|txt|[jt]s)$/iu.test(written)
  if (!hasForm && !/^[\w.-]+$/u.test(written)) return null
  const found = candidatesFor(ground.site, written.replace(/^\.?\/+/u, '').replace(/\/+$/u, ''))
  const current = found.filter((path) => ground.map.isCurrent(`${path}/x.md`) || ground.map.isCurrent(path))
  const best = current.length > 0 ? current : found
  const [only, ...more] = best
  // A path that is nowhere is still a path: the operation says that there is nothing.
  if (only === undefined) return hasForm ? paths([written]) : null
  if (more.length === 0) return paths([only])
  const page = hasForm || ground.folders(written).length !== 1 ? null : ground.folders(written)
  return page ? paths(page) : hasForm ? { kind: 'ambiguous', several: best } : null
}

/** A folder, a group of the navigation, a page, or all pages about something: the nearest of them that the site has. */
async function namedScope(bare: string, noun: string, ground: Ground, signal: AbortSignal): Promise<GroundedScope | null> {
  const isOne = /^(?:page|guide|doc|tutorial|article|file)$/u.test(noun)
  const asPage = () => {
    const found = ground.page(bare, noun === '')
    if (!found) return null
    return 'path' in found ? paths([found.path]) : ({ kind: 'ambiguous', several: found.several } as const)
  }
  const [first = '', ...rest] = bare.split(/\s+/u)
  const code = rest.length > 0 ? languageCode(first) : null
  if (code !== null) return inLanguage(await namedScope(rest.join(' '), noun, ground, signal), code, ground)
  if (isOne) return asPage()
  const folders = ground.folders(bare)
  if (folders.length > 0) return paths(folders)
  const group = await ground.groupPages(bare, signal)
  if (group.length > 0) return paths(group)
  if (noun === '') {
    const page = asPage()
    return page?.kind === 'paths' ? page : null
  }
  const about = ground.pagesAbout(bare)
  return about.length > 0 ? paths(about) : asPage()
}

/** "the English cms page": the page in that language. */
function inLanguage(scope: GroundedScope | null, code: string, { map }: Ground): GroundedScope | null {
  if (scope?.kind !== 'paths') return scope
  const all = scope.include.flatMap((path) => [path, ...map.translationsOf(path)])
  return paths([...new Set(all)].filter((path) => isOfLanguage(map.placeOf(path).locale ?? 'en', code)))
}

function paths(include: string[]): GroundedScope | null {
  return include.length > 0 ? { kind: 'paths', include } : null
}
