import type { Dimension } from '../../../../client/index.ts'
import { CsvButton } from '../../components/csv-button.tsx'
import { SelectField } from '../../components/fields.tsx'
import { PagedTable, usePage } from '../../components/paged-table.tsx'
import { Meter } from '../../components/ratio-bar.tsx'
import { Empty } from '../../components/states.tsx'
import { formatNumber } from '../../lib/format.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { query, setQuery } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { type Question, datesOf, filtersOf } from './question.ts'

const DIMENSIONS: readonly (readonly [Dimension, string])[] = [
  ['country', 'Country'],
  ['device', 'Device'],
  ['browser', 'Browser'],
  ['language', 'Language'],
  ['referrer-page', 'Referring page'],
  ['entry-page', 'Entry page'],
  ['utm-source', 'UTM source'],
  ['utm-medium', 'UTM medium'],
  ['utm-campaign', 'UTM campaign'],
]

/** Views by people, by one of the things that are known of them. */
export function BreakdownTable(question: Question) {
  const client = projectClient(question.project.projectId)
  const { offset } = usePage()
  const [by, name] = DIMENSIONS.find(([dimension]) => dimension === query.value.get('by')) ?? DIMENSIONS[1]!
  const { path } = filtersOf(question)
  const options = { ...datesOf(question), ...(path === undefined ? {} : { path }) }
  const breakdown = useRequest(() => client.getBreakdown(by, { ...options, limit: PAGE_SIZE, offset }), [by, offset])
  const max = breakdown.data?.breakdown.reduce((most, { human }) => Math.max(most, human), 0) ?? 0
  return (
    <>
      <div class="table-head">
        <SelectField
          label="People by"
          value={by}
          options={DIMENSIONS}
          onChange={(next) => setQuery({ by: next, offset: null })}
        />
        <CsvButton name={by} fetch={() => client.exportCsv('breakdown', { ...options, by })} />
      </div>
      <PagedTable
        answer={breakdown}
        rowsOf={({ breakdown: rows, hasMore }) => ({ rows, hasMore })}
        caption={`People by ${name.toLowerCase()}`}
        what="rows"
        columns={[{ name }, { name: 'Bar', isBare: true }, { name: 'People', isNumber: true }]}
        empty={
          <Empty title="No people in this period">
            <p>Choose a longer period.</p>
          </Empty>
        }
      >
        {({ value, human }) => (
          <tr key={value ?? ''}>
            <th scope="row" class="break">
              {value === null ? <span class="faint">Unknown</span> : toText(by, value)}
            </th>
            <td class="fill">
              <Meter value={human} max={max} />
            </td>
            <td class="number">{formatNumber(human)}</td>
          </tr>
        )}
      </PagedTable>
      {by === 'country' && breakdown.data?.breakdown.every(({ value }) => value === null) && (
        <p class="faint">To see countries, give the service a geo database (DOCWRIGHT_GEO_DATABASE).</p>
      )}
    </>
  )
}

function toText(by: Dimension, value: string): string {
  if (by === 'country') return new Intl.DisplayNames('en', { type: 'region' }).of(value) ?? value
  if (by === 'language') return new Intl.DisplayNames('en', { type: 'language' }).of(value) ?? value
  return by === 'device' ? value[0]!.toUpperCase() + value.slice(1) : value
}
