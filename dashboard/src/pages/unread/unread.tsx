import { useState } from 'preact/hooks'
import type { Project, Unread as UnreadPages } from '../../../../client/index.ts'
import { CsvButton } from '../../components/csv-button.tsx'
import { Link } from '../../components/link.tsx'
import { Page } from '../../components/page.tsx'
import { PagedTable, usePage, useSort } from '../../components/paged-table.tsx'
import { RangePicker } from '../../components/range-picker.tsx'
import { Empty } from '../../components/states.tsx'
import { formatDay, formatNumber, plural } from '../../lib/format.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { proposeForUnread } from '../../lib/proposals.ts'
import { datesOf, readRange } from '../../lib/range.ts'
import { paths, query } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { ClassField, readWho } from '../loop/class-field.tsx'
import { JobCell } from '../loop/job-cell.tsx'
import { useKnownPages } from '../loop/use-known-pages.ts'
import { usePageJobs } from '../loop/use-page-jobs.ts'
import { useProposal } from '../loop/use-proposal.tsx'

export function Unread({ project }: { project: Project }) {
  const { projectId } = project
  const client = projectClient(projectId)
  const [now] = useState(() => Date.now())
  const range = readRange(query.value, now)
  const who = readWho()
  const { sort, column } = useSort(['total', 'path', 'lastViewedAt', 'linkedFrom'], ['path', 'lastViewedAt'])
  const { offset } = usePage()
  const options = { ...datesOf(range), ...(who === 'all' ? {} : { class: who }), sort }
  const unread = useRequest(
    () => client.getUnread({ ...options, limit: PAGE_SIZE, offset }),
    [projectId, range.dateFrom, range.dateTo, who, sort, offset],
  )
  const known = useKnownPages(projectId)
  const jobs = usePageJobs(projectId, unread.data?.unread.map(({ path }) => path) ?? [])
  const proposal = useProposal(project)
  return (
    <Page title="Unread" lead={<p class="faint">Pages of the documentation that nobody read in the period.</p>}>
      <div class="toolbar">
        <RangePicker range={range} />
        <ClassField label="Not read by" texts={{ all: 'Anyone' }} />
        <div class="push">
          <CsvButton name="unread" fetch={() => client.exportCsv('unread', options)} />
        </div>
      </div>
      {unread.data && <Compared project={project} site={unread.data.site} />}
      <PagedTable
        answer={unread}
        rowsOf={({ unread: rows, hasMore }) => ({ rows, hasMore })}
        caption="Unread pages"
        what="unread pages"
        columns={[
          column('Page', 'path'),
          ...(who === 'all' ? [] : [column(who === 'human' ? 'Read by AI' : 'Read by people', 'total')]),
          column('Last read', 'lastViewedAt', { isWide: true }),
          column('Linked from', 'linkedFrom', { isWide: true }),
          { name: 'Navigation', isExtra: true },
          { name: 'Job' },
        ]}
        empty={<Nothing site={unread.data?.site ?? null} />}
      >
        {(row) => (
          <tr key={row.file}>
            <th scope="row" class="break path">
              {row.path}
              <div class="faint">{row.file}</div>
            </th>
            {who !== 'all' && <td class="number">{formatNumber(row.total)}</td>}
            <td class="nowrap wide-only">{row.lastViewedAt ? formatDay(row.lastViewedAt) : <span class="faint">never</span>}</td>
            <td class="number wide-only">{row.linkedFrom === 0 ? 'no page' : plural(row.linkedFrom, 'page')}</td>
            <td class="extra">
              {row.isInNavigation === null ? <span class="faint">–</span> : row.isInNavigation ? 'yes' : 'no'}
            </td>
            <td>
              <JobCell
                project={project}
                job={jobs.find(row.path)}
                label={row.path}
                propose={() => proposeForUnread(project, row, range, known)}
                onPropose={proposal.open}
              />
            </td>
          </tr>
        )}
      </PagedTable>
      {proposal.dialog}
    </Page>
  )
}

/** What the views were compared with, and a word when they cannot be about the same pages. */
function Compared({ project, site }: { project: Project; site: UnreadPages['site'] }) {
  return (
    <>
      <p class="faint">
        {formatNumber(site.unread)} of {plural(site.pages, 'page')} on branch {site.ref}, as of commit{' '}
        <code>{site.commit.slice(0, 10)}</code>.
      </p>
      {site.pages > 0 && site.everRead === 0 && (
        <p class="notice">
          <span>
            No page of the repository has ever been read. If there are views, their paths are others than those of the pages: set
            the base path in the <Link to={paths.settings(project.projectId)}>settings</Link>.
          </span>
        </p>
      )}
    </>
  )
}

function Nothing({ site }: { site: UnreadPages['site'] | null }) {
  if (site?.pages === 0)
    return (
      <Empty title="No pages">
        <p>There are no Markdown pages on branch {site.ref}.</p>
      </Empty>
    )
  return (
    <Empty title="Every page was read">
      <p>Choose a shorter period to see what was read long ago only.</p>
    </Empty>
  )
}
