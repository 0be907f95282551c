import { folderOf, nameOf } from '../../lib/repository-path.ts'
import type { EditableSite } from '../edit/editable-site.ts'

/** Names of folders that hold a translation. Two letters that are also a usual folder (`go`, `id`, `is`, `no`) are left out. */
const LANGUAGE_CODE =
  /^(?:ar|az|be|bg|bn|bs|ca|cs|da|de|el|en|es|et|eu|fa|fi|fil|fr|gl|he|hi|hr|hu|hy|it|ja|ka|kk|ko|lt|lv|ms|nb|nl|pl|pt|ro|ru|sk|sl|sq|sr|sv|ta|te|th|tr|uk|ur|uz|vi|zh)(?:[-_](?:[A-Za-z]{2}|[A-Za-z]{4}|419))?$/u

/** Folders of test data: they look like pages, and tests break when they change. */
const TEST_FOLDER = /(?:^|\/)(?:__tests__|__fixtures__|__snapshots__|__mocks__|tests?|fixtures?|testdata|e2e)\//iu

/** Docusaurus: what is documented in these is released, and changes only when someone asks for it. */
const OLD_VERSIONS = /^(?:.*\/)?(?:[\w-]+_)?versioned_(?:docs|sidebars)(?=\/)/u

const SITE_FILE =
  /(?:^|\/)(?:docs\.json|mint\.json|mkdocs\.ya?ml|docusaurus\.config\.[cm]?[jt]s|astro\.config\.[cm]?[jt]s|book\.toml|next\.config\.[cm]?[jt]s|hugo\.(?:toml|ya?ml|json)|_config\.ya?ml|conf\.py)$|(?:^|\/)\.vitepress\/config(?:\/[\w.-]+)?\.[cm]?[jt]s$/u

/** Folders beside the documentation in which a site is an example or a starter, not the documentation. */
const EXAMPLE_FOLDER = /(?:^|\/)(?:examples?|templates?|packages|crates|starters?|demos?|playgrounds?)\//iu

/** What is known of a page from its place. */
export interface PagePlace {
  /** The language of its folder; null for the language that the site is written in first. */
  locale: string | null
  /** The same path in each language is a translation of the same page. */
  key: string
}

/** Which pages of a repository are the documentation, and which of them are translations or belong to an old version. */
export class SiteMap {
  readonly #site: EditableSite
  readonly #roots: readonly string[]
  /** Folders that hold one folder for each language, with the languages. */
  readonly #homes: ReadonlyMap<string, ReadonlySet<string>>

  constructor(site: EditableSite) {
    this.#site = site
    this.#roots = rootsOf(site)
    this.#homes = homesOf(site.pages().filter((path) => this.isCurrent(path)))
  }

  /** Languages other than the first one, as their folders name them. */
  locales(): string[] {
    const all = [...this.#homes.values()].flatMap((codes) => [...codes])
    return [...new Set(all)].filter((code) => !isEnglish(code)).sort()
  }

  /** The folders of all pages in these languages. */
  localeFolders(isWanted: (code: string) => boolean): string[] {
    return [...this.#homes].flatMap(([home, codes]) =>
      [...codes].filter(isWanted).map((code) => (home === '' ? code : `${home}/${code}`)),
    )
  }

  placeOf(path: string): PagePlace {
    const parts = path.split('/')
    for (let index = 0; index < parts.length - 1; index += 1) {
      const code = parts[index]!
      if (!this.#homes.get(parts.slice(0, index).join('/'))?.has(code)) continue
      return { locale: isEnglish(code) ? null : code, key: parts.toSpliced(index, 1).join('/') }
    }
    return { locale: null, key: path }
  }

  /** The same page or folder in other languages. */
  translationsOf(path: string): string[] {
    const folder = path.replace(/\/+$/u, '')
    const isPage = this.#site.has(folder)
    const { key } = this.placeOf(isPage ? folder : `${folder}/`)
    const pages = this.#site.pages()
    if (isPage) return pages.filter((page) => page !== folder && this.placeOf(page).key === key)
    const found = this.localeFolders(() => true).map((home) => `${home}/${key.replace(/\/$/u, '')}`)
    return found.filter((one) => one !== folder && pages.some((page) => page.startsWith(`${one}/`)))
  }

  /** The folder of old versions that a path is in; null for what is current. */
  oldVersionsOf(path: string): string | null {
    return OLD_VERSIONS.exec(path)?.[0] ?? null
  }

  /** True for what "every page" means: pages of the site, without old versions, test data and pages of other things in the repository. */
  isCurrent(path: string): boolean {
    if (this.oldVersionsOf(path) !== null || TEST_FOLDER.test(path)) return false
    if (this.#roots.length === 0 || !path.includes('/')) return true
    return !/\.(?:md|mdx|markdown)$/iu.test(path) || this.#roots.some((root) => root === '' || path.startsWith(`${root}/`))
  }
}

export function isEnglish(code: string): boolean {
  return /^en(?:[-_]|$)/u.test(code)
}

function rootsOf(site: EditableSite): string[] {
  const files = site.allPaths().filter((path) => SITE_FILE.test(path) && !TEST_FOLDER.test(path))
  const own = files.filter((path) => !EXAMPLE_FOLDER.test(path))
  const roots = (own.length > 0 ? own : files).map((path) => {
    if (path.includes('.vitepress/')) return path.slice(0, path.lastIndexOf('.vitepress/')).replace(/\/$/u, '')
    return nameOf(path) === 'book.toml' ? [folderOf(path), 'src'].filter((part) => part !== '').join('/') : folderOf(path)
  })
  return [...new Set(roots)].filter((root) => site.pages().some((page) => root === '' || page.startsWith(`${root}/`)))
}

/** A folder holds languages when two of its folders are named so, or one whose pages the folder itself has, too. */
function homesOf(pages: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Map<string, string[]>>()
  for (const page of pages) {
    const parts = page.split('/')
    for (const [index, code] of parts.slice(0, -1).entries()) {
      if (!LANGUAGE_CODE.test(code)) continue
      const home = parts.slice(0, index).join('/')
      const codes = found.get(home) ?? new Map<string, string[]>()
      const rest = [...(codes.get(code) ?? []), parts.slice(index + 1).join('/')].slice(0, 50)
      found.set(home, codes.set(code, rest))
    }
  }
  const all = new Set(pages)
  const homes = new Map<string, Set<string>>()
  for (const [home, codes] of found) {
    const mirrors = (rest: readonly string[]) => rest.some((path) => all.has(home === '' ? path : `${home}/${path}`))
    const sure = [...codes].filter(([, rest]) => codes.size > 1 || mirrors(rest)).map(([code]) => code)
    if (sure.length > 0) homes.set(home, new Set(sure))
  }
  return homes
}
