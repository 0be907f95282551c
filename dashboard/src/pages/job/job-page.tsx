import { useRef, useState } from 'preact/hooks'
import { DocwrightError, type Include, type JobEvent, type Project } from '../../../../client/index.ts'
import { JobBadge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Loaded, Problem, Skeleton } from '../../components/states.tsx'
import { firstLine } from '../../lib/format.ts'
import { paths } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { Changes } from './changes.tsx'
import { Choices } from './choices.tsx'
import { Conversation, FollowUp } from './conversation.tsx'
import { EventLog } from './event-log.tsx'
import { JobActions } from './job-actions.tsx'
import { JobFacts } from './job-facts.tsx'
import { PullRequestCard } from './pull-request-card.tsx'
import { Stepper } from './stepper.tsx'
import { useDiff } from './use-diff.ts'
import { useJobEvents } from './use-job-events.ts'

const ALL: Include[] = ['failure', 'summary', 'usage', 'diffStat', 'messages', 'page', 'pullRequest', 'outcome', 'state']

/** After one of these the job is no longer what the page shows. */
const NEWS: ReadonlySet<JobEvent['kind']> = new Set(['message', 'status', 'pull-request', 'usage'])

/** Many events come at once; one look at the job is enough for them. */
const SETTLE_MS = 150

/** For what no event tells, and for a service that was away: while a job is active, and seldom otherwise. */
const POLL_MS = { active: 5000, idle: 60_000 }

export function JobPage({ project, jobId }: { project: Project; jobId: string }) {
  const { projectId } = project
  const [isActive, setActive] = useState(false)
  const job = useRequest(
    async () => {
      const found = await projectClient(projectId).getJob(jobId, { include: ALL })
      setActive(found.status === 'active')
      return found
    },
    [projectId, jobId],
    isActive ? POLL_MS.active : POLL_MS.idle,
  )
  const diff = useDiff(projectId, job.data)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reload = () => void job.reload()
  const log = useJobEvents(projectId, jobId, (event) => {
    if (!NEWS.has(event.kind)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(reload, SETTLE_MS)
  })
  const title = job.data ? firstLine(job.data.messages?.[0]?.prompt ?? jobId) : 'Job'
  if (job.problem instanceof DocwrightError && job.problem.problem.status === 404)
    return (
      <Page title="This job doesn’t exist" tab="Not found">
        <Link to={paths.jobs(projectId)}>All jobs</Link>
      </Page>
    )
  return (
    <Page
      title={title}
      above={<Link to={paths.jobs(projectId)}>Jobs</Link>}
      actions={job.data && <JobActions projectId={projectId} job={job.data} onDone={reload} />}
    >
      <Loaded answer={job} rows={8}>
        {(found) => (
          <>
            <p class="job-state">
              <JobBadge job={found} />
              {found.failure && (
                <span>
                  {found.failure.message} {found.failure.hint && <span class="faint">{found.failure.hint}</span>}
                </span>
              )}
            </p>
            {found.prLink && (
              <PullRequestCard job={found} commit={diff.data?.commit ?? null} events={log.events} onDone={reload} />
            )}
            <Choices projectId={projectId} job={found} onSent={reload} />
            {found.status === 'active' && <Stepper events={log.events} />}
            <div class="columns">
              <div>
                <Conversation messages={found.messages ?? []} isActive={found.status === 'active'} />
                <FollowUp projectId={projectId} job={found} onSent={reload} />
              </div>
              <aside aria-label="About this job">
                <JobFacts job={found} events={log.events} />
              </aside>
            </div>
            <Section id="changes" title="Changes">
              <Changes project={project} job={found} diff={diff} onSent={reload} />
            </Section>
            <details class="log-fold" open={found.status === 'active' || undefined}>
              <summary>
                <h2>Event log</h2>
                {found.status === 'active' && <span class="live">live</span>}
              </summary>
              <Problem error={log.problem} />
              {log.isComplete || log.problem ? (
                <EventLog events={log.events} isLive={found.status === 'active'} />
              ) : (
                <Skeleton rows={6} />
              )}
            </details>
          </>
        )}
      </Loaded>
    </Page>
  )
}
