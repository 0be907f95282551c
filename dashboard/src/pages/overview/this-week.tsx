import type { Project } from '../../../../client/index.ts'
import { Link } from '../../components/link.tsx'
import { Loaded } from '../../components/states.tsx'
import { Stat } from '../../components/stat.tsx'
import { formatPercent } from '../../lib/format.ts'
import { wallNow } from '../../lib/now.ts'
import { datesOf, readRange } from '../../lib/range.ts'
import { paths } from '../../lib/router.ts'
import { isComparable, toBars } from '../../lib/series.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { Chart } from '../readers/chart/chart.tsx'

const POLL_MS = 60_000
const WEEK = new URLSearchParams('range=7d')

/** People and AI of the last seven days beside the seven days before. */
export function ThisWeek({ project }: { project: Project }) {
  const { projectId } = project
  const now = wallNow(project)
  const range = readRange(WEEK, now)
  const numbers = useRequest(
    async () => {
      const client = projectClient(projectId)
      const [current, before] = await Promise.all([
        client.getTimeseries({ ...datesOf(range), interval: 'day' }),
        client.getTimeseries({ ...range.before!, interval: 'day' }),
      ])
      return { current, before: isComparable(before) ? before : null }
    },
    [projectId, range.dateFrom],
    POLL_MS,
  )
  return (
    <section class="this-week" aria-label="This week">
      <div class="section-head">
        <h2>Last 7 days</h2>
        <Link to={`${paths.readers(projectId)}?range=7d`}>All numbers</Link>
      </div>
      <Loaded answer={numbers} rows={8}>
        {({ current, before }) => {
          const { human, ai, total } = current.totals
          const then = before?.totals ?? null
          return (
            <>
              <dl class="sums">
                <Stat name="People" value={human} before={then?.human ?? null} look="people" />
                <Stat name="AI" value={ai} before={then?.ai ?? null} look="ai" />
                <div>
                  <dt>AI share</dt>
                  <dd>
                    {formatPercent(total === 0 ? 0 : ai / total)}
                    {then && then.total > 0 && <span class="faint">{formatPercent(then.ai / then.total)} before</span>}
                  </dd>
                </div>
              </dl>
              <Chart
                bars={toBars(current, before, range, now)}
                totals={current.totals}
                step={range.step}
                kinds={['people', 'ai']}
                marks={[]}
              />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
