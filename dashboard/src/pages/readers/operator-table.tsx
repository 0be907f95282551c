import { CsvButton } from '../../components/csv-button.tsx'
import { PagedTable, usePage, useSort } from '../../components/paged-table.tsx'
import { Empty } from '../../components/states.tsx'
import { formatDay, formatNumber, formatPercent } from '../../lib/format.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { type Question, datesOf, filtersOf } from './question.ts'

/** What AI companies read, against how many people they send. */
export function OperatorTable(question: Question) {
  const client = projectClient(question.project.projectId)
  const { offset } = usePage()
  const { sort, column } = useSort(['views', 'referrals', 'misses', 'operator'], ['operator'])
  const { path } = filtersOf(question)
  const options = { ...datesOf(question), ...(path === undefined ? {} : { path }), sort }
  const operators = useRequest(() => client.getOperators({ ...options, limit: PAGE_SIZE, offset }), [sort, offset])
  return (
    <>
      <NewAgents {...question} />
      <div class="table-head">
        <p class="faint">How much the agents of a company read, and how many people its assistants send back.</p>
        <CsvButton name="operators" fetch={() => client.exportCsv('operators', options)} />
      </div>
      <PagedTable
        answer={operators}
        rowsOf={({ operators: rows, hasMore }) => ({ rows, hasMore })}
        caption="AI companies"
        what="companies"
        columns={[
          column('Company', 'operator'),
          { name: 'Agents', isExtra: true },
          column('Pages read', 'views'),
          { name: 'As Markdown', isNumber: true, isWide: true },
          column('Missing pages', 'misses', { isWide: true }),
          column('People sent', 'referrals'),
          { name: 'Read per person', isNumber: true },
          { name: 'Last seen', isExtra: true },
        ]}
        empty={
          <Empty title="No AI in this period">
            <p>Companies whose agents read your documentation, or whose assistants send people to it, are listed here.</p>
          </Empty>
        }
      >
        {(row) => (
          <tr key={row.operator}>
            <th scope="row">{row.operator}</th>
            <td class="extra faint">{row.agents.join(', ') || '–'}</td>
            <td class="number">{formatNumber(row.views)}</td>
            <td class="number wide-only">{row.views === 0 ? '–' : formatPercent((row.markdown + row.llmsTxt) / row.views)}</td>
            <td class="number wide-only">{formatNumber(row.misses)}</td>
            <td class="number">{formatNumber(row.referrals)}</td>
            <td class="number">{row.readsPerReferral === null ? '–' : formatNumber(row.readsPerReferral)}</td>
            <td class="extra nowrap">{row.lastSeen === null ? '–' : formatDay(row.lastSeen)}</td>
          </tr>
        )}
      </PagedTable>
      <RegistryLine {...question} />
    </>
  )
}

/** By what agents are recognised, and from when it is. */
function RegistryLine({ project }: Question) {
  const { data } = useRequest(() => projectClient(project.projectId).getRegistry(), [])
  if (!data) return null
  const { version, date, agents, addressesDate, source } = data
  return (
    <p class="faint">
      Agents are recognised by registry {version} of {formatDay(date)} ({formatNumber(agents)} names, addresses of{' '}
      {formatDay(addressesDate)}
      {source === null ? '' : `, from ${source}`}).
    </p>
  )
}

/** Agents that weren't here before. */
function NewAgents({ project }: Question) {
  const agents = useRequest(() => projectClient(project.projectId).getAiAgents({ limit: 250 }), [])
  const found = agents.data?.agents.filter(({ isNew }) => isNew) ?? []
  if (found.length === 0) return null
  return (
    <p class="notice">
      {found.length === 1 ? 'New agent' : 'New agents'} in the last 7 days:{' '}
      {found.map(({ agent, firstSeen }) => `${agent} (since ${formatDay(firstSeen!)})`).join(', ')}
    </p>
  )
}
