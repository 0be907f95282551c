import type { Misses as MissList, Project } from '../../../../client/index.ts'
import { CsvButton } from '../../components/csv-button.tsx'
import { Filters } from '../../components/filters.tsx'
import { Page } from '../../components/page.tsx'
import { PagedTable, usePage, useSort } from '../../components/paged-table.tsx'
import { RangePicker } from '../../components/range-picker.tsx'
import { Empty } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { formatNumber } from '../../lib/format.ts'
import { likelyTarget } from '../../lib/likely-target.ts'
import { wallNow } from '../../lib/now.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { proposeForMiss } from '../../lib/proposals.ts'
import { datesOf, readRange } from '../../lib/range.ts'
import { query } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { ClassField, readWho } from '../loop/class-field.tsx'
import { JobCell } from '../loop/job-cell.tsx'
import { useKnownPages } from '../loop/use-known-pages.ts'
import { usePageJobs } from '../loop/use-page-jobs.ts'
import { useProposal } from '../loop/use-proposal.tsx'
import { Outcome } from './outcome.tsx'

export function Misses({ project }: { project: Project }) {
  const { projectId } = project
  const client = projectClient(projectId)
  const range = readRange(query.value, wallNow(project))
  const who = readWho()
  const { sort, column } = useSort(['total', 'human', 'ai', 'lastSeen', 'path'], ['path'])
  const { offset } = usePage()
  const options = { ...datesOf(range), ...(who === 'all' ? {} : { class: who }), sort }
  const misses = useRequest(
    () => client.getMisses({ ...options, limit: PAGE_SIZE, offset }),
    [projectId, range.dateFrom, range.dateTo, who, sort, offset],
  )
  const known = useKnownPages(projectId)
  const jobs = usePageJobs(projectId, misses.data?.misses.map(({ path }) => path) ?? [])
  const proposal = useProposal(project)
  return (
    <Page title="Missing pages" lead={<p class="faint">Pages readers requested that don’t exist.</p>}>
      <Filters
        first={<RangePicker range={range} />}
        names={['class']}
        last={<CsvButton name="misses" fetch={() => client.exportCsv('misses', options)} />}
      >
        <ClassField />
      </Filters>
      <PagedTable
        answer={misses}
        rowsOf={({ misses: rows, hasMore }) => ({ rows, hasMore })}
        caption="Missing pages"
        what="missing pages"
        columns={[
          column('Path', 'path'),
          column('People', 'human', { isWide: true }),
          column('AI', 'ai', { isWide: true }),
          { name: 'Bots', isNumber: true, isWide: true },
          column('Total', 'total'),
          column('Last seen', 'lastSeen', { isExtra: true }),
          { name: 'Fix' },
        ]}
        empty={
          <Empty title="No missing pages in this period">
            <p>
              Docwright finds missing pages (404) in your web server’s log and in views that your server sends. The script on your
              pages can’t see them.
            </p>
          </Empty>
        }
      >
        {(miss) => {
          const job = jobs.find(miss.path)
          return (
            <tr key={miss.path}>
              <th scope="row" class="break path">
                {miss.path}
                <Context miss={miss} target={job || !known ? null : likelyTarget(miss.path, known)} />
              </th>
              <td class="number wide-only">{formatNumber(miss.human)}</td>
              <td class="number wide-only">{formatNumber(miss.ai)}</td>
              <td class="number wide-only">{formatNumber(miss.other)}</td>
              <td class="number" data-unit="requests">
                {formatNumber(miss.total)}
              </td>
              <td class="number nowrap extra">
                <Time at={miss.lastSeen} />
              </td>
              <td class="fix">
                <JobCell
                  project={project}
                  job={job}
                  label={miss.path}
                  propose={known ? () => proposeForMiss(project, miss, known) : 'wait'}
                  onPropose={proposal.open}
                >
                  {job && <Outcome project={project} miss={miss} job={job} />}
                </JobCell>
              </td>
            </tr>
          )
        }}
      </PagedTable>
      {proposal.dialog}
    </Page>
  )
}

/** Who requested it, from where, and the page that they probably meant. */
function Context({ miss: { agents, referrers }, target }: { miss: MissList['misses'][number]; target: string | null }) {
  const parts = [
    target !== null && `similar: ${target}`,
    agents.length > 0 && `by ${agents.slice(0, 3).join(', ')}${agents.length > 3 ? ` and ${agents.length - 3} more` : ''}`,
    referrers.length > 0 && `from ${referrers.slice(0, 2).join(', ')}`,
  ].filter(Boolean)
  return <div class="faint clip one">{parts.join(' · ')}</div>
}
