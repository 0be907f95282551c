import type { Job, Misses, Project } from '../../../../client/index.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { nextDay } from '../../lib/range.ts'
import { projectClient } from '../../lib/session.ts'
import { toWall, zoneOf } from '../../lib/zone.ts'
import { useRequest } from '../../lib/use-request.ts'

type Miss = Misses['misses'][number]

interface OutcomeProps {
  project: Project
  miss: Miss
  job: Job
}

/**
 * Whether it helped. What counts is the merge, from which on readers get the change; a code host that does not tell when that was
 * leaves the end of the job.
 */
export function Outcome({ project, miss, job }: OutcomeProps) {
  const { state = null, mergedAt = null } = job.pullRequest ?? {}
  if (mergedAt !== null) {
    if (miss.lastSeen <= mergedAt) return <div class="good">No requests since the merge; {formatNumber(miss.total)} before</div>
    return <SinceMerge project={project} miss={miss} mergedAt={mergedAt} />
  }
  const endedAt = job.messages?.at(-1)?.finishedAt
  if (!endedAt || !job.prLink || state === 'open' || state === 'closed') return null
  return miss.lastSeen > endedAt ? (
    <div class="faint">Still requested after the job ended</div>
  ) : (
    <div class="good">No requests after the job ended</div>
  )
}

/** Requests are kept by the day: those of the day of the merge itself can’t be told apart. */
function SinceMerge({ project, miss, mergedAt }: { project: Project; miss: Miss; mergedAt: string }) {
  const { projectId } = project
  const dateFrom = nextDay(toWall(Date.parse(mergedAt), zoneOf(project)))
  const later = useRequest(
    async () => (await projectClient(projectId).getMisses({ path: miss.path, dateFrom, limit: 1 })).misses[0]?.total ?? 0,
    [projectId, miss.path, dateFrom],
  )
  if (later.data === null) return <div class="faint">Requested since the merge</div>
  return (
    <div class="faint">
      {later.data === 0
        ? 'Requested on the day of the merge, not after it'
        : `Requested ${plural(later.data, 'time')} after the day of the merge`}
    </div>
  )
}
