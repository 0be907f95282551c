import type { Site as SiteModel } from '../../read/site.ts'
import { editDistance } from './edit-distance.ts'

/** More than three changes, or more than a fifth of the letters, is another word. */
const CHANGES_MAX = 3

/** For all links of one run: about a second. A page of links that all lead nowhere gets no more guesses than that. */
const COMPARISONS_MAX = 300_000

interface KnownAnchor {
  id: string
  lower: string
  plain: string
}

/** Guesses what wrong anchors mean. */
export class AnchorGuesses {
  readonly #model: SiteModel
  readonly #pages = new Map<string, { ids: ReadonlySet<string>; anchors: readonly KnownAnchor[] }>()
  #comparisons = 0

  constructor(model: SiteModel) {
    this.#model = model
  }

  /** True when a page has the anchor in exactly this spelling. */
  isExact(page: string, anchor: string): boolean {
    return this.#known(page).ids.has(anchor)
  }

  /** The one anchor of a page that a wrong one must have meant; null when there is none, or more than one. */
  find(page: string, wrong: string): string | null {
    const { anchors } = this.#known(page)
    this.#comparisons += anchors.length
    return this.#comparisons > COMPARISONS_MAX ? null : findAnchor(wrong, anchors)
  }

  #known(page: string) {
    const known = this.#pages.get(page)
    if (known) return known
    const all = this.#model.pages.get(page)?.anchors ?? []
    const own = new Set(all.filter(({ source }) => source !== 'component').map(({ id }) => id))
    const anchors = Array.from(own, (id) => ({ id, lower: id.toLowerCase(), plain: simplify(id) }))
    const found = { ids: new Set(all.map(({ id }) => id)), anchors }
    this.#pages.set(page, found)
    return found
  }
}

function findAnchor(wrong: string, anchors: readonly KnownAnchor[]): string | null {
  const limit = Math.min(CHANGES_MAX, Math.max(1, Math.floor(wrong.length / 5)))
  const [plainWrong, lowerWrong] = [simplify(wrong), wrong.toLowerCase()]
  let best = { id: '', distance: limit + 1, isAlone: false }
  for (const { id, lower, plain } of anchors) {
    const distance = plain === plainWrong ? 0 : Math.max(1, editDistance(lowerWrong, lower, limit))
    if (distance < best.distance) best = { id, distance, isAlone: true }
    else if (distance === best.distance) best.isAlone = false
  }
  return best.isAlone ? best.id : null
}

/** Generators differ in case, dashes and marks, which is the most frequent reason for a wrong anchor. */
function simplify(id: string): string {
  return id.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
