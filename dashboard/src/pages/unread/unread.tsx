import type { Project, Unread as UnreadPages } from '../../../../client/index.ts'
import { CsvButton } from '../../components/csv-button.tsx'
import { Filters } from '../../components/filters.tsx'
import { Link } from '../../components/link.tsx'
import { Page } from '../../components/page.tsx'
import { PagedTable, usePage, useSort } from '../../components/paged-table.tsx'
import { RangePicker } from '../../components/range-picker.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { formatDay, formatNumber, plural } from '../../lib/format.ts'
import { wallNow } from '../../lib/now.ts'
import { PAGE_SIZE } from '../../lib/paging.ts'
import { proposeForUnread } from '../../lib/proposals.ts'
import { datesOf, readRange } from '../../lib/range.ts'
import { paths, query } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { ClassField, readWho } from '../loop/class-field.tsx'
import { JobCell } from '../loop/job-cell.tsx'
import { useReadPages } from '../loop/use-known-pages.ts'
import { usePageJobs } from '../loop/use-page-jobs.ts'
import { useProposal } from '../loop/use-proposal.tsx'

export function Unread({ project }: { project: Project }) {
  const { projectId } = project
  const client = projectClient(projectId)
  const range = readRange(query.value, wallNow(project))
  const who = readWho()
  const { sort, column } = useSort(['total', 'path', 'lastViewedAt', 'linkedFrom'], ['path', 'lastViewedAt'])
  const { offset } = usePage()
  const options = { ...datesOf(range), ...(who === 'all' ? {} : { class: who }), sort }
  const unread = useRequest(
    () => client.getUnread({ ...options, limit: PAGE_SIZE, offset }),
    [projectId, range.dateFrom, range.dateTo, who, sort, offset],
  )
  const known = useReadPages(projectId)
  const jobs = usePageJobs(projectId, unread.data?.unread.map(({ path }) => path) ?? [])
  const proposal = useProposal(project)
  return (
    <Page title="Unread pages" lead={<p class="faint">Pages of your documentation that no one read in this period.</p>}>
      <Filters
        first={<RangePicker range={range} />}
        names={['class']}
        last={<CsvButton name="unread" fetch={() => client.exportCsv('unread', options)} />}
      >
        <ClassField label="Not read by" texts={{ all: 'Anyone' }} />
      </Filters>
      {unread.data && <Compared site={unread.data.site} />}
      {unread.data && unread.data.site.pages > 0 && unread.data.site.everRead === 0 ? (
        <NothingCompared project={project} />
      ) : (
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
            { name: 'Fix' },
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
              <td class="nowrap wide-only">
                {row.lastViewedAt ? formatDay(row.lastViewedAt) : <span class="faint">Never</span>}
              </td>
              <td class="number wide-only">{row.linkedFrom === 0 ? 'No page' : plural(row.linkedFrom, 'page')}</td>
              <td class="extra">
                {row.isInNavigation === null ? <span class="faint">–</span> : row.isInNavigation ? 'Yes' : 'No'}
              </td>
              <td class="fix">
                <JobCell
                  project={project}
                  job={jobs.find(row.path)}
                  label={row.path}
                  propose={known ? () => proposeForUnread(project, row, range, known) : 'wait'}
                  onPropose={proposal.open}
                />
              </td>
            </tr>
          )}
        </PagedTable>
      )}
      {proposal.dialog}
    </Page>
  )
}

/** What the views were compared with. */
function Compared({ site }: { site: UnreadPages['site'] }) {
  return (
    <p class="faint">
      {formatNumber(site.unread)} of {plural(site.pages, 'page')} on branch {site.ref}, commit{' '}
      <code>{site.commit.slice(0, 10)}</code>.
    </p>
  )
}

/** Nothing is offered for deletion before it is known which pages are read. */
function NothingCompared({ project: { projectId } }: { project: Project }) {
  const views = useRequest(async () => (await projectClient(projectId).getViews({ limit: 1 })).totals.total, [projectId])
  return (
    <Loaded answer={views} rows={2}>
      {(total) =>
        total === 0 ? (
          <Empty title="No views yet">
            <p>Once Docwright counts views, this page lists the pages that no one reads.</p>
            <Link to={paths.readers(projectId)} class="button primary">
              Connect a source of views
            </Link>
          </Empty>
        ) : (
          <Empty title="Views and pages don’t match">
            <p>
              There are views, but none of them is of a page in the repository. If your site is served below a path, set it as the
              base path.
            </p>
            <Link to={paths.settings(projectId)} class="button">
              Set the base path
            </Link>
          </Empty>
        )
      }
    </Loaded>
  )
}

function Nothing({ site }: { site: UnreadPages['site'] | null }) {
  if (site?.pages === 0)
    return (
      <Empty title="No pages">
        <p>Branch {site.ref} has no Markdown pages.</p>
      </Empty>
    )
  return (
    <Empty title="Every page was read">
      <p>Choose a shorter period to find pages that were last read long ago.</p>
    </Empty>
  )
}
