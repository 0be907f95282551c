import { CsvButton } from '../../components/csv-button.tsx'
import { SelectField } from '../../components/fields.tsx'
import { Meter } from '../../components/ratio-bar.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { query, setQuery } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { type Question, datesOf } from './question.ts'

const INTERVALS = [
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', 'Month'],
] as const

export function VisitorTable(question: Question) {
  const client = projectClient(question.project.projectId)
  const interval = INTERVALS.find(([name]) => name === query.value.get('interval'))?.[0] ?? 'day'
  const options = { ...datesOf(question), interval }
  const visitors = useRequest(() => client.getVisitors(options), [interval])
  return (
    <>
      <div class="table-head">
        <SelectField
          label="Visitors by"
          value={interval}
          options={INTERVALS}
          onChange={(next) => setQuery({ interval: next === 'day' ? null : next })}
        />
        <p class="faint">
          {interval === 'day'
            ? 'Unique visitors per day on the whole site.'
            : 'The visitors of the days, added up: visitors aren’t tracked across days, so someone who comes on three days counts three times.'}
        </p>
        <CsvButton name="visitors" fetch={() => client.exportCsv('visitors', options)} />
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
              caption={`Visitors by ${interval}`}
              columns={[
                { name: interval === 'day' ? 'Day' : 'From' },
                { name: 'Bar', isBare: true },
                { name: 'Visitors', isNumber: true },
              ]}
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
