import type { Job, JobEvent } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { Problem } from '../../components/states.tsx'
import { builtinToken } from '../../components/pull-request-link.tsx'
import { Time } from '../../components/time.tsx'
import { formatNumber, plural } from '../../lib/format.ts'
import { canWrite, people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

interface PullRequestCardProps {
  job: Job
  /** What the page shows; a merge of anything newer is refused. */
  commit: string | null
  events: JobEvent[]
  onDone: () => void
}

/** The pull request of a job with what can be done about it. */
export function PullRequestCard({ job, commit, events, onDone }: PullRequestCardProps) {
  const link = job.prLink!
  const token = builtinToken(link)
  const state = job.pullRequest?.state ?? 'unknown'
  const check = events.findLast((event) => event.kind === 'check')?.data
  return (
    <section class="pull-request card" aria-label="Pull request">
      <div>
        <h2>{TITLES[job.pullRequest?.isDraft && state === 'open' ? 'draft' : state]}</h2>
        <p class="faint">
          {job.pullRequest?.mergedAt && (
            <>
              Merged <Time at={job.pullRequest.mergedAt} />.{' '}
            </>
          )}
          {job.diffStat && (
            <>
              {plural(job.diffStat.files, 'file')}, <span class="plus">+{formatNumber(job.diffStat.additions)}</span>{' '}
              <span class="minus">−{formatNumber(job.diffStat.deletions)}</span>
            </>
          )}
          {check && (
            <>
              {' · '}
              {check.added === 0 ? 'no new problems' : <span class="minus">{plural(check.added, 'new problem')}</span>}
              {check.fixed > 0 && <span class="plus">, {formatNumber(check.fixed)} fixed</span>}
            </>
          )}
        </p>
      </div>
      {token === null ? (
        <HostLink link={link} isOpen={state === 'open' || state === 'unknown'} />
      ) : (
        state === 'open' &&
        canWrite.value && <Decisions token={token} isDraft={job.pullRequest?.isDraft ?? false} commit={commit} onDone={onDone} />
      )}
    </section>
  )
}

const TITLES = {
  open: 'Pull request ready for review',
  draft: 'Draft pull request',
  merged: 'Pull request merged',
  closed: 'Pull request closed without merging',
  unknown: 'Pull request',
}

function HostLink({ link, isOpen }: { link: string; isOpen: boolean }) {
  const url = URL.canParse(link) ? new URL(link) : null
  if (!url || !/^https?:$/.test(url.protocol)) return <span class="faint">{link}</span>
  return (
    <a class={isOpen ? 'button primary' : 'button'} href={link} rel="noreferrer">
      {isOpen ? 'Review on' : 'Open on'} {url.hostname}
    </a>
  )
}

interface DecisionsProps {
  token: string
  isDraft: boolean
  commit: string | null
  onDone: () => void
}

function Decisions({ token, isDraft, commit, onDone }: DecisionsProps) {
  const decide = useAction(async (action: 'merge' | 'close' | 'ready', done: string) => {
    try {
      await people.changePullRequest(token, action, action === 'merge' && commit !== null ? commit : undefined)
      announce(done)
    } finally {
      onDone()
    }
  })
  return (
    <div class="decisions">
      <Problem error={decide.problem} />
      <button type="button" disabled={decide.isBusy} onClick={() => void decide.run('close', 'Pull request closed.')}>
        Close
      </button>
      {isDraft ? (
        <button
          type="button"
          class="primary"
          disabled={decide.isBusy}
          onClick={() => void decide.run('ready', 'Ready for review.')}
        >
          Mark as ready
        </button>
      ) : (
        <button
          type="button"
          class="primary"
          disabled={decide.isBusy || commit === null}
          onClick={() => void decide.run('merge', 'Pull request merged.')}
        >
          Merge
        </button>
      )}
    </div>
  )
}
