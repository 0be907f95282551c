import { keepCommit, writeCommit } from '../../git/commit.ts'
import type { Run } from '../pipeline.ts'
import type { Work } from './run-agent.ts'
import type { Sources } from './sync-mirror.ts'

/** Makes the commit. Its dates come from the message, so that doing it again gives the same commit. */
export async function commitWork({ deps, job, message, mirror }: Run, sources: Sources, work: Work): Promise<string> {
  const text = `${work.title}\n\n${work.summary}\n\nDocwright-Job: ${job.id}\n`
  const commit = await writeCommit(deps.git, mirror.gitDir, {
    tree: work.tree,
    parent: sources.parent,
    message: text,
    at: message.createdAt,
  })
  await keepCommit(deps.git, mirror.gitDir, `jobs/${job.id}`, commit)
  return commit
}
