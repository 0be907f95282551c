import { readDiffTotals } from '../../git/diff.ts'
import { TAKEN_MESSAGE } from '../agent-journal.ts'
import type { DiffStat } from '../job.ts'
import type { Run } from '../pipeline.ts'
import { listMessages } from '../store.ts'
import type { Work } from './run-agent.ts'
import type { Sources } from './sync-mirror.ts'

export interface OpenedPullRequest {
  link: string
  diffStat: DiffStat
}

/** Opens the job's one pull request, or brings it up to date. */
export async function openPullRequest(
  { deps, job, message, mirror, codeHost, ledger, signal }: Run,
  sources: Sources,
  work: Work,
  commit: string,
): Promise<OpenedPullRequest> {
  const taken = new Set(ledger.names())
  const asked = (await listMessages(deps.database, job.id)).filter(
    ({ seq, state }) => (seq <= message.seq || taken.has(`${TAKEN_MESSAGE}${seq}`)) && state !== 'cancelled',
  )
  const body = describe(
    asked.map((earlier) => earlier.prompt),
    work.summary,
    job.id,
  )
  const { projectId, repository, branch: head, ref: base } = job
  const title = job.title ?? work.title
  const link = await codeHost.openPullRequest(
    {
      projectId,
      repository,
      head,
      base,
      title,
      body,
      baseCommit: sources.base,
      headCommit: commit,
      isDraft: job.draft || work.checks.addedCount > 0,
    },
    signal,
  )
  return { link, diffStat: await readDiffTotals(deps.git, mirror.gitDir, sources.base, commit) }
}

function describe(prompts: string[], summary: string, jobId: string): string {
  const asked = prompts
    .map((prompt) =>
      prompt
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
    )
    .join('\n>\n')
  return `## Asked\n\n${asked}\n\n## Done\n\n${summary}\n\nJob ${jobId}\n`
}
