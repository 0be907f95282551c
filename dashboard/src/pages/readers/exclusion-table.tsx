import { CsvButton } from '../../components/csv-button.tsx'
import { Meter } from '../../components/ratio-bar.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { explainExclusion } from '../../lib/exclusion-texts.ts'
import { formatNumber, formatPercent, plural } from '../../lib/format.ts'
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
          {exclusions.data ? `${plural(exclusions.data.total, 'request')} on the whole site not counted as views.` : ' '}
        </p>
        <CsvButton name="exclusions" fetch={() => client.exportCsv('exclusions', datesOf(question))} />
      </div>
      <Loaded answer={exclusions} rows={5}>
        {({ exclusions: rows, total }) =>
          rows.length === 0 ? (
            <Empty title="No excluded traffic in this period">
              <p>Requests by search engines, monitors and other bots, and requests that aren’t page views, are listed here.</p>
            </Empty>
          ) : (
            <Table
              caption="Excluded traffic"
              columns={[
                { name: 'Reason' },
                { name: 'Bar', isBare: true, isWide: true },
                { name: 'Requests', isNumber: true },
                { name: 'Share', isNumber: true, isWide: true },
              ]}
            >
              {rows.map(({ reason, count }) => {
                const { name, explanation } = explainExclusion(reason)
                return (
                  <tr key={reason}>
                    <th scope="row">
                      {name}
                      <div class="faint">{explanation}</div>
                    </th>
                    <td class="fill wide-only">
                      <Meter value={count} max={rows[0]!.count} />
                    </td>
                    <td class="number">{formatNumber(count)}</td>
                    <td class="number wide-only">{formatPercent(count / total)}</td>
                  </tr>
                )
              })}
            </Table>
          )
        }
      </Loaded>
    </>
  )
}
