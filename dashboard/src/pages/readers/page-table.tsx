import { CsvButton } from '../../components/csv-button.tsx'
import { PagedTable, usePage, useSort } from '../../components/paged-table.tsx'
import { Link } from '../../components/link.tsx'
import { RatioBar } from '../../components/ratio-bar.tsx'
import { Empty } from '../../components/states.tsx'
import { formatNumber } from '../../lib/format.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { proposeForPage } from '../../lib/proposals.ts'
import { withQuery } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { JobCell } from '../loop/job-cell.tsx'
import { usePageJobs } from '../loop/use-page-jobs.ts'
import { useProposal } from '../loop/use-proposal.tsx'
import { type Question, agentFiltersOf, datesOf } from './question.ts'

/** A page that AI reads this much more than people, and often enough to say so. */
const MOSTLY_AI = { share: 0.75, views: 5 }

export function PageTable(question: Question) {
  const { project, agentFilter } = question
  const client = projectClient(project.projectId)
  const { sort, column } = useSort(['total', 'human', 'ai', 'path'], ['path'])
  const { offset } = usePage()
  const options = { ...datesOf(question), ...agentFiltersOf(question), sort }
  const views = useRequest(() => client.getViews({ ...options, limit: PAGE_SIZE, offset }), [sort, offset])
  const jobs = usePageJobs(project.projectId, views.data?.views.map(({ path }) => path) ?? [])
  const proposal = useProposal(project)
  const max = views.data?.views.reduce((most, { total }) => Math.max(most, total), 0) ?? 0
  // What one agent reads says nothing of how a page is read.
  const isMostlyAi = ({ ai, total }: { ai: number; total: number }) =>
    agentFilter === '' && total >= MOSTLY_AI.views && ai / total >= MOSTLY_AI.share
  return (
    <>
      <div class="table-head">
        <CsvButton name="views" fetch={() => client.exportCsv('views', options)} />
      </div>
      <PagedTable
        answer={views}
        rowsOf={({ views: rows, hasMore }) => ({ rows, hasMore })}
        caption="Pages"
        what="pages"
        columns={[
          column('Page', 'path'),
          { name: 'People and AI' },
          column('People', 'human', { isWide: true }),
          column('AI', 'ai', { isWide: true }),
          column('Total', 'total'),
          { name: 'Job', isBare: true },
        ]}
        empty={
          <Empty title="No views in this period">
            <p>Choose a longer period or remove a filter.</p>
          </Empty>
        }
      >
        {(row) => (
          <tr key={row.path}>
            <th scope="row" class="break path">
              <Link to={withQuery({ path: row.path, offset: null })}>{row.path}</Link>
            </th>
            <td>
              <RatioBar human={row.human} ai={row.ai} max={max} />
            </td>
            <td class="number wide-only">{formatNumber(row.human)}</td>
            <td class="number wide-only">{formatNumber(row.ai)}</td>
            <td class="number" data-unit="views">
              {formatNumber(row.total)}
            </td>
            <td class="fix">
              <JobCell
                project={project}
                job={jobs.find(row.path)}
                label={`${row.path}, read mostly by AI`}
                propose={isMostlyAi(row) ? () => proposeForPage(project, row) : null}
                onPropose={proposal.open}
              />
            </td>
          </tr>
        )}
      </PagedTable>
      {proposal.dialog}
    </>
  )
}
