import { folderOf, nameOf } from '../../../lib/repository-path.ts'
import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { navigationLabels } from '../../../site/edit/navigation/navigation-labels.ts'
import { escapePattern } from '../../../site/edit/replace/term-pattern.ts'
import { findPages } from '../../../site/operations/find-pages.ts'
import { SiteMap } from '../../../site/operations/site-map.ts'
import { resolveNavigation } from '../../../site/read/resolve-target.ts'
import { simplified, stemsOf } from './words.ts'

/** What a description can mean on the site: one thing, several, or none. */
export type Found = { path: string } | { several: string[] } | null

/** So many pages are offered to choose from. */
const CHOICES_MAX = 5

/** Titles stand near the top of a page. */
const TITLE_CHARACTERS_MAX = 3000

interface KnownPage {
  path: string
  title: string
  stems: ReadonlySet<string>
}

/** Looks up on the site what an instruction speaks of: pages, folders, groups, terms. What is not found is not guessed. */
export class Ground {
  readonly site: EditableSite
  readonly map: SiteMap
  #known: KnownPage[] | null = null
  #folders: string[] | null = null
  readonly #counts = new Map<string, number>()

  constructor(site: EditableSite) {
    this.site = site
    this.map = new SiteMap(site)
  }

  /** The page that a path, an address, a title or a description means. */
  page(written: string, prefersTop = false): Found {
    const text = written.trim()
    if (text === '') return null
    if (!/\s/u.test(text)) {
      const found = this.#likeliest(findPages(this.site, text.replace(/\.html?$/iu, '')))
      if (found.length > 0) return asFound(found)
      if (/[/\\]|\.(?:md|mdx|markdown)$/iu.test(text)) return null
    }
    const wanted = simplified(text)
    const isNamed = ({ path, title }: KnownPage) => simplified(title) === wanted || simplified(pageName(path)) === wanted
    const named = this.#likeliest(
      this.#pages()
        .filter(isNamed)
        .map(({ path }) => path),
    )
    if (named.length > 0) return asFound(prefersTop ? outermost(named) : named)
    const stems = stemsOf(text)
    if (stems.length === 0) return null
    const about = this.#likeliest(
      this.#pages()
        .filter(
          (page) =>
            stems.every((one) => page.stems.has(one)) &&
            stemsOf(`${pageName(page.path)} ${page.title}`).some((one) => stems.includes(one)),
        )
        .map(({ path }) => path),
    )
    return about.length > CHOICES_MAX ? null : asFound(about)
  }

  /** Pages of a kind, such as "install": all whose name, folder or title has the words. Only in the language of the site. */
  pagesAbout(text: string): string[] {
    const stems = stemsOf(text)
    if (stems.length === 0) return []
    return this.#pages()
      .filter(({ path, stems: own }) => this.map.placeOf(path).locale === null && stems.every((one) => own.has(one)))
      .map(({ path }) => path)
  }

  /** Folders with pages that are named so, in the language of the site before others. */
  folders(name: string): string[] {
    const wanted = simplified(name).replace(/s$/u, '')
    this.#folders ??= [...new Set(this.#pages().flatMap(({ path }) => foldersAbove(path)))]
    const named = this.#folders.filter((folder) => simplified(nameOf(folder)).replace(/s$/u, '') === wanted)
    const own = named.filter((folder) => this.map.placeOf(`${folder}/x`).locale === null)
    const best = own.length > 0 ? own : named
    // The outermost of folders within each other has them all.
    return best.filter((folder) => !best.some((other) => folder.startsWith(`${other}/`)))
  }

  /** The pages of a group of the navigation. */
  async groupPages(label: string, signal: AbortSignal): Promise<string[]> {
    const wanted = simplified(label)
    const groups = navigationLabels(this.site).filter(({ text }) => simplified(text) === wanted)
    if (groups.length === 0) return []
    await this.site.scan(signal)
    const model = this.site.model()
    const pages = new Set<string>()
    for (const { path, start, bodyEnd } of groups) {
      const text = this.site.text(path)
      const [first, last] = [lineAt(text, start), lineAt(text, bodyEnd)]
      for (const entry of model.navigation) {
        const found =
          entry.path === path && entry.at.line >= first && entry.at.line <= last ? resolveNavigation(model, entry) : null
        if (found?.kind === 'page') pages.add(found.path)
      }
    }
    return [...pages]
  }

  /** How often a text stands on the pages of the site, as whole words and in any capitals. */
  occurrences(term: string): number {
    const known = this.#counts.get(term)
    if (known !== undefined) return known
    const words = term
      .trim()
      .split(/\s+/u)
      .map(escapePattern)
      .join(String.raw`\s+`)
    const start = /^[\p{L}\p{N}]/u.test(term) ? String.raw`(?<![\p{L}\p{N}])` : ''
    const end = /[\p{L}\p{N}]$/u.test(term) ? String.raw`(?:s|es)?(?![\p{L}\p{N}])` : ''
    const pattern = new RegExp(`${start}${words}${end}`, 'giu')
    let count = 0
    for (const path of this.site.paths()) count += this.site.text(path).match(pattern)?.length ?? 0
    this.#counts.set(term, count)
    return count
  }

  /** Of several pages, those that are current and in the language of the site. */
  #likeliest(paths: readonly string[]): string[] {
    const current = paths.filter((path) => this.map.isCurrent(path))
    const best = current.length > 0 ? current : paths
    const own = best.filter((path) => this.map.placeOf(path).locale === null)
    return [...(own.length > 0 ? own : best)]
  }

  #pages(): KnownPage[] {
    this.#known ??= this.site
      .pages()
      .filter((path) => this.map.isCurrent(path))
      .map((path) => {
        const title = titleOf(this.site.text(path))
        return { path, title, stems: new Set(stemsOf(`${path.replace(/\.\w+$/u, '')} ${title}`)) }
      })
    return this.#known
  }
}

/** The one page that stands above all others of the name; all of them when there is none. */
function outermost(paths: readonly string[]): readonly string[] {
  const depth = (path: string) => path.split('/').length
  const least = paths.reduce((smallest, path) => Math.min(smallest, depth(path)), Number.POSITIVE_INFINITY)
  const top = paths.filter((path) => depth(path) === least)
  return top.length === 1 ? top : paths
}

function asFound(paths: readonly string[]): Found {
  const [path, ...more] = paths
  if (path === undefined) return null
  return more.length === 0 ? { path } : { several: paths.slice(0, CHOICES_MAX) }
}

/** The name of a file without its ending and number; of an index, the name of its folder. */
function pageName(path: string): string {
  const name = nameOf(path).replace(/\.\w+$/u, '')
  const own = /^(?:index|readme|_index|overview)$/iu.test(name) && folderOf(path) !== '' ? nameOf(folderOf(path)) : name
  return own.replace(/^\d+[-_.]/u, '')
}

/** From the front matter or the first heading, without a reader of Markdown: every page is looked at. */
function titleOf(page: string): string {
  const top = page.slice(0, TITLE_CHARACTERS_MAX)
  const matter = /^title:[ \t]*["']?(?<title>[^\n"']+)/mu.exec(top.startsWith('---') ? top.slice(0, top.indexOf('\n---', 3)) : '')
  return (matter?.groups?.['title'] ?? /^# (?<title>[^\n{]+)/mu.exec(top)?.groups?.['title'] ?? '').trim()
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
