import type { Job } from '../../../../client/index.ts'
import { StatusBadge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { PullRequestLink } from '../../components/pull-request-link.tsx'
import { Time } from '../../components/time.tsx'
import { paths } from '../../lib/router.ts'

/** The job that was made for a row, its pull request and where that stands. */
export function JobMade({ projectId, job }: { projectId: string; job: Job }) {
  const { state, mergedAt = null } = job.pullRequest ?? {}
  return (
    <span class="made">
      <Link to={paths.job(projectId, job.id)}>
        <StatusBadge status={job.status} />
        <span class="hidden"> job</span>
      </Link>
      {job.prLink && <PullRequestLink link={job.prLink} />}
      {state === 'merged' && <span class="faint">merged {mergedAt && <Time at={mergedAt} />}</span>}
      {state === 'open' && <span class="faint">not merged yet</span>}
      {state === 'closed' && <span class="faint">closed unmerged</span>}
    </span>
  )
}
