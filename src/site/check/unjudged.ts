import type { SiteProblem } from './site-problem.ts'

/** What a check was about. */
export type Judged = 'link' | 'anchor' | 'image' | 'navigation' | 'redirect' | 'include' | 'operation' | 'mdx'

/** Why something could not be judged, in words that follow "could not be judged:". */
const REASONS = {
  computed: 'a template or a program writes the target',
  generated: 'the build writes what it names, or the scan left it out',
  partial: 'it stands in a part of other pages',
  elsewhere: 'a plug-in or another site of the same host may serve it',
  redirected: 'a redirect leads out of the site, or to what is not known',
  template: 'the page is made by a template',
  component: 'the page has components of the site, which may make anchors',
  hook: 'a hook of the site makes anchors from comments',
  include: 'a part of the page could not be found',
  alias: 'an alias of the bundler or a package has it',
  remote: 'the description of the API is not in the repository',
  limit: 'the page is too large, or took too long to compile',
} as const

export type Reason = keyof typeof REASONS

/** How many of one kind could not be judged, and why. */
export interface Unjudged {
  kind: Judged
  reason: Reason
  count: number
  /** A sentence for people. */
  message: string
}

/** What a look at a site found, and what it could not tell. */
export interface SiteJudgement {
  problems: SiteProblem[]
  unjudged: Unjudged[]
}

/** Counts what could not be judged, so that silence never looks like health. */
export class UnjudgedCounts {
  readonly #counts = new Map<string, Unjudged>()

  add(kind: Judged, reason: Reason): void {
    const key = `${kind} ${reason}`
    const known = this.#counts.get(key)
    if (known) known.count += 1
    else this.#counts.set(key, { kind, reason, count: 1, message: REASONS[reason] })
  }

  list(): Unjudged[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count || (a.kind + a.reason < b.kind + b.reason ? -1 : 1))
  }
}
