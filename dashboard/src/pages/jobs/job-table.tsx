import type { Job } from '../../../../client/index.ts'
import { JobBadge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { PullRequestLink } from '../../components/pull-request-link.tsx'
import { Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { askerOf, firstLine, formatNumber, plural } from '../../lib/format.ts'
import { paths } from '../../lib/router.ts'

export function JobTable({ projectId, jobs }: { projectId: string; jobs: Job[] }) {
  return (
    <Table
      caption="Jobs"
      columns={[
        { name: 'Status' },
        { name: 'Instruction' },
        { name: 'Pull request', isWide: true },
        { name: 'Change', isExtra: true },
        { name: 'Started by', isExtra: true },
        { name: 'Created', isNumber: true },
      ]}
    >
      {jobs.map((job) => (
        <tr key={job.id}>
          <td>
            <JobBadge job={job} />
          </td>
          <th scope="row" class="prompt">
            <Link to={paths.job(projectId, job.id)}>{firstLine(job.messages?.[0]?.prompt ?? job.id)}</Link>
            {job.failure && <div class="faint clip">{job.failure.message}</div>}
            {(job.messages?.length ?? 0) > 1 && <div class="faint">{plural(job.messages!.length - 1, 'follow-up')}</div>}
          </th>
          <td class="nowrap wide-only">
            {job.prLink ? <PullRequestLink job={job} projectId={projectId} /> : <span class="faint">–</span>}
          </td>
          <td class="extra nowrap">
            {job.diffStat && job.diffStat.files > 0 && (
              <>
                <span class="plus">+{formatNumber(job.diffStat.additions)}</span>{' '}
                <span class="minus">−{formatNumber(job.diffStat.deletions)}</span>
              </>
            )}
          </td>
          <td class="extra asker">{askerOf(job) ?? <span class="faint">–</span>}</td>
          <td class="number nowrap">
            <Time at={job.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
