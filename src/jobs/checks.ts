import { type SiteProblem, checkSite } from '../verify/check-site.ts'
import { compareProblems } from '../verify/compare-problems.ts'
import { type FactsCache, loadSite } from '../verify/load-site.ts'

/** More would not be read in a pull request, and the count is there. */
const LISTED_MAX = 50

/** What verification found: stored in the ledger, shown in the pull request. */
export interface Checks {
  /** Problems of the whole site before and after the work. */
  before: number
  after: number
  fixed: number
  /** How many are new, and the first of them. Only new ones count against the work. */
  addedCount: number
  added: SiteProblem[]
}

export interface Verifier {
  /** Compares the directory as it is now with how it was when the verifier was made. */
  check(): Promise<Checks>
}

/** Looks at a site before an agent works on it. The same scanner looks again afterwards, so what was wrong already does not count. */
export async function createVerifier(directory: string, cache: FactsCache, signal: AbortSignal): Promise<Verifier> {
  const scan = async () => checkSite(await loadSite(directory, { signal, cache }))
  const before = await scan()
  return {
    check: async () => {
      const after = await scan()
      const { added, fixed } = compareProblems(before, after)
      return {
        before: before.length,
        after: after.length,
        fixed: fixed.length,
        addedCount: added.length,
        added: added.slice(0, LISTED_MAX),
      }
    },
  }
}

/** One line for an agent or a reviewer. */
export function describeProblem({ path, line, message }: SiteProblem): string {
  return `${path}:${line}: ${message}`
}
