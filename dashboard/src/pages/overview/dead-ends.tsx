import { formatNumber, plural } from '../../lib/format.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { Tile } from './tile.tsx'

/** As many pages as one question about jobs takes. */
const PAGES_MAX = 100

/** Missing pages that a merged pull request fixed, and how often they were requested before. */
export function DeadEnds({ projectId }: { projectId: string }) {
  const saved = useRequest(async () => {
    const client = projectClient(projectId)
    const { misses } = await client.getMisses({ limit: PAGES_MAX })
    if (misses.length === 0) return { pages: 0, requests: 0 }
    const { jobs } = await client.listJobs({ page: misses.map(({ path }) => path), include: ['page', 'pullRequest'] })
    const mergedAt = new Map(jobs.map((job) => [job.page, job.pullRequest?.mergedAt ?? null]))
    const fixed = misses.filter(({ path, lastSeen }) => lastSeen <= (mergedAt.get(path) ?? ''))
    return { pages: fixed.length, requests: fixed.reduce((sum, { total }) => sum + total, 0) }
  }, [projectId])
  return (
    <Tile
      title="Dead ends fixed"
      answer={saved}
      isEmpty={({ pages }) => pages === 0}
      empty="Missing pages that you fix, and that no one runs into since, are counted here."
    >
      {({ pages, requests }) => (
        <p>
          <strong class="big">{formatNumber(pages)}</strong> {pages === 1 ? 'missing page' : 'missing pages'} fixed, with{' '}
          {plural(requests, 'failed request')} before and none since the merge.
        </p>
      )}
    </Tile>
  )
}
