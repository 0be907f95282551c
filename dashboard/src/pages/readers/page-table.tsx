import { useState } from 'preact/hooks'
import { CsvButton } from '../../components/csv-button.tsx'
import { RatioBar } from '../../components/ratio-bar.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { type Column, Pager, Table } from '../../components/table.tsx'
import { formatNumber } from '../../lib/format.ts'
import { type Proposal, proposeForPage } from '../../lib/proposals.ts'
import { query, setQuery } from '../../lib/router.ts'
import { canWrite, projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { JobMade } from '../misses/job-made.tsx'
import { useNotedJobs } from '../misses/use-noted-jobs.ts'
import { NewJobDialog } from '../jobs/new-job.tsx'
import { PAGE_SIZE, type Question, datesOf, filtersOf } from './question.ts'
import { usePage } from './use-page.ts'

const SORTS = ['total', 'human', 'ai', 'path'] as const

/** From here on a page is read by AI more than by people, and often enough to say so. */
const MOSTLY_AI = { share: 0.75, views: 5 }

export function PageTable(question: Question) {
  const { project } = question
  const client = projectClient(project.projectId)
  const sort = SORTS.find((name) => name === query.value.get('sort')) ?? 'total'
  const { offset, turn } = usePage()
  const options = { ...datesOf(question), ...filtersOf(question), sort }
  const views = useRequest(() => client.getViews({ ...options, limit: PAGE_SIZE, offset }), [sort, offset])
  const noted = useNotedJobs(project.projectId)
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const column = (name: string, by: (typeof SORTS)[number]): Column => ({
    name,
    isNumber: by !== 'path',
    sort: { isActive: sort === by, onSort: () => setQuery({ sort: by === 'total' ? null : by, offset: null }) },
  })
  return (
    <>
      <div class="table-head">
        <CsvButton name="views" fetch={() => client.exportCsv('views', options)} />
      </div>
      <Loaded answer={views} rows={10}>
        {({ views: rows, hasMore }) =>
          rows.length === 0 ? (
            <Empty title="No page was read">
              <p>Choose a longer period, or other filters.</p>
            </Empty>
          ) : (
            <>
              <Table
                caption="Pages"
                columns={[
                  column('Page', 'path'),
                  { name: 'People and AI' },
                  { ...column('People', 'human'), isWide: true },
                  { ...column('AI', 'ai'), isWide: true },
                  column('All', 'total'),
                  { name: 'Job', isBare: true },
                ]}
              >
                {rows.map((row) => {
                  const job = noted.find(row.path)
                  const isMostlyAi = row.total >= MOSTLY_AI.views && row.ai / row.total >= MOSTLY_AI.share
                  return (
                    <tr key={row.path}>
                      <th scope="row" class="break path">
                        {row.path}
                      </th>
                      <td>
                        <RatioBar human={row.human} ai={row.ai} />
                      </td>
                      <td class="number wide-only">{formatNumber(row.human)}</td>
                      <td class="number wide-only">{formatNumber(row.ai)}</td>
                      <td class="number">{formatNumber(row.total)}</td>
                      <td class="row-actions">
                        {job ? (
                          <JobMade projectId={project.projectId} job={job} />
                        ) : (
                          isMostlyAi &&
                          canWrite.value && (
                            <button
                              type="button"
                              class="small"
                              aria-label={`Fix this: ${row.path}, read mostly by AI`}
                              onClick={() => setProposal(proposeForPage(project, row))}
                            >
                              Fix this
                            </button>
                          )
                        )}
                      </td>
                    </tr>
                  )
                })}
              </Table>
              <Pager what="pages" first={offset} count={rows.length} hasMore={hasMore} onTurn={turn} />
            </>
          )
        }
      </Loaded>
      {proposal && <NewJobDialog project={project} {...proposal} onClose={() => setProposal(null)} />}
    </>
  )
}
