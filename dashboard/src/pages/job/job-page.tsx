import { useRef, useState } from 'preact/hooks'
import { DocwrightError, type Include, type Job, type JobDiff, type JobEvent, type Project } from '../../../../client/index.ts'
import { OutcomeBadge, StatusBadge } from '../../components/badge.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Link } from '../../components/link.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Loaded, Problem, Skeleton } from '../../components/states.tsx'
import { firstLine } from '../../lib/format.ts'
import { paths } from '../../lib/router.ts'
import { canWrite, projectClient } from '../../lib/session.ts'
import { useAction, useRequest } from '../../lib/use-request.ts'
import { Conversation, FollowUp } from './conversation.tsx'
import { Diff } from './diff.tsx'
import { EventLog } from './event-log.tsx'
import { JobFacts } from './job-facts.tsx'
import { useJobEvents } from './use-job-events.ts'

const ALL: Include[] = ['failure', 'summary', 'usage', 'diffStat', 'messages', 'page', 'pullRequest', 'outcome']

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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const log = useJobEvents(projectId, jobId, (event) => {
    if (!NEWS.has(event.kind)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void job.reload(), SETTLE_MS)
  })
  const title = job.data ? firstLine(job.data.messages?.[0]?.prompt ?? jobId) : 'Job'
  if (job.problem instanceof DocwrightError && job.problem.problem.status === 404)
    return (
      <Page title="There is no such job" tab="Not found">
        <Link to={paths.jobs(projectId)}>All jobs</Link>
      </Page>
    )
  return (
    <Page title={title} actions={job.data && <Actions projectId={projectId} job={job.data} onDone={() => void job.reload()} />}>
      <Loaded answer={job} rows={8}>
        {(found) => (
          <>
            <p class="job-state">
              <StatusBadge status={found.status} />
              <OutcomeBadge outcome={found.outcome ?? null} />
              {found.failure && (
                <span>
                  {found.failure.message} {found.failure.hint && <span class="faint">{found.failure.hint}</span>}
                </span>
              )}
            </p>
            <div class="columns">
              <div>
                <Conversation messages={found.messages ?? []} isActive={found.status === 'active'} />
                <FollowUp projectId={projectId} job={found} onSent={() => void job.reload()} />
              </div>
              <aside aria-label="About this job">
                <JobFacts job={found} events={log.events} />
              </aside>
            </div>
            <Section title="Event log" actions={found.status === 'active' && <span class="live">live</span>}>
              <Problem error={log.problem} />
              {log.isComplete || log.problem ? (
                <EventLog events={log.events} isLive={found.status === 'active'} />
              ) : (
                <Skeleton rows={6} />
              )}
            </Section>
            <Section title="Changes">
              <Changes projectId={projectId} job={found} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Actions({ projectId, job, onDone }: { projectId: string; job: Job; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const client = projectClient(projectId)
  const act = useAction(async (what: 'archiveJob' | 'unarchiveJob') => {
    await client[what](job.id)
    onDone()
  })
  if (!canWrite.value) return null
  return (
    <>
      {job.status === 'active' && (
        <button type="button" onClick={() => setAsking(true)}>
          Cancel the job
        </button>
      )}
      <button
        type="button"
        disabled={act.isBusy}
        onClick={() => void act.run(job.status === 'archived' ? 'unarchiveJob' : 'archiveJob')}
      >
        {job.status === 'archived' ? 'Unarchive' : 'Archive'}
      </button>
      <Problem error={act.problem} />
      {isAsking && (
        <Confirm
          title="Cancel this job?"
          verb="Cancel the job"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await client.cancelJob(job.id)
            onDone()
          }}
        >
          <p>The agent stops where it is. What it has not pushed yet is lost.</p>
        </Confirm>
      )}
    </>
  )
}

function Changes({ projectId, job }: { projectId: string; job: Job }) {
  const hasChanges = job.prLink !== null || (job.diffStat?.files ?? 0) > 0
  const diff = useRequest<JobDiff | 'none'>(async () => {
    if (!hasChanges) return 'none'
    return projectClient(projectId)
      .getDiff(job.id)
      .catch((error: unknown) => {
        if (error instanceof DocwrightError && error.problem.status === 404) return 'none'
        throw error
      })
  }, [projectId, job.id, job.status, job.prLink, job.diffStat?.additions, job.diffStat?.deletions])
  return (
    <Loaded answer={diff} rows={3}>
      {(found) =>
        found === 'none' ? (
          <p class="faint">{job.status === 'active' ? 'Nothing is pushed yet.' : 'No file was changed.'}</p>
        ) : (
          <Diff diff={found} />
        )
      }
    </Loaded>
  )
}
