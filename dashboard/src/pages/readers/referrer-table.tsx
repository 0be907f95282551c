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
  const max = referrers.data?.referrers.reduce((most, { total }) => Math.max(most, total), 0) ?? 0
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
          { name: 'Site' },
          { name: 'Assistant', isExtra: true },
          { name: 'People and AI' },
          { name: 'People', isNumber: true, isWide: true },
          { name: 'AI', isNumber: true, isWide: true },
          { name: 'Total', isNumber: true },
        ]}
        empty={
          <Empty title="No referrers in this period">
            <p>Readers who follow a link from another site, a search engine or an AI assistant are listed here by that site.</p>
          </Empty>
        }
      >
        {(row) => (
          <tr key={row.host}>
            <th scope="row" class="break">
              {row.host}
            </th>
            <td class="extra">
              {row.assistant ? <span class="badge accent">{row.assistant}</span> : <span class="faint">–</span>}
            </td>
            <td>
              <RatioBar human={row.human} ai={row.ai} max={max} />
            </td>
            <td class="number wide-only">{formatNumber(row.human)}</td>
            <td class="number wide-only">{formatNumber(row.ai)}</td>
            <td class="number" data-unit="views">
              {formatNumber(row.total)}
            </td>
          </tr>
        )}
      </PagedTable>
    </>
  )
}
