import { readChangedFiles, sumUp } from '../../git/diff.ts'
import { needChangedFiles } from '../../git/need-changed-files.ts'
import { TAKEN_MESSAGE } from '../agent-journal.ts'
import { titleOf } from '../job-title.ts'
import type { DiffStat } from '../job.ts'
import type { Run } from '../run.ts'
import { toPullRequestBody } from '../pull-request-body.ts'
import { listMessages } from '../store.ts'
import type { Work } from './run-agent.ts'
import type { Sources } from './sync-mirror.ts'

export interface OpenedPullRequest {
  link: string
  diffStat: DiffStat
}

/** Opens the job's one pull request, or brings it up to date. */
export async function openPullRequest(run: Run, sources: Sources, work: Work, commit: string): Promise<OpenedPullRequest> {
  const { deps, job, message, mirror, codeHost, ledger, confirm, signal } = run
  const taken = new Set(ledger.names())
  const asked = (await listMessages(deps.database, job.id)).filter(
    ({ seq, state }) => (seq <= message.seq || taken.has(`${TAKEN_MESSAGE}${seq}`)) && state !== 'cancelled',
  )
  const { checks, addedCount } = work.verification
  // A pull request that brings in a problem, or part of the work only, is for people to finish.
  const isDraft = job.draft || addedCount > 0 || Boolean(work.unfinished)
  const compared = await needChangedFiles(deps.git, mirror, sources.base, commit, signal)
  const files = await readChangedFiles(deps.git, mirror.gitDir, sources.base, commit, compared)
  const { projectId, repository, branch: head, ref: base } = job
  // Agents are not the only ones who may write a secret down: so may whoever asked.
  const body = deps.hide(
    toPullRequestBody({
      jobId: job.id,
      turns: asked.map(({ prompt, askedBy, summary }, index) => ({
        prompt,
        askedBy,
        summary: index === asked.length - 1 ? work.summary : (summary ?? ''),
      })),
      files,
      fileLink: (path) => codeHost.fileLink(repository, commit, path),
      checks: codeHost.showsChecks ? null : checks,
    }),
  )
  const title = deps.hide(await titleOf(run, sources.base, work.title))
  // Everything was taken back: there is nothing that somebody could merge.
  const isEmpty = files.length === 0
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
      isDraft,
      isEmpty,
      checks,
      confirm,
    },
    signal,
  )
  return { link, diffStat: sumUp(files) }
}
