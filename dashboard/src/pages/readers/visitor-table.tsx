import { CsvButton } from '../../components/csv-button.tsx'
import { Meter } from '../../components/ratio-bar.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { type Question, datesOf } from './question.ts'

export function VisitorTable(question: Question) {
  const client = projectClient(question.project.projectId)
  const visitors = useRequest(() => client.getVisitors(datesOf(question)), [])
  return (
    <>
      <div class="table-head">
        <p class="faint">Unique visitors per day on the whole site. Days can’t be summed: visitors aren’t tracked across days.</p>
        <CsvButton name="visitors" fetch={() => client.exportCsv('visitors', datesOf(question))} />
      </div>
      <Loaded answer={visitors} rows={8}>
        {({ visitors: rows }) => {
          if (rows.length === 0)
            return (
              <Empty title="No visitors in this period">
                <p>Choose a longer period.</p>
              </Empty>
            )
          const max = rows.reduce((most, row) => Math.max(most, row.visitors), 0)
          return (
            <Table
              caption="Visitors by day"
              columns={[{ name: 'Day' }, { name: 'Bar', isBare: true }, { name: 'Visitors', isNumber: true }]}
            >
              {rows.toReversed().map((row) => (
                <tr key={row.date}>
                  <th scope="row" class="nowrap">
                    {formatDay(row.date)}
                  </th>
                  <td class="fill">
                    <Meter value={row.visitors} max={max} />
                  </td>
                  <td class="number">{formatNumber(row.visitors)}</td>
                </tr>
              ))}
            </Table>
          )
        }}
      </Loaded>
    </>
  )
}
