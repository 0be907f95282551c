import { DEFAULT_POLICY, type PolicyReport, checkDiffPolicy, checkWords } from '../../git/diff-policy.ts'
import { GitError } from '../../git/git.ts'
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
  const policy = { ...DEFAULT_POLICY, protects, canaries }
  checkWords(`${work.title}\n${work.summary}`, policy)
  await mirror.needCommit(sources.parent, signal)
  const isHere = await deps.git.text(['cat-file', '-t', work.tree], { gitDir: mirror.gitDir, signal }).catch((error: unknown) => {
    if (error instanceof GitError) return null
    throw error
  })
  if (!isHere) throw workLost()
  const report = await checkDiffPolicy(deps.git, mirror.gitDir, sources.tree, work.tree, policy, signal)
  await checkContent(deps.git, mirror, { ...sources, work: work.tree }, allowedBy(settings), signal)
  return report
}
