import { JobBadge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { Time } from '../../components/time.tsx'
import { firstLine } from '../../lib/format.ts'
import { paths } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { Tile } from './tile.tsx'

const SHOWN_MAX = 5
const POLL_MS = 15_000

/** What waits for you: pull requests to review, and questions of the agent. */
export function ToReview({ projectId }: { projectId: string }) {
  const waiting = useRequest(
    () =>
      projectClient(projectId).listJobs({
        state: 'needs_review',
        limit: SHOWN_MAX,
        include: ['messages', 'outcome', 'state'],
      }),
    [projectId],
    POLL_MS,
  )
  return (
    <Tile
      title="Needs review"
      answer={waiting}
      more={<Link to={`${paths.jobs(projectId)}?status=needs_review`}>All</Link>}
      isEmpty={({ jobs }) => jobs.length === 0}
      empty="Nothing waits for you. Pull requests that the agent opens show up here."
    >
      {({ jobs }) => (
        <ul class="rows">
          {jobs.map((job) => (
            <li key={job.id}>
              <Link to={paths.job(projectId, job.id)}>{firstLine(job.messages?.[0]?.prompt ?? job.id)}</Link>
              <span class="faint">
                {job.outcome === 'needs_choice' && <JobBadge job={job} />} <Time at={job.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Tile>
  )
}
