import { CsvButton } from '../../components/csv-button.tsx'
import { Meter } from '../../components/ratio-bar.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatNumber, plural } from '../../lib/format.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { type Question, datesOf } from './question.ts'

export function ExclusionTable(question: Question) {
  const client = projectClient(question.project.projectId)
  const exclusions = useRequest(() => client.getExclusions(datesOf(question)), [])
  return (
    <>
      <div class="table-head">
        <p class="faint">
          {exclusions.data ? `${plural(exclusions.data.total, 'request')} on the whole site that are no views.` : ' '}
        </p>
        <CsvButton name="exclusions" fetch={() => client.exportCsv('exclusions', datesOf(question))} />
      </div>
      <Loaded answer={exclusions} rows={5}>
        {({ exclusions: rows }) =>
          rows.length === 0 ? (
            <Empty title="Nothing was left out" />
          ) : (
            <Table
              caption="Left out"
              columns={[{ name: 'Reason' }, { name: 'Bar', isBare: true }, { name: 'Requests', isNumber: true }]}
            >
              {rows.map((row) => (
                <tr key={row.reason}>
                  <th scope="row">{row.reason}</th>
                  <td class="fill">
                    <Meter value={row.count} max={rows[0]!.count} />
                  </td>
                  <td class="number">{formatNumber(row.count)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </>
  )
}
