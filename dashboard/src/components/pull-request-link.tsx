import type { Job } from '../../../client/index.ts'
import { paths } from '../lib/router.ts'
import { Link } from './link.tsx'

/** The part of a built-in pull request's link that names it; null for one on a code host. */
export function builtinToken(link: string): string | null {
  const url = URL.canParse(link) ? new URL(link) : null
  return (url?.origin === location.origin && /^\/pull-requests\/([\w-]+)$/.exec(url.pathname)?.[1]) || null
}

/** A pull request of the built-in code host is shown on the page of its job; others lead to their code host, and nowhere but to the web. */
export function PullRequestLink({ job, projectId }: { job: Pick<Job, 'id' | 'prLink'>; projectId: string }) {
  const link = job.prLink ?? ''
  const url = URL.canParse(link) ? new URL(link) : null
  if (!url || !/^https?:$/.test(url.protocol)) return <span class="faint">{link}</span>
  if (builtinToken(link) !== null) return <Link to={`${paths.job(projectId, job.id)}#changes`}>Review</Link>
  const number = /\/(\d+)\/?$/.exec(url.pathname)?.[1]
  return (
    <a href={link} rel="noreferrer">
      {number === undefined ? (
        'Pull request'
      ) : (
        <>
          <span class="hidden">Pull request </span>#{number}
        </>
      )}
    </a>
  )
}
