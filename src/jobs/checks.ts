import type { CheckProblem, Checks } from '../pull-requests/checks.ts'
import { checkSite } from '../site/check/check-site.ts'
import { compareProblems } from '../site/check/compare-problems.ts'
import { checkChangedMdx } from '../site/check/mdx/check-mdx.ts'
import type { SiteProblem } from '../site/check/site-problem.ts'
import type { FactsMemory } from '../site/read/facts-memory.ts'
import { type ListedFiles, loadSite, siteOfFiles } from '../site/read/load-site.ts'

/** More would not be read in a pull request, and the count is there. */
const LISTED_MAX = 50

/** What verification found. Only new problems count against the work. */
export interface Verification {
  checks: Checks
  problemCount: number
  addedCount: number
  fixedCount: number
}

export interface Verifier {
  /** Compares files with those that the verifier was created with. */
  check(files: ListedFiles): Promise<Verification>
}

/** What was wrong with sites that were looked at before, by the tree of their files: jobs of a project often start from the same. */
export type KnownProblems = Map<string, readonly SiteProblem[]>

/** Trees that are remembered, and the most problems of one: a site with more is looked at again. */
const KNOWN_TREES_MAX = 20
const KNOWN_PROBLEMS_MAX = 5_000

/**
 * Looks at a site before an agent works on it. The same scanner looks again afterwards, so what was wrong already does not count.
 *
 * @param tree That the files are of.
 */
export async function createVerifier(
  files: ListedFiles,
  tree: string,
  { facts, knownProblems }: { facts: FactsMemory; knownProblems: KnownProblems },
  signal: AbortSignal,
): Promise<Verifier> {
  const load = (listed: ListedFiles) => loadSite(siteOfFiles(listed), { signal, memory: facts })
  const before = knownProblems.get(tree) ?? checkSite(await load(files))
  if (before.length <= KNOWN_PROBLEMS_MAX) {
    // Back to the end: the one that was used longest ago goes first.
    knownProblems.delete(tree)
    if (knownProblems.size >= KNOWN_TREES_MAX) knownProblems.delete(knownProblems.keys().next().value!)
    knownProblems.set(tree, before)
  }
  return {
    check: async (changed) => {
      const site = await load(changed)
      // Only what the change touched is compiled: all pages of a large site take half a minute.
      const { problems: uncompiled } = await checkChangedMdx(site, files, changed, { signal })
      const after = [...checkSite(site), ...uncompiled]
      const { added, fixed } = compareProblems(before, after)
      const listed = added.slice(0, LISTED_MAX).map(({ code, path, line, message }) => ({ code, path, line, message }))
      return {
        checks: { before: countByCode(before), after: countByCode(after), added: listed },
        problemCount: after.length,
        addedCount: added.length,
        fixedCount: fixed.length,
      }
    },
  }
}

function countByCode(problems: readonly SiteProblem[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of problems) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** One line for an agent. */
export function describeProblem({ path, line, message }: CheckProblem): string {
  return `${path}:${line}: ${message}`
}
