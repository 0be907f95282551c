import { type ClassifyOptions, type Judgement, SHIPPED, classify, whyNotAViewOf } from './classify.ts'
import { STEPS, claimOf, gatherClues, withMatch } from './identify.ts'
import type { NotAView, Request } from './request.ts'

export interface ExplainedStep {
  step: string
  asks: string
  /** A sentence for people; null when the step had nothing to say. */
  answer: string | null
}

export interface Explanation {
  judgement: Judgement
  /** The steps up to the one that decided. */
  steps: ExplainedStep[]
  registryVersion: string
  /** The day on which the address ranges were fetched. */
  addressesDate: string
}

const NOT_A_VIEW: Record<NotAView, string> = {
  method: 'only GET requests are views.',
  prefetch: 'a browser fetched it ahead, and perhaps no one saw it.',
  status: 'the answer was not the page.',
  error: 'the page was not there; it counts among the misses.',
  asset: 'it is a file that belongs to pages, not a page.',
  fetch: 'a script of a page asked for it, not the reader.',
}

/** Takes the steps of `classify` one by one and says what each of them found. */
export function explain(request: Request, options: ClassifyOptions = {}): Explanation {
  const judgement = classify(request, options)
  const notAView = whyNotAViewOf(judgement, request)
  const steps: ExplainedStep[] = [
    { step: 'view', asks: 'Is it a view of a page?', answer: notAView ? `No: ${NOT_A_VIEW[notAView]}` : 'Yes.' },
  ]
  const clues = withMatch(gatherClues(request, SHIPPED), SHIPPED.registry)
  for (const { name, asks, decide } of STEPS) {
    const client = decide(clues, SHIPPED.registry)
    const claim = name === 'signature' && clues.signature ? `${claimOf(clues.signature)}; that decides nothing.` : null
    steps.push({ step: name, asks, answer: client?.because ?? claim })
    if (client) break
  }
  return {
    judgement,
    steps,
    registryVersion: SHIPPED.registry.version,
    addressesDate: SHIPPED.addresses.date,
  }
}
