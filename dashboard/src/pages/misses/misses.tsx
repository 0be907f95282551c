import { useState } from 'preact/hooks'
import type { Job, Misses as MissList, Project } from '../../../../client/index.ts'
import { CsvButton } from '../../components/csv-button.tsx'
import { SelectField } from '../../components/fields.tsx'
import { Page } from '../../components/page.tsx'
import { RangePicker } from '../../components/range-picker.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { type Column, Pager, Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { formatNumber } from '../../lib/format.ts'
import { type Proposal, proposeForMiss } from '../../lib/proposals.ts'
import { readRange } from '../../lib/range.ts'
import { query, setQuery } from '../../lib/router.ts'
import { canWrite, projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { NewJobDialog } from '../jobs/new-job.tsx'
import { PAGE_SIZE } from '../readers/question.ts'
import { usePage } from '../readers/use-page.ts'
import { JobMade } from './job-made.tsx'
import { useNotedJobs } from './use-noted-jobs.ts'

type Miss = MissList['misses'][number]

const SORTS = ['total', 'human', 'ai', 'lastSeen', 'path'] as const

const CLASSES = [
  ['all', 'Everyone'],
  ['human', 'People'],
  ['ai', 'AI'],
] as const

/** Pages to guess targets among: the most read ones, as many as one answer holds. */
const KNOWN_MAX = 250

export function Misses({ project }: { project: Project }) {
  const { projectId } = project
  const client = projectClient(projectId)
  const [now] = useState(() => Date.now())
  const range = readRange(query.value, now)
  const who = CLASSES.find(([name]) => name === query.value.get('class'))?.[0] ?? 'all'
  const sort = SORTS.find((name) => name === query.value.get('sort')) ?? 'total'
  const { offset, turn } = usePage()
  const options = {
    ...(range.dateFrom === undefined ? {} : { dateFrom: range.dateFrom }),
    ...(range.dateTo === undefined ? {} : { dateTo: range.dateTo }),
    ...(who === 'all' ? {} : { class: who }),
    sort,
  }
  const misses = useRequest(
    () => client.getMisses({ ...options, limit: PAGE_SIZE, offset }),
    [projectId, range.dateFrom, range.dateTo, who, sort, offset],
  )
  const known = useRequest(async () => (await client.getViews({ limit: KNOWN_MAX })).views.map((view) => view.path), [projectId])
  const noted = useNotedJobs(projectId)
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const column = (name: string, by: (typeof SORTS)[number]): Column => ({
    name,
    isNumber: by !== 'path',
    sort: { isActive: sort === by, onSort: () => setQuery({ sort: by === 'total' ? null : by, offset: null }) },
  })
  return (
    <Page title="Misses" lead={<p class="faint">Pages that were asked for and are not there.</p>}>
      <div class="toolbar">
        <RangePicker range={range} />
        <SelectField
          label="Who"
          value={who}
          options={CLASSES}
          onChange={(next) => setQuery({ class: next === 'all' ? null : next, offset: null })}
        />
        <div class="push">
          <CsvButton name="misses" fetch={() => client.exportCsv('misses', options)} />
        </div>
      </div>
      <Loaded answer={misses} rows={10}>
        {({ misses: rows, hasMore }) =>
          rows.length === 0 ? (
            <Empty title="Nothing is missing">
              <p>
                Nobody asked for a page that is not there. Misses come from the log of a web server and from servers that send
                views; the script on a page does not see them.
              </p>
            </Empty>
          ) : (
            <>
              <Table
                caption="Missing pages"
                columns={[
                  column('Path', 'path'),
                  { ...column('People', 'human'), isWide: true },
                  { ...column('AI', 'ai'), isWide: true },
                  column('All', 'total'),
                  { name: 'Asked by', isExtra: true },
                  { ...column('Last seen', 'lastSeen'), isWide: true },
                  { name: 'Job' },
                ]}
              >
                {rows.map((miss) => {
                  const job = noted.find(miss.path)
                  return (
                    <tr key={miss.path}>
                      <th scope="row" class="break path">
                        {miss.path}
                        {miss.referrers.length > 0 && <div class="faint">from {miss.referrers.join(', ')}</div>}
                      </th>
                      <td class="number wide-only">{formatNumber(miss.human)}</td>
                      <td class="number wide-only">{formatNumber(miss.ai)}</td>
                      <td class="number">{formatNumber(miss.total)}</td>
                      <td class="extra">{miss.agents.length > 0 ? miss.agents.join(', ') : <span class="faint">–</span>}</td>
                      <td class="number nowrap wide-only">
                        <Time at={miss.lastSeen} />
                      </td>
                      <td>
                        {job && <JobMade projectId={projectId} job={job} />}
                        {job && <Outcome miss={miss} job={job} />}
                        {!job && canWrite.value && (
                          <button
                            type="button"
                            class="small"
                            aria-label={`Fix this: ${miss.path}`}
                            onClick={() => setProposal(proposeForMiss(project, miss, known.data ?? []))}
                          >
                            Fix this
                          </button>
                        )}
                        {!job && !canWrite.value && <span class="faint">–</span>}
                      </td>
                    </tr>
                  )
                })}
              </Table>
              <Pager what="misses" first={offset} count={rows.length} hasMore={hasMore} onTurn={turn} />
            </>
          )
        }
      </Loaded>
      {proposal && <NewJobDialog project={project} {...proposal} onClose={() => setProposal(null)} />}
    </Page>
  )
}

/** Whether the job helped: a request after it ended says no, silence says yes. */
function Outcome({ miss, job }: { miss: Miss; job: Job }) {
  const finishedAt = job.messages?.at(-1)?.finishedAt
  if (!finishedAt || !job.prLink) return null
  if (miss.lastSeen > finishedAt) return <div class="faint">still missed after it ended</div>
  return (
    <div class="good">
      no miss after it ended <Time at={finishedAt} />
    </div>
  )
}
