import type { Job } from '../../../../client/index.ts'
import { StatusBadge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { PullRequestLink } from '../../components/pull-request-link.tsx'
import { Standing } from '../../components/standing.tsx'
import { paths } from '../../lib/router.ts'

/** The job that was made for a row, its pull request and where that stands. */
export function JobMade({ projectId, job }: { projectId: string; job: Job }) {
  return (
    <span class="made">
      <Link to={paths.job(projectId, job.id)}>
        <StatusBadge status={job.status} />
        <span class="hidden"> job</span>
      </Link>
      {job.prLink && <PullRequestLink link={job.prLink} />}
      <Standing standing={job.pullRequest ?? null} />
    </span>
  )
}
