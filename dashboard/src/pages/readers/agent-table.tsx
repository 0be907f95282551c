import type { Agents } from '../../../../client/index.ts'
import { CsvButton } from '../../components/csv-button.tsx'
import { Link } from '../../components/link.tsx'
import { PagedTable, usePage } from '../../components/paged-table.tsx'
import { Meter } from '../../components/ratio-bar.tsx'
import { Empty } from '../../components/states.tsx'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { withQuery } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { type Question, datesOf } from './question.ts'

/** How sure it is that an agent is what it says. */
const EVIDENCE: Record<string, [string, string]> = {
  'verified-signature': ['signed', 'Verified by its signature'],
  'verified-ip': ['address', 'Verified by the addresses that its operator publishes'],
  declared: ['declared', 'It says so; nobody verified it'],
  inferred: ['inferred', 'Told by how it reads'],
  spoofed: ['spoofed', 'It says so, but comes from elsewhere'],
}

const SURFACES_ROWS_MAX = 250

export function AgentTable(question: Question) {
  const { project, pathFilter } = question
  const client = projectClient(project.projectId)
  const { offset } = usePage()
  const options = { ...datesOf(question), ...(pathFilter === '' ? {} : { path: pathFilter }) }
  const agents = useRequest(() => client.getAgents({ ...options, limit: PAGE_SIZE, offset }), [offset])
  const surfaces = useRequest(() => client.getAgents({ ...options, class: 'ai', limit: SURFACES_ROWS_MAX }), [])
  return (
    <>
      <div class="table-head">
        <CsvButton name="agents" fetch={() => client.exportCsv('agents', options)} />
      </div>
      {surfaces.data && surfaces.data.agents.length > 0 && <Surfaces agents={surfaces.data.agents} />}
      <PagedTable
        answer={agents}
        rowsOf={({ agents: rows, hasMore }) => ({ rows, hasMore })}
        caption="Agents"
        what="agents"
        columns={[
          { name: 'Agent' },
          { name: 'Operator', isExtra: true },
          { name: 'For' },
          { name: 'Evidence' },
          { name: 'Reads', isExtra: true },
          { name: 'Views', isNumber: true },
        ]}
        empty={
          <Empty title="No agent was here">
            <p>
              AI runs no scripts, so the script on the page does not see it. Import the log of your web server, or send views from
              it.
            </p>
          </Empty>
        }
      >
        {(row) => (
          <tr key={JSON.stringify({ ...row, views: 0 })} class={row.class === 'ai' ? undefined : 'dim'}>
            <th scope="row">
              <AgentName agent={row.agent} isCounted={row.class === 'ai'} />
            </th>
            <td class="extra">{row.operator ?? '–'}</td>
            <td>
              {row.class === 'ai' ? (row.kind ?? 'AI') : row.class}
              {row.reason && <div class="faint">not counted: {row.reason}</div>}
            </td>
            <td>
              <Evidence level={row.evidence} />
            </td>
            <td class="extra">{row.surface ?? '–'}</td>
            <td class="number">{formatNumber(row.views)}</td>
          </tr>
        )}
      </PagedTable>
    </>
  )
}

/** Leads to the pages that it reads. Only what counts as AI is kept by page. */
function AgentName({ agent, isCounted }: { agent: string | null; isCounted: boolean }) {
  if (agent === null) return <span class="faint">without a name</span>
  return isCounted ? (
    <Link to={withQuery({ agent, tab: 'pages', class: null, sort: null, offset: null })}>{agent}</Link>
  ) : (
    <>{agent}</>
  )
}

function Evidence({ level }: { level: string | null }) {
  if (level === null) return <span class="faint">–</span>
  const [text, explanation] = EVIDENCE[level] ?? [level, level]
  const look = level.startsWith('verified') ? 'badge completed' : level === 'spoofed' ? 'badge failed' : 'badge quiet'
  return (
    <span class={look} title={explanation}>
      {text}
    </span>
  )
}

/** In which form AI reads: the pages, their Markdown, or `llms.txt`. */
function Surfaces({ agents }: { agents: Agents['agents'] }) {
  const sums = new Map<string, number>()
  for (const { surface, views } of agents) sums.set(surface ?? 'unknown', (sums.get(surface ?? 'unknown') ?? 0) + views)
  const rows = [...sums].sort(([, one], [, other]) => other - one)
  const total = rows.reduce((sum, [, views]) => sum + views, 0)
  return (
    <dl class="surfaces" aria-label="In which form AI reads">
      {rows.map(([surface, views]) => (
        <div key={surface}>
          <dt>{surface}</dt>
          <dd>
            <Meter value={views} max={total} /> {formatNumber(views)}{' '}
            <span class="faint">{formatPercent(total === 0 ? 0 : views / total)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
