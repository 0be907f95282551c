import type { Exclusion } from '../exclusion.ts'
import addressRanges from './address-ranges.json' with { type: 'json' }
import { openAddressBook } from './address-ranges.ts'
import { type Client, type Knowledge, gatherClues, identify } from './identify.ts'
import { AI_KINDS, type Kind } from './registry-entry.ts'
import { REGISTRY, indexRegistry } from './registry.ts'
import { type NotAView, type Request, isFetch, isMissing, whyNotAView } from './request.ts'
import type { Surface } from './surface.ts'

export type { Request } from './request.ts'

export type Verdict = { class: 'human' | 'ai' } | { class: 'excluded'; reason: Exclusion }

/** The verdict with all that is known about who asked for what. */
export type Judgement = Verdict & Client & { surface: Surface }

export interface ClassifyOptions {
  /** The kinds of clients that count as `ai`; all of them when left out. */
  aiKinds?: readonly Kind[]
}

/** What ships with this version. Built once: it never changes. */
export const SHIPPED: Knowledge = { registry: indexRegistry(REGISTRY), addresses: openAddressBook(addressRanges) }

/** Tells people, AI and everything else apart. Pure: the same request always gets the same judgement. */
export function classify(request: Request, { aiKinds = AI_KINDS }: ClassifyOptions = {}): Judgement {
  const clues = gatherClues(request, SHIPPED)
  return toJudgement(request, identify(clues, SHIPPED.registry), clues.surface, aiKinds)
}

/** Settles whether a request of a client counts, and in which column. */
export function toJudgement(request: Request, client: Client, surface: Surface, aiKinds: readonly Kind[]): Judgement {
  const reason = whyNotAViewOf(client, request) ?? whyNotCounted(request, client, aiKinds)
  if (reason) return { class: 'excluded', reason, ...client, surface }
  return { class: client.client === 'human' ? 'human' : 'ai', ...client, surface }
}

/** Why a request is no view when this client makes it. */
export function whyNotAViewOf({ client }: Client, request: Request): NotAView | null {
  return whyNotAView(request) ?? (client === 'human' && isFetch(request) ? 'fetch' : null)
}

function whyNotCounted({ userAgent }: Request, { client, kind, evidence }: Client, aiKinds: readonly Kind[]): Exclusion | null {
  if (client === 'human') return null
  if (evidence === 'spoofed') return 'spoofed'
  if (client === 'ai') return kind !== null && aiKinds.includes(kind) ? null : kind
  if (kind !== null && kind !== 'unknown') return kind
  return userAgent !== null && isMissing(userAgent) ? 'no-user-agent' : 'bot'
}
