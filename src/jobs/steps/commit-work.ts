import { toCommitText } from '../../codehosts/pull-request-text.ts'
import { SIGN_OFF, keepCommit, writeCommit } from '../../git/commit.ts'
import type { Run } from '../run.ts'
import { titleOf } from '../job-title.ts'
import type { Work } from './run-agent.ts'
import type { Sources } from './sync-mirror.ts'

/** Makes the commit. Its dates come from the message, so that doing it again gives the same commit. */
export async function commitWork(run: Run, sources: Sources, work: Work): Promise<string> {
  const { deps, job, message, mirror } = run
  // Of a follow-up, too: the caller's own title is for the pull request.
  const subject = toCommitText(await titleOf({ ...run, job: { ...job, title: null } }, sources.base, work.title))
  const text = `${subject}\n\n${toCommitText(work.summary).trim()}\n\nDocwright-Job: ${job.id}\n${SIGN_OFF}\n`
  const commit = await writeCommit(deps.git, mirror.gitDir, {
    tree: work.tree,
    parent: sources.parent,
    message: text,
    at: message.createdAt,
  })
  await keepCommit(deps.git, mirror.gitDir, `jobs/${job.id}`, commit)
  return commit
}
