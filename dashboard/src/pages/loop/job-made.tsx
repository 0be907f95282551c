import type { Job } from '../../../../client/index.ts'
import { JobBadge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { PullRequestLink } from '../../components/pull-request-link.tsx'
import { paths } from '../../lib/router.ts'

/** The job that was started for a row, and its pull request. */
export function JobMade({ projectId, job }: { projectId: string; job: Job }) {
  return (
    <span class="made">
      <Link to={paths.job(projectId, job.id)}>
        <JobBadge job={job} />
        <span class="hidden"> job</span>
      </Link>
      {job.prLink && <PullRequestLink job={job} projectId={projectId} />}
    </span>
  )
}
