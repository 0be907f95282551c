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
    const distance =
      plain === plainWrong ? 0 : areWordsNear(lowerWrong, lower) ? Math.max(1, editDistance(lowerWrong, lower, limit)) : limit + 1
    if (distance < best.distance) best = { id, distance, isAlone: true }
    else if (distance === best.distance) best.isAlone = false
  }
  return best.isAlone ? best.id : onlyLonger(lowerWrong, anchors)
}

/** A slip of the pen is in a word; another word in its place is another heading: `navigation-path` is not `navigation-tabs`. */
function areWordsNear(wrong: string, right: string): boolean {
  const [ours, theirs] = [wrong.split('-'), right.split('-')]
  if (ours.length !== theirs.length) return true
  return ours.every((word, index) => {
    const limit = word.length >= LONG_WORD_CHARACTERS ? 2 : 1
    return word === theirs[index] || editDistance(word, theirs[index]!, limit) <= limit
  })
}

const LONG_WORD_CHARACTERS = 8

/** A heading that got words at its end, or a link that lost them, when only one heading of the page begins so. */
function onlyLonger(wrong: string, anchors: readonly KnownAnchor[]): string | null {
  const longer = anchors.filter(({ lower }) => lower.startsWith(`${wrong}-`))
  const [only, ...more] = longer
  const words = (text: string) => text.split('-').length
  const isClose = only !== undefined && (words(wrong) > 1 || words(only.lower) === 2) && !/\d$/u.test(only.lower)
  return isClose && more.length === 0 && wrong.length >= SHORT_ANCHOR_CHARACTERS ? only.id : null
}

const SHORT_ANCHOR_CHARACTERS = 4

/** Generators differ in case, dashes and marks, which is the most frequent reason for a wrong anchor. */
function simplify(id: string): string {
  return id.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
