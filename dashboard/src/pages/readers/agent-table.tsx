import { CsvButton } from '../../components/csv-button.tsx'
import { Link } from '../../components/link.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { type AgentRow, toAgentRows } from '../../lib/agent-rows.ts'
import { explainExclusion } from '../../lib/exclusion-texts.ts'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { withQuery } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { type Question, datesOf } from './question.ts'

/** How sure it is that an agent is what it says. */
const EVIDENCE: ReadonlyMap<string, [name: string, explanation: string]> = new Map([
  ['verified-signature', ['Signed', 'Verified by its signature.']],
  ['verified-ip', ['Verified', 'Verified by the network addresses that its operator publishes.']],
  ['declared', ['Self-identified', 'Its user agent says so.']],
  ['inferred', ['Inferred', 'Recognized by how it reads.']],
  ['spoofed', ['Spoofed', 'It uses the name of an agent but comes from another network.']],
])

const PURPOSES: ReadonlyMap<string, string> = new Map([
  ['assistant', 'Answers a person'],
  ['coding-agent', 'Writes code'],
  ['agent', 'Acts for a person'],
  ['ai-search', 'AI search'],
  ['training', 'Training'],
])

const SURFACES: ReadonlyMap<string, string> = new Map([
  ['html', 'HTML'],
  ['markdown', 'Markdown'],
  ['mcp', 'MCP'],
  ['unknown', 'Unknown'],
])

/** Far more agents than there are; each has a few rows in the answer. */
const ROWS_MAX = 250

export function AgentTable(question: Question) {
  const { project, pathFilter } = question
  const client = projectClient(project.projectId)
  const options = { ...datesOf(question), ...(pathFilter === '' ? {} : { path: pathFilter }) }
  const agents = useRequest(() => client.getAgents({ ...options, limit: ROWS_MAX }), [])
  return (
    <>
      <div class="table-head">
        <p class="faint">Agents that aren’t AI are listed, too, but not counted as views.</p>
        <CsvButton name="agents" fetch={() => client.exportCsv('agents', options)} />
      </div>
      <Loaded answer={agents} rows={8}>
        {({ agents: found, hasMore }) =>
          found.length === 0 ? (
            <Empty title="No agents in this period">
              <p>
                AI doesn’t run scripts, so the script on your pages can’t see it. Import your web server’s log, or connect a log
                source.
              </p>
            </Empty>
          ) : (
            <>
              <Table
                caption="AI agents"
                columns={[
                  { name: 'Agent' },
                  { name: 'Operator', isExtra: true },
                  { name: 'Purpose', isWide: true },
                  { name: 'Evidence', isWide: true },
                  { name: 'Format' },
                  { name: 'Views', isNumber: true },
                ]}
              >
                {toAgentRows(found).map((row) => (
                  <Row key={JSON.stringify([row.agent, row.class, row.reason])} row={row} />
                ))}
              </Table>
              {hasMore && <p class="faint">These are the agents with the most views. The CSV file has all of them.</p>}
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Row({ row }: { row: AgentRow }) {
  return (
    <tr class={row.class === 'ai' ? undefined : 'dim'}>
      <th scope="row">
        <AgentName agent={row.agent} isCounted={row.class === 'ai'} />
      </th>
      <td class="extra">{row.operator ?? '–'}</td>
      <td class="wide-only">
        {row.reason === null
          ? row.purposes.map((purpose) => PURPOSES.get(purpose) ?? purpose).join(', ') || 'AI'
          : notCounted(row.reason)}
      </td>
      <td class="wide-only">
        {row.evidence.length === 0 ? (
          <span class="faint">–</span>
        ) : (
          row.evidence.map((level) => <Evidence key={level} level={level} />)
        )}
      </td>
      <td>
        <Formats row={row} />
      </td>
      <td class="number" data-unit="views">
        {formatNumber(row.views)}
      </td>
    </tr>
  )
}

function notCounted(reason: string) {
  return <span class="faint">{explainExclusion(reason).name}, not counted</span>
}

/** Leads to the pages that it reads. Only what counts as AI is kept by page. */
function AgentName({ agent, isCounted }: { agent: string | null; isCounted: boolean }) {
  if (agent === null) return <span class="faint">Unnamed</span>
  return isCounted ? (
    <Link to={withQuery({ agent, tab: 'pages', class: null, sort: null, offset: null })}>{agent}</Link>
  ) : (
    <>{agent}</>
  )
}

function Evidence({ level }: { level: string }) {
  const [text, explanation] = EVIDENCE.get(level) ?? [level, level]
  const look = level.startsWith('verified') ? 'badge good' : level === 'spoofed' ? 'badge bad' : 'badge quiet'
  return (
    <span class={look} title={explanation}>
      {text}
    </span>
  )
}

/** In which form it reads: the pages, their Markdown, or `llms.txt`. */
function Formats({ row: { surfaces, views } }: { row: AgentRow }) {
  return (
    <>
      {surfaces.map(([surface, count], index) => (
        <span key={surface} class="nowrap">
          {index > 0 && <span class="faint"> · </span>}
          {SURFACES.get(surface) ?? surface} {surfaces.length > 1 && <span class="faint">{formatPercent(count / views)}</span>}
        </span>
      ))}
    </>
  )
}
