import { CsvButton } from '../../components/csv-button.tsx'
import { PagedTable, usePage } from '../../components/paged-table.tsx'
import { RatioBar } from '../../components/ratio-bar.tsx'
import { Empty } from '../../components/states.tsx'
import { formatNumber } from '../../lib/format.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { type Question, datesOf, filtersOf } from './question.ts'

export function ReferrerTable(question: Question) {
  const client = projectClient(question.project.projectId)
  const { offset } = usePage()
  const options = { ...datesOf(question), ...filtersOf(question) }
  const referrers = useRequest(() => client.getReferrers({ ...options, limit: PAGE_SIZE, offset }), [offset])
  return (
    <>
      <div class="table-head">
        <CsvButton name="referrers" fetch={() => client.exportCsv('referrers', options)} />
      </div>
      <PagedTable
        answer={referrers}
        rowsOf={({ referrers: rows, hasMore }) => ({ rows, hasMore })}
        caption="Referrers"
        what="referrers"
        columns={[
          { name: 'From' },
          { name: 'Assistant' },
          { name: 'People and AI' },
          { name: 'People', isNumber: true },
          { name: 'AI', isNumber: true },
          { name: 'All', isNumber: true },
        ]}
        empty={
          <Empty title="Nobody was sent here">
            <p>Readers who come from a link, a search or an assistant are listed here by the host that sent them.</p>
          </Empty>
        }
      >
        {(row) => (
          <tr key={row.host}>
            <th scope="row" class="break">
              {row.host}
            </th>
            <td>{row.assistant ? <span class="badge merged">{row.assistant}</span> : <span class="faint">–</span>}</td>
            <td>
              <RatioBar human={row.human} ai={row.ai} />
            </td>
            <td class="number">{formatNumber(row.human)}</td>
            <td class="number">{formatNumber(row.ai)}</td>
            <td class="number">{formatNumber(row.total)}</td>
          </tr>
        )}
      </PagedTable>
    </>
  )
}
