import { useState } from 'preact/hooks'
import type { JobState, Project } from '../../../../client/index.ts'
import { Choice } from '../../components/fields.tsx'
import { Page } from '../../components/page.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Pager } from '../../components/table.tsx'
import { isStartingJob } from '../../lib/commands.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { navigate, query, setQuery, withQuery } from '../../lib/router.ts'
import { canWrite, projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { JobTable } from './job-table.tsx'

const FILTERS = [
  ['all', 'All'],
  ['needs_review', 'Needs review'],
  ['working', 'Working'],
  ['merged', 'Merged'],
  ['closed', 'Closed'],
  ['no_changes', 'No changes'],
  ['failed', 'Failed'],
  ['archived', 'Archived'],
] as const satisfies ['all' | JobState, string][]

/** How often the list looks for news: soon while something runs, else now and then. */
const POLL_MS = { active: 2000, idle: 10_000 }

export function Jobs({ project }: { project: Project }) {
  const { projectId } = project
  const filter = FILTERS.find(([name]) => name === query.value.get('status'))?.[0] ?? 'all'
  const search = query.value.get('search') ?? ''
  // Where each page before this one began, so that one can go back; in the address, so that the browser can, too.
  const cursors = query.value.get('pages')?.split(',').filter(Boolean) ?? []
  const [isBusy, setBusy] = useState(false)
  const cursor = cursors.at(-1)
  const jobs = useRequest(
    async () => {
      const list = await projectClient(projectId).listJobs({
        limit: PAGE_SIZE,
        include: ['messages', 'diffStat', 'failure', 'outcome', 'pullRequest', 'state'],
        ...(filter === 'all' ? {} : { state: filter }),
        ...(search === '' ? {} : { search }),
        ...(cursor === undefined ? {} : { cursor }),
      })
      setBusy(list.jobs.some((job) => job.status === 'active'))
      return list
    },
    [projectId, filter, search, cursor],
    isBusy ? POLL_MS.active : POLL_MS.idle,
  )
  const turn = (next: string[]) => navigate(withQuery({ pages: next.join(',') }))
  return (
    <Page
      title="Jobs"
      lead={<p class="faint">Instructions to the agent, and the pull requests that came of them.</p>}
      actions={
        canWrite.value && (
          <button type="button" class="primary" onClick={() => (isStartingJob.value = true)}>
            New job
          </button>
        )
      }
    >
      <div class="toolbar">
        <Choice
          legend="Status"
          value={filter}
          options={FILTERS}
          onChange={(next) => setQuery({ status: next === 'all' ? null : next, pages: null })}
        />
        <div class="push">
          <SearchField
            key={search}
            label="Search jobs"
            value={search}
            onSearch={(text) => setQuery({ search: text, pages: null })}
          />
        </div>
      </div>
      <Loaded answer={jobs} rows={8}>
        {({ jobs: rows, nextCursor }) =>
          rows.length === 0 ? (
            <NoJobs isFiltered={filter !== 'all' || search !== ''} onStart={() => (isStartingJob.value = true)} />
          ) : (
            <>
              <JobTable projectId={projectId} jobs={rows} />
              <Pager
                what="jobs"
                first={cursors.length * PAGE_SIZE}
                count={rows.length}
                hasMore={nextCursor !== null}
                onTurn={(direction) => turn(direction < 0 ? cursors.slice(0, -1) : [...cursors, nextCursor!])}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function NoJobs({ isFiltered, onStart }: { isFiltered: boolean; onStart: () => void }) {
  if (isFiltered)
    return (
      <Empty title="No matching jobs">
        <p>Choose another status, or search for something else.</p>
      </Empty>
    )
  return (
    <Empty title="No jobs yet">
      <p>Tell the agent what to change in the documentation. It makes the change and opens a pull request for you to review.</p>
      {canWrite.value ? (
        <button type="button" class="primary" onClick={onStart}>
          Start your first job
        </button>
      ) : (
        <p class="faint">Viewers can’t start jobs. Ask an admin to make you an editor.</p>
      )}
    </Empty>
  )
}
