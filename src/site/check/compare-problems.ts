import type { ProblemCode, SiteProblem } from './site-problem.ts'

export interface ProblemChanges {
  added: SiteProblem[]
  fixed: SiteProblem[]
}

/**
 * Tells what a change added and what it fixed.
 *
 * Lines do not count, since any edit above moves them; how often a problem occurs on a page does. When a page moved, its problems
 * moved with it: pass `renames` (old path → new path) when git knows them. What is left over on both sides with the same code and
 * target and another path is taken for such a move as well, and so is a target on the same page that ends as it did.
 */
export function compareProblems(
  before: readonly SiteProblem[],
  after: readonly SiteProblem[],
  renames: ReadonlyMap<string, string> = new Map(),
): ProblemChanges {
  const exact = cancel(before, after, (problem, isBefore) =>
    identity(problem, isBefore ? (renames.get(problem.path) ?? problem.path) : problem.path),
  )
  const stillThere = new Set(after.map(({ path }) => path))
  const wasThere = new Set(before.map(({ path }) => path))
  // Only a page without problems before can be where a page without problems afterwards went to.
  const moved = cancel(
    exact.fixed.filter(({ path }) => !stillThere.has(path)),
    exact.added.filter(({ path }) => !wasThere.has(path)),
    (problem) => identity(problem, ''),
  )
  // A link that led nowhere leads nowhere in other words when what it is near to moved: `old/x.md#gone` is now `new/x.md#gone`.
  const rewritten = cancel(
    [...moved.fixed, ...exact.fixed.filter(({ path }) => stillThere.has(path))],
    [...moved.added, ...exact.added.filter(({ path }) => wasThere.has(path))],
    (problem, isBefore) =>
      JSON.stringify([problem.code, (isBefore ? stillThere : wasThere).has(problem.path) ? problem.path : '', tailOf(problem)]),
  )
  const gone = new Set(rewritten.fixed)
  const fresh = new Set(rewritten.added)
  return { added: after.filter((problem) => fresh.has(problem)), fixed: before.filter((problem) => gone.has(problem)) }
}

/** Their target is the text of the heading: one that is reworded has the same problem as before. */
const ABOUT_HEADINGS: ReadonlySet<ProblemCode> = new Set(['heading-jump', 'duplicate-h1'])

function identity({ code, target }: SiteProblem, path: string): string {
  return JSON.stringify([code, path, ABOUT_HEADINGS.has(code) ? null : (target ?? null)])
}

/** The anchor of a target, or else the name at its end: what stays when a page or its folder moves. */
function tailOf({ target = '' }: SiteProblem): string {
  const anchor = target.indexOf('#')
  return anchor >= 0 ? target.slice(anchor) : target.slice(target.lastIndexOf('/') + 1)
}

/** Sets off equal problems one against one. */
function cancel(
  before: readonly SiteProblem[],
  after: readonly SiteProblem[],
  keyOf: (problem: SiteProblem, isBefore: boolean) => string,
): ProblemChanges {
  const waiting = new Map<string, SiteProblem[]>()
  for (const problem of before) {
    const key = keyOf(problem, true)
    waiting.set(key, [...(waiting.get(key) ?? []), problem])
  }
  const added = after.filter((problem) => waiting.get(keyOf(problem, false))?.shift() === undefined)
  return { added, fixed: [...waiting.values()].flat() }
}
