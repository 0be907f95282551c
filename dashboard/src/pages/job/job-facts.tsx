import type { Job, JobEvent } from '../../../../client/index.ts'
import { CopyButton } from '../../components/copy.tsx'
import { PullRequestLink } from '../../components/pull-request-link.tsx'
import { Standing } from '../../components/standing.tsx'
import { Time } from '../../components/time.tsx'
import { formatDollars, formatNumber, plural } from '../../lib/format.ts'

/** The facts of a job beside what was said. */
export function JobFacts({ job, events }: { job: Job; events: JobEvent[] }) {
  const check = events.findLast((event) => event.kind === 'check')?.data
  return (
    <dl class="facts card">
      <dt>Pull request</dt>
      <dd>
        {job.prLink ? (
          <>
            <PullRequestLink link={job.prLink} />
            <Standing standing={job.pullRequest ?? null} />
          </>
        ) : (
          <span class="faint">{job.status === 'active' ? 'not yet' : 'none'}</span>
        )}
      </dd>
      {job.page && (
        <>
          <dt>For the page</dt>
          <dd class="break">{job.page}</dd>
        </>
      )}
      <dt>Checks</dt>
      <dd>
        {check ? (
          <>
            {formatNumber(check.problems + check.fixed - check.added)} before, {formatNumber(check.problems)} after
            <div class="faint">
              {formatNumber(check.fixed)} fixed, {formatNumber(check.added)} added
            </div>
          </>
        ) : (
          <span class="faint">none</span>
        )}
      </dd>
      <dt>Agent</dt>
      <dd class="break">{job.model}</dd>
      <dt>Usage</dt>
      <dd>
        {job.usage ? (
          <>
            {plural(job.usage.turns, 'turn')}, {formatDollars(job.usage.costUsd)}
            <div class="faint">
              {formatNumber(job.usage.inputTokens)} tokens in, {formatNumber(job.usage.outputTokens)} out
            </div>
          </>
        ) : (
          <span class="faint">nothing yet</span>
        )}
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={job.createdAt} both />
      </dd>
      {job.archivedAt && (
        <>
          <dt>Archived</dt>
          <dd>
            <Time at={job.archivedAt} both />
          </dd>
        </>
      )}
      <dt>Repository</dt>
      <dd class="break">
        {job.source.repository}
        <div class="faint">{job.source.ref}</div>
      </dd>
      <dt>Id</dt>
      <dd class="break">
        <code>{job.id}</code> <CopyButton text={job.id} what="the job id" />
      </dd>
    </dl>
  )
}
