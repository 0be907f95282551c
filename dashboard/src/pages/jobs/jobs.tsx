import { useState } from 'preact/hooks'
import type { JobStatus, Project } from '../../../../client/index.ts'
import { Choice } from '../../components/fields.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Pager } from '../../components/table.tsx'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { query, setQuery } from '../../lib/router.ts'
import { canWrite, projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { ProjectChecklist } from '../projects/checklist.tsx'
import { JobTable } from './job-table.tsx'
import { NewJobDialog } from './new-job.tsx'

const FILTERS = [
  ['all', 'All'],
  ['active', 'Active'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
  ['archived', 'Archived'],
] as const satisfies ['all' | JobStatus, string][]

/** How often the list looks for news: soon while something runs, else now and then. */
const POLL_MS = { active: 2000, idle: 10_000 }

export function Jobs({ project }: { project: Project }) {
  const { projectId } = project
  const filter = FILTERS.find(([name]) => name === query.value.get('status'))?.[0] ?? 'all'
  // The cursors of the pages before this one, so that one can go back.
  const [cursors, setCursors] = useState<string[]>([])
  const [isCreating, setCreating] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const cursor = cursors.at(-1)
  const jobs = useRequest(
    async () => {
      const list = await projectClient(projectId).listJobs({
        limit: PAGE_SIZE,
        include: ['messages', 'diffStat', 'failure', 'outcome'],
        ...(filter === 'all' ? {} : { status: filter }),
        ...(cursor === undefined ? {} : { cursor }),
      })
      setBusy(list.jobs.some((job) => job.status === 'active'))
      return list
    },
    [projectId, filter, cursor],
    isBusy ? POLL_MS.active : POLL_MS.idle,
  )
  return (
    <Page
      title="Jobs"
      actions={
        canWrite.value && (
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            New job
          </button>
        )
      }
    >
      <ProjectChecklist projectId={projectId} />
      <div class="toolbar">
        <Choice
          legend="Which jobs"
          value={filter}
          options={FILTERS}
          onChange={(next) => {
            setCursors([])
            setQuery({ status: next === 'all' ? null : next })
          }}
        />
      </div>
      <Loaded answer={jobs} rows={8}>
        {({ jobs: rows, nextCursor }) =>
          rows.length === 0 ? (
            <Empty title={filter === 'all' ? 'No job yet' : `No ${filter} job`}>
              {filter === 'all' && (
                <>
                  <p>Say what should change in the documentation. The agent makes the change and opens a pull request.</p>
                  {canWrite.value ? (
                    <button type="button" class="primary" onClick={() => setCreating(true)}>
                      Start the first job
                    </button>
                  ) : (
                    <p class="faint">A viewer cannot start jobs. Ask an admin for the role of an editor.</p>
                  )}
                </>
              )}
            </Empty>
          ) : (
            <>
              <JobTable projectId={projectId} jobs={rows} />
              <Pager
                what="jobs"
                first={cursors.length * PAGE_SIZE}
                count={rows.length}
                hasMore={nextCursor !== null}
                onTurn={(direction) => setCursors(direction < 0 ? cursors.slice(0, -1) : [...cursors, nextCursor!])}
              />
            </>
          )
        }
      </Loaded>
      {isCreating && <NewJobDialog project={project} onClose={() => setCreating(false)} />}
    </Page>
  )
}
