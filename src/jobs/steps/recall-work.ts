import { hasObjects } from '../../git/objects.ts'
import type { Run } from '../run.ts'
import type { Ledger } from '../ledger.ts'
import { CLAIM } from '../step-store.ts'
import type { Sources } from './sync-mirror.ts'

/**
 * Makes sure that the mirror has what the ledger speaks of. A run that began on another node left its objects in that node's
 * mirror. What it pushed can be fetched; what it did not push is done again, from the same sources.
 */
export async function recallWork({ deps, job, mirror, ledger, signal }: Run): Promise<void> {
  const sources = ledger.find<Sources>('mirror')
  if (!sources || ledger.find('pull-request')) return
  const commit = ledger.find<string>('commit')
  const work = commit ? [commit] : treesOf(ledger)
  const base = [sources.base, sources.parent]
  const has = (ids: string[]) => hasObjects(deps.git, mirror.gitDir, ids)

  if (await has([...base, ...work])) return
  await mirror.fetch([job.ref, job.branch], signal)
  if (commit && (await has([...base, commit]))) return
  // The sources stay although they are older than the repository may be by now: from a branch that has the work already, the
  // agent would change nothing, and the job would end without its pull request.
  const isBaseThere = await has(base)
  // The turns of a model, too: the files that they left are as lost as the rest. What was claimed stays: it may have been pushed.
  const lost = ledger.names().filter((name) => !name.startsWith(CLAIM) && (name !== 'mirror' || !isBaseThere))
  await ledger.forget(lost)
}

/** What the agent left behind, also of a part of its work that it did before it was cut off. */
function treesOf(ledger: Ledger): string[] {
  return ledger
    .names()
    .filter((name) => name !== 'mirror')
    .flatMap((name) => {
      const tree = ledger.find<{ tree?: unknown } | null>(name)?.tree
      return typeof tree === 'string' ? [tree] : []
    })
}
