import type { Project, Realtime as RealtimeAnswer } from '../../../../client/index.ts'
import { formatNumber } from '../../lib/format.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

/** How often the service is asked. While nothing changes, it answers without a body. */
const POLL_MS = 10_000

/** The last 30 minutes, live. Quiet sites have nothing to show. */
export function Realtime({ project }: { project: Project }) {
  const { projectId } = project
  const { data } = useRequest(() => projectClient(projectId).getRealtime({ limit: 3 }), [projectId], POLL_MS)
  if (!data || data.totals.total === 0) return null
  return (
    <section class="realtime" aria-label="Last 30 minutes">
      <Minutes minutes={data.minutes} />
      <p>
        <strong>Last 30 minutes:</strong> {formatNumber(data.totals.human)} by people, {formatNumber(data.totals.ai)} by AI
        <span class="faint"> · {data.pages.map(({ path, total }) => `${path} ${formatNumber(total)}`).join(' · ')}</span>
      </p>
    </section>
  )
}

function Minutes({ minutes }: Pick<RealtimeAnswer, 'minutes'>) {
  const max = minutes.reduce((most, { total }) => Math.max(most, total), 1)
  const height = (count: number) => `${(count / max) * 100}%`
  return (
    <span class="realtime-minutes" aria-hidden="true">
      {minutes.map(({ time, human, ai }) => (
        <span key={time}>
          <span class="ai" style={{ height: height(ai) }} />
          <span class="people" style={{ height: height(human) }} />
        </span>
      ))}
    </span>
  )
}
