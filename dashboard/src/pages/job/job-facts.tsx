import { Fragment } from 'preact'
import type { Job, JobEvent } from '../../../../client/index.ts'
import { CopyButton } from '../../components/copy.tsx'
import { Time } from '../../components/time.tsx'
import { formatDollars, formatNumber, plural } from '../../lib/format.ts'

/** Only to the web, whatever a code host says. */
function safeLink(link: string): string | undefined {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : undefined
}

/** A follow-up to a pull request that was merged or closed opens a new one; the earlier ones are still there. */
function earlierLinks(events: JobEvent[], current: string | null): string[] {
  const links = events.flatMap((event) => (event.kind === 'pull-request' ? [new URL(event.data.link, location.origin).href] : []))
  return [...new Set(links)].filter((link) => link !== current)
}

/** The facts of a job beside what was said. */
export function JobFacts({ job, events }: { job: Job; events: JobEvent[] }) {
  const check = events.findLast((event) => event.kind === 'check')?.data
  return (
    <dl class="facts card">
      {job.prLink && (
        <>
          <dt>Link</dt>
          <dd>
            <a href={safeLink(job.prLink)} rel="noreferrer">
              Pull request
            </a>
          </dd>
        </>
      )}
      {earlierLinks(events, job.prLink).map((link) => (
        <Fragment key={link}>
          <dt>Earlier</dt>
          <dd>
            <a href={safeLink(link)} rel="noreferrer">
              Earlier pull request
            </a>
          </dd>
        </Fragment>
      ))}
      {job.page && (
        <>
          <dt>Page</dt>
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
          <span class="faint">None</span>
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
          <span class="faint">None yet</span>
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
