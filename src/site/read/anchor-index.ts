import { resolveTarget } from './resolve-target.ts'
import type { Site } from './site.ts'

/** Includes of includes of includes: nobody writes more, and a cycle must end. */
const INCLUDE_DEPTH_MAX = 5

/** Looks up anchors; the set of a page is made when it is first asked for. */
export class AnchorIndex {
  readonly #site: Site
  /** Null for a page whose anchors cannot be known. */
  readonly #sets = new Map<string, ReadonlySet<string> | null>()

  constructor(site: Site) {
    this.#site = site
  }

  /** True also when it cannot be known. */
  has(path: string, anchor: string): boolean {
    const clean = anchor.replace(/:~:text=.*$/, '').replace(/^user-content-/, '')
    // `#top` is the top of every page; `#/route` and `#key=value` are read by scripts; `#L10` is a line on a code host.
    if (clean === '' || clean === 'top' || /^[/!]|=|^L\d+/.test(clean)) return true
    let set = this.#sets.get(path)
    if (set === undefined) {
      set = this.#collect(path)
      this.#sets.set(path, set)
    }
    return set === null || set.has(clean) || set.has(this.#loosen(clean))
  }

  #collect(path: string): ReadonlySet<string> | null {
    const ids = new Set<string>()
    if (!this.#add(path, ids, 0)) return null
    return new Set([...ids, ...Array.from(ids, (id) => this.#loosen(id))])
  }

  #add(path: string, ids: Set<string>, depth: number): boolean {
    const facts = this.#site.pages.get(path)
    if (!facts || facts.hasUnknownAnchors || depth > INCLUDE_DEPTH_MAX) return false
    for (const { id } of facts.anchors) ids.add(id)
    return facts.includes.every((name) => {
      const included = resolveTarget(this.#site, path, name)
      return included.kind === 'page' && this.#add(included.path, ids, depth + 1)
    })
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
