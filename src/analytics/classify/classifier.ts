import { type ClassifyOptions, type Judgement, SHIPPED, toJudgement } from './classify.ts'
import { type Client, type Clues, type Knowledge, gatherClues, identify } from './identify.ts'
import { AI_KINDS } from './registry-entry.ts'
import type { Request } from './request.ts'

export interface Classifier {
  /** The same judgement as `classify`, from memory where possible. */
  classify(request: Request, options?: ClassifyOptions): Judgement
}

export interface ClassifierOptions {
  /** The most user agents kept, in each of two generations. A busy site sees some ten thousand in a day. */
  userAgentsMax?: number
  /** Another registry than the one that is shipped, to judge it. */
  knowledge?: Knowledge
}

/** The clients seen with one user agent, by the code of the other clues. */
type Clients = Map<number, Client>

/**
 * Creates a classifier that remembers what it found. Two generations stand for a least-recently-used list: what is used moves to
 * the young one, and when that is full the old one is dropped. A hit costs one look-up, where a true list would re-order on each.
 */
export function createClassifier({ userAgentsMax = 20_000, knowledge = SHIPPED }: ClassifierOptions = {}): Classifier {
  let young = new Map<string | null, Clients>()
  let old = new Map<string | null, Clients>()

  const clientsOf = (userAgent: string | null): Clients => {
    const found = young.get(userAgent)
    if (found) return found
    const clients: Clients = old.get(userAgent) ?? new Map<number, Client>()
    if (young.size >= userAgentsMax) {
      old = young
      young = new Map()
    }
    young.set(userAgent === null ? null : detached(userAgent), clients)
    return clients
  }

  const identifyCached = (clues: Clues): Client => {
    // Signed requests are few, and their signers endless.
    if (clues.signature) return identify(clues, knowledge.registry)
    const clients = clientsOf(clues.userAgent)
    const code = toCode(clues)
    const found = clients.get(code)
    if (found) return found
    const client = Object.freeze(identify(clues, knowledge.registry))
    clients.set(code, client)
    return client
  }

  return {
    classify: (request, { aiKinds = AI_KINDS } = {}) => {
      const clues = gatherClues(request, knowledge)
      return toJudgement(request, identifyCached(clues), clues.surface, aiKinds)
    },
  }
}

const WISHES: Record<Clues['wish'], number> = { none: 0, markdown: 1, 'claude-code': 2, opencode: 3, cursor: 4 }
const SURFACES: Record<Clues['surface'], number> = { html: 0, markdown: 1, 'llms.txt': 2, mcp: 3 }

/** A number for all clues but the user agent and the signature. The places are few, and each has a number of its own. */
function toCode({ wish, surface, isNavigation, place }: Clues): number {
  const navigation = isNavigation === null ? 0 : isNavigation ? 1 : 2
  return ((place.number * 5 + WISHES[wish]) * 4 + SURFACES[surface]) * 3 + navigation
}

/** A copy. A user agent cut out of a batch is a view on it, and one kept view keeps the whole batch in memory. */
function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string
}
