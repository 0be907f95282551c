import { readSizes } from '../../git/blobs.ts'
import { compareFiles } from '../../git/compare-trees.ts'
import { DEFAULT_POLICY, type PolicyReport, checkDiffPolicy, checkWords } from '../../git/diff-policy.ts'
import { workLost } from '../../git/git-fault.ts'
import { allowedBy, checkContent } from '../check-content.ts'
import type { Run } from '../run.ts'
import type { Work } from './run-agent.ts'
import type { Sources } from './sync-mirror.ts'

/** Judges what the agent did, before anything of it leaves the machine. */
export async function checkPolicy(
  { deps, mirror, settings, canaries, signal }: Run,
  sources: Sources,
  work: Work,
): Promise<PolicyReport> {
  const protects = settings.allowCiFiles ? DEFAULT_POLICY.protects.difference(new Set(['ci'])) : DEFAULT_POLICY.protects
  const policy = { ...DEFAULT_POLICY, limits: work.limits ?? DEFAULT_POLICY.limits, protects, canaries }
  checkWords(`${work.title}\n${work.summary}`, policy)
  const here = await readSizes(deps.git, mirror.gitDir, [sources.parent, work.tree], signal)
  if (!here.has(work.tree)) throw workLost()
  if (!here.has(sources.parent)) await mirror.needCommit(sources.parent, signal)
  const compared = await compareFiles(deps.git, mirror.gitDir, sources.tree, work.tree, signal)
  const report = await checkDiffPolicy(deps.git, mirror.gitDir, compared, policy, signal)
  await checkContent(deps.git, mirror, { ...sources, compared }, allowedBy(settings), signal)
  return report
}
