import { AI_KINDS, type Kind } from './registry-entry.ts'
import { type Judgement, SHIPPED, toJudgement } from './classify.ts'
import { type Clues, type Knowledge, gatherClues, identify } from './identify.ts'
import type { Request } from './request.ts'
import type { MarkdownWish, Surface } from './surface.ts'

/**
 * All that a judgement on a page view depends on, as text, so that it can be made again under another registry. Of the address it
 * holds only the name of the published range that it is in. Stored in the database for some days.
 */
export type Trace = string

type Parts = [
  userAgent: string | null,
  signer: string | null,
  isSignatureVerified: boolean,
  wish: MarkdownWish,
  surface: Surface,
  isNavigation: boolean | null,
  addressSet: string | null,
  judgedSets: string[],
  /** Left out in traces of older versions. */
  lacksFetchHeaders?: boolean,
]

export function toTrace(request: Request, knowledge: Pick<Knowledge, 'addresses'> = SHIPPED): Trace {
  return traceOf(gatherClues(request, knowledge))
}

export function traceOf({ userAgent, signature, place, wish, surface, isNavigation, lacksFetchHeaders }: Clues): Trace {
  const parts: Parts = [
    userAgent,
    signature?.agent ?? null,
    signature?.isVerified ?? false,
    wish,
    surface,
    isNavigation,
    place.set,
    [...place.judged],
  ]
  if (lacksFetchHeaders) parts.push(true)
  return JSON.stringify(parts)
}

/** The judgement that a view with this trace gets under a registry. */
export function judgeTrace(trace: Trace, knowledge: Knowledge = SHIPPED, aiKinds: readonly Kind[] = AI_KINDS): Judgement {
  const [userAgent, signer, isVerified, wish, surface, isNavigation, set, judged, lacksFetchHeaders = false] = JSON.parse(
    trace,
  ) as Parts
  const clues: Clues = {
    userAgent,
    signature: signer === null ? null : { agent: signer, isVerified },
    place: { number: 0, set, judged: new Set(judged) },
    wish,
    surface,
    isNavigation,
    lacksFetchHeaders,
  }
  const view: Request = { method: 'GET', status: 200, address: '/', userAgent, headers: {} }
  return toJudgement(view, identify(clues, knowledge.registry), surface, aiKinds)
}
