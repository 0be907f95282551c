import { detached } from '../../lib/detached.ts'
import { type Machine, findMachine } from '../traits/device.ts'
import { type ClassifyOptions, type Judgement, SHIPPED, toJudgement, whyNotAViewOf } from './classify.ts'
import { type Client, type Clues, type Knowledge, gatherClues, identify } from './identify.ts'
import { AI_KINDS } from './registry-entry.ts'
import { type NotAView, type Request, isMissing } from './request.ts'
import { SURFACES } from './surface.ts'
import { type Trace, traceOf } from './trace.ts'

export interface Classifier {
  /** The same judgement as `classify`, from memory where possible. */
  classify(request: Request, options?: ClassifyOptions): Judgement
  /**
   * With it the trace of the view, by which it can be judged again, null for what is no view, whoever asks; and what a person reads
   * with, null for all others.
   */
  judge(request: Request, options?: ClassifyOptions): { judgement: Judgement; trace: Trace | null; machine: Machine | null }
  /** The number of the place that an address is in: two addresses with the same number make no difference to any judgement. */
  placeOf(address: string | null): number
}

export interface ClassifierOptions {
  /** The most user agents kept, in each of two generations. A busy site sees some ten thousand in a day. */
  userAgentsMax?: number
  /** Another registry than the one that is shipped, to judge it. */
  knowledge?: Knowledge
}

/** A client, and the judgement on a page view of it under the usual kinds: nearly all requests are that. */
interface Known {
  client: Client
  judgement: Judgement
  trace: Trace
  machine: Machine | null
  /** The judgements on its requests that are no views. Half of the lines of a log are that. */
  excluded: Map<NotAView, Judgement>
}

/** One whose registry can be replaced while it is used. */
export interface RenewableClassifier extends Classifier {
  renew(knowledge: Knowledge): void
}

export function createRenewableClassifier(): RenewableClassifier {
  let current = createClassifier()
  return {
    classify: (request, options) => current.classify(request, options),
    judge: (request, options) => current.judge(request, options),
    placeOf: (address) => current.placeOf(address),
    renew: (knowledge) => {
      current = createClassifier({ knowledge })
    },
  }
}

/** What is known of one user agent, by the code of the other clues. */
type Clients = Map<number, Known>

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
    const clients: Clients = old.get(userAgent) ?? new Map<number, Known>()
    if (young.size >= userAgentsMax) {
      old = young
      young = new Map()
    }
    young.set(userAgent === null ? null : detached(userAgent), clients)
    return clients
  }

  const look = (request: Request, clues: Clues): Known => {
    const clients = clientsOf(clues.userAgent)
    const code = toCode(clues)
    const found = clients.get(code)
    if (found) return found
    const client = identify(clues, knowledge.registry)
    const judgement = toJudgement({ ...request, ...PAGE_VIEW }, client, clues.surface, AI_KINDS)
    const known = {
      client,
      judgement: Object.freeze(judgement),
      trace: traceOf(clues),
      machine: machineOf(client, clues),
      excluded: new Map<NotAView, Judgement>(),
    }
    clients.set(code, known)
    return known
  }

  const judge: Classifier['judge'] = (request, { aiKinds = AI_KINDS } = {}) => {
    const clues = gatherClues(request, knowledge)
    // Signed requests are few, and their signers endless.
    if (clues.signature) {
      const client = identify(clues, knowledge.registry)
      const judgement = toJudgement(request, client, clues.surface, aiKinds)
      const trace = whyNotAViewOf(client, request) === null ? traceOf(clues) : null
      return { judgement, trace, machine: machineOf(client, clues) }
    }
    const { client, judgement, trace, machine, excluded } = look(request, clues)
    const reason = whyNotAViewOf(client, request)
    if (aiKinds !== AI_KINDS)
      return { judgement: toJudgement(request, client, clues.surface, aiKinds), trace: reason === null ? trace : null, machine }
    if (reason === null) return { judgement, trace, machine }
    const found = excluded.get(reason)
    if (found) return { judgement: found, trace: null, machine }
    const made = Object.freeze(toJudgement(request, client, clues.surface, aiKinds))
    excluded.set(reason, made)
    return { judgement: made, trace: null, machine }
  }
  return {
    judge,
    classify: (request, options) => judge(request, options).judgement,
    placeOf: (address) => knowledge.addresses.find(address).number,
  }
}

function machineOf({ client }: Client, { userAgent }: Clues): Machine | null {
  return client === 'human' && userAgent !== null && !isMissing(userAgent) ? findMachine(userAgent) : null
}

/** The parts of a request that could make it no view, as they are when it is one. */
const PAGE_VIEW = { method: 'GET', status: 200, address: '/', headers: {} }

const WISHES: Record<Clues['wish'], number> = { none: 0, markdown: 1, 'claude-code': 2, opencode: 3, cursor: 4 }

/** A number for all clues but the user agent and the signature. The places are few, and each has a number of its own. */
function toCode({ wish, surface, isNavigation, lacksFetchHeaders, place }: Clues): number {
  const navigation = lacksFetchHeaders ? 3 : isNavigation === null ? 0 : isNavigation ? 1 : 2
  return ((place.number * 5 + WISHES[wish]) * 4 + SURFACES[surface]) * 4 + navigation
}
