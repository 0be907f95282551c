import type { PageFacts, PageNeed } from './page-facts.ts'
import { isOwnComponent } from './page-needs.ts'
import { resolveNeed } from './resolve-need.ts'
import { isPartial } from './resolve-target.ts'
import type { Site } from './site.ts'
import { rootOf } from './site-mounts.ts'
import { isPagePath } from './site-path.ts'

/** Includes of includes of includes: nobody writes more, and a cycle must end. */
const INCLUDE_DEPTH_MAX = 5

/** Why an anchor could not be judged: see `PageFacts.unknownAnchors`; a hook may make it; or a file that the page takes in is missing. */
type UnknownAnchor = NonNullable<PageFacts['unknownAnchors']> | 'hook' | 'include'

interface PageIds {
  ids: ReadonlySet<string>
  unknown: UnknownAnchor | null
  /** What components can make ids of; null where they can make any. */
  words: ReadonlySet<string> | null
}

/** Looks up anchors; the set of a page is made when it is first asked for. */
export class AnchorIndex {
  readonly #site: Site
  readonly #pages = new Map<string, PageIds>()
  #includers: Map<string, string[]> | null = null

  constructor(site: Site) {
    this.#site = site
  }

  /** True also when it cannot be known. */
  has(path: string, anchor: string): boolean {
    return this.judge(path, anchor) !== 'missing'
  }

  judge(path: string, anchor: string): 'there' | 'missing' | UnknownAnchor {
    const clean = anchor.replace(/:~:text=.*$/, '').replace(/^user-content-/, '')
    // `#top` is the top of every page; `#/route` and `#key=value` are read by scripts; `#L10` is a line on a code host.
    if (clean === '' || clean === 'top' || /^[/!]|=|^L\d+/.test(clean)) return 'there'
    const own = this.#judgeOn(path, clean)
    if (own !== 'missing' || !isPartial(this.#site, path)) return own
    // A part of other pages has the anchors of each of them.
    const others = this.#includersOf(path).map((page) => this.#judgeOn(page, clean))
    return others.length === 0 ? 'include' : (others.find((judgement) => judgement !== 'missing') ?? 'missing')
  }

  #judgeOn(path: string, anchor: string): 'there' | 'missing' | UnknownAnchor {
    const page = this.#pageOf(path)
    if (page.ids.has(anchor) || page.ids.has(this.#loosen(anchor))) return 'there'
    if (page.unknown === 'component' && page.words && !wordsOf(anchor).every((word) => page.words!.has(word))) return 'missing'
    if (page.unknown !== null) return page.unknown
    const marks = rootOf(this.#site, path)?.hasHooks ? this.#site.pages.get(path)?.marks : undefined
    return marks?.includes(anchor.replace(/^\+/, '')) ? 'hook' : 'missing'
  }

  #pageOf(path: string): PageIds {
    const known = this.#pages.get(path)
    if (known) return known
    const ids = new Set<string>()
    const unknown = this.#add(path, ids, 0)
    const words = unknown === 'component' ? this.#wordsOf(path) : null
    const page = { ids: new Set([...ids, ...Array.from(ids, (id) => this.#loosen(id))]), unknown, words }
    this.#pages.set(path, page)
    return page
  }

  #add(path: string, ids: Set<string>, depth: number): UnknownAnchor | null {
    const facts = this.#site.pages.get(path)
    if (!facts || depth > INCLUDE_DEPTH_MAX) return 'include'
    for (const { id } of facts.anchors) ids.add(id)
    let unknown: UnknownAnchor | null = facts.unknownAnchors === 'component' ? null : facts.unknownAnchors
    for (const need of facts.needs) {
      if (isOwnComponent(need) && !this.#addModule(path, need, ids)) unknown ??= 'component'
      if (!isPagePath(need.target)) continue
      const found = resolveNeed(this.#site, path, need)
      unknown = (typeof found === 'string' ? 'include' : this.#add(found.path, ids, depth + 1)) ?? unknown
    }
    return unknown
  }

  #wordsOf(path: string): ReadonlySet<string> | null {
    const { needs = [], words = [] } = this.#site.pages.get(path) ?? {}
    const isFromPage = needs.filter(isOwnComponent).every((need) => {
      const found = resolveNeed(this.#site, path, need)
      return typeof found !== 'string' && this.#site.modules.get(found.path)?.hasData === false
    })
    return isFromPage && !needs.some(({ target }) => isPagePath(target)) ? new Set(words) : null
  }

  /** False when the component could make any id. */
  #addModule(path: string, need: PageNeed, ids: Set<string>): boolean {
    const found = resolveNeed(this.#site, path, need)
    const module = typeof found === 'string' ? undefined : this.#site.modules.get(found.path)
    for (const id of module?.ids ?? []) ids.add(id)
    return module?.isComplete === true
  }

  #includersOf(path: string): readonly string[] {
    this.#includers ??= this.#findIncluders()
    return this.#includers.get(path) ?? []
  }

  #findIncluders(): Map<string, string[]> {
    const includers = new Map<string, string[]>()
    for (const [page, { needs }] of this.#site.pages) {
      for (const need of needs) {
        if (!isPagePath(need.target)) continue
        const found = resolveNeed(this.#site, page, need)
        if (typeof found === 'string') continue
        const pages = includers.get(found.path)
        if (pages) pages.push(page)
        else includers.set(found.path, [page])
      }
    }
    return includers
  }

  /**
   * Generators differ in how they treat case, punctuation and runs of dashes, so outside GitHub's way only letters and digits
   * are compared. Where the generator is not known, case alone is set aside, as code hosts do.
   */
  #loosen(id: string): string {
    const lower = id.toLowerCase()
    return this.#site.slugStyle === 'github' ? `~${lower}` : `~${lower.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '')}`
  }
}

function wordsOf(anchor: string): string[] {
  return anchor.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
