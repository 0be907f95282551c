import { useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import { CsvButton } from '../../components/csv-button.tsx'
import { Page } from '../../components/page.tsx'
import { PagedTable, usePage, useSort } from '../../components/paged-table.tsx'
import { RangePicker } from '../../components/range-picker.tsx'
import { Empty } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { formatNumber } from '../../lib/format.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { proposeForMiss } from '../../lib/proposals.ts'
import { datesOf, readRange } from '../../lib/range.ts'
import { query } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { ClassField, readWho } from '../loop/class-field.tsx'
import { JobCell } from '../loop/job-cell.tsx'
import { useKnownPages } from '../loop/use-known-pages.ts'
import { usePageJobs } from '../loop/use-page-jobs.ts'
import { useProposal } from '../loop/use-proposal.tsx'
import { Outcome } from './outcome.tsx'

export function Misses({ project }: { project: Project }) {
  const { projectId } = project
  const client = projectClient(projectId)
  const [now] = useState(() => Date.now())
  const range = readRange(query.value, now)
  const who = readWho()
  const { sort, column } = useSort(['total', 'human', 'ai', 'lastSeen', 'path'], ['path'])
  const { offset } = usePage()
  const options = { ...datesOf(range), ...(who === 'all' ? {} : { class: who }), sort }
  const misses = useRequest(
    () => client.getMisses({ ...options, limit: PAGE_SIZE, offset }),
    [projectId, range.dateFrom, range.dateTo, who, sort, offset],
  )
  const known = useKnownPages(projectId)
  const jobs = usePageJobs(projectId, misses.data?.misses.map(({ path }) => path) ?? [])
  const proposal = useProposal(project)
  return (
    <Page title="Misses" lead={<p class="faint">Pages that were asked for and are not there.</p>}>
      <div class="toolbar">
        <RangePicker range={range} />
        <ClassField />
        <div class="push">
          <CsvButton name="misses" fetch={() => client.exportCsv('misses', options)} />
        </div>
      </div>
      <PagedTable
        answer={misses}
        rowsOf={({ misses: rows, hasMore }) => ({ rows, hasMore })}
        caption="Missing pages"
        what="misses"
        columns={[
          column('Path', 'path'),
          column('People', 'human', { isWide: true }),
          column('AI', 'ai', { isWide: true }),
          column('All', 'total'),
          { name: 'Asked by', isExtra: true },
          column('Last seen', 'lastSeen', { isWide: true }),
          { name: 'Job' },
        ]}
        empty={
          <Empty title="Nothing is missing">
            <p>
              Nobody asked for a page that is not there. Misses come from the log of a web server and from servers that send
              views; the script on a page does not see them.
            </p>
          </Empty>
        }
      >
        {(miss) => {
          const job = jobs.find(miss.path)
          return (
            <tr key={miss.path}>
              <th scope="row" class="break path">
                {miss.path}
                {miss.referrers.length > 0 && <div class="faint">from {miss.referrers.join(', ')}</div>}
              </th>
              <td class="number wide-only">{formatNumber(miss.human)}</td>
              <td class="number wide-only">{formatNumber(miss.ai)}</td>
              <td class="number">{formatNumber(miss.total)}</td>
              <td class="extra">{miss.agents.length > 0 ? miss.agents.join(', ') : <span class="faint">–</span>}</td>
              <td class="number nowrap wide-only">
                <Time at={miss.lastSeen} />
              </td>
              <td>
                <JobCell
                  project={project}
                  job={job}
                  label={miss.path}
                  propose={() => proposeForMiss(project, miss, known)}
                  onPropose={proposal.open}
                >
                  {job && <Outcome projectId={projectId} miss={miss} job={job} />}
                </JobCell>
              </td>
            </tr>
          )
        }}
      </PagedTable>
      {proposal.dialog}
    </Page>
  )
}
