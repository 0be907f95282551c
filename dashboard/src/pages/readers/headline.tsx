import type { Timeseries, Visitors } from '../../../../client/index.ts'
import { Choice } from '../../components/fields.tsx'
import { Loaded } from '../../components/states.tsx'
import { Stat } from '../../components/stat.tsx'
import { formatDay, formatPercent, plural } from '../../lib/format.ts'
import { type Step, lastDay } from '../../lib/range.ts'
import { setQuery } from '../../lib/router.ts'
import { isComparable, toBars } from '../../lib/series.ts'
import { zoneOf } from '../../lib/zone.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { Chart } from './chart/chart.tsx'
import { FirstView } from './first-view.tsx'
import { type Question, agentFiltersOf, datesOf, intervalOf } from './question.ts'
import { useMarks } from './use-marks.ts'

/** How often numbers that still grow are asked for again. */
const POLL_MS = 30_000

const STEPS: Record<Step, string> = { hour: 'Hours', day: 'Days', week: 'Weeks', month: 'Months' }

interface HeadlineProps extends Question {
  now: number
  onLoaded: (hasViews: boolean) => void
}

/** The sums of the period beside those of the one before, and how they came about. */
export function Headline({ onLoaded, now, ...question }: HeadlineProps) {
  const { project, range, pathFilter, classFilter, agentFilter } = question
  const client = projectClient(project.projectId)
  const isWholeSite = pathFilter === '' && agentFilter === '' && classFilter !== 'ai'
  const isRunning = range.dateTo === undefined || Date.parse(range.dateTo) > now
  const numbers = useRequest(
    async () => {
      const filters = { ...agentFiltersOf(question), interval: intervalOf(question) }
      const [current, before, visitors] = await Promise.all([
        client.getTimeseries({ ...datesOf(question), ...filters }),
        range.before && client.getTimeseries({ ...range.before, ...filters }),
        isWholeSite ? client.getVisitors(datesOf(question)) : null,
      ])
      const hasViews = current.totals.total > 0 || (await client.getViews({ limit: 1 })).totals.total > 0
      onLoaded(hasViews)
      return { current, before: isComparable(before) ? before : null, visitors, hasViews }
    },
    [project.projectId, range.dateFrom, range.dateTo, range.step, pathFilter, classFilter, agentFilter],
    isRunning ? POLL_MS : null,
  )
  const marks = useMarks(project, range)
  return (
    <div class="headline">
      <Loaded answer={numbers} rows={8}>
        {({ current, before, visitors, hasViews }) =>
          hasViews ? (
            <>
              <Sums question={question} current={current} before={before} visitors={visitors} />
              {range.steps.length > 1 && (
                <div class="chart-steps">
                  <Choice
                    legend="Length of a bar"
                    value={range.step}
                    options={range.steps.map((step) => [step, STEPS[step]] as const)}
                    onChange={(by) => setQuery({ by })}
                  />
                </div>
              )}
              <Chart
                bars={toBars(current, before, range, now)}
                totals={current.totals}
                step={range.step}
                kinds={
                  agentFilter !== '' || classFilter === 'ai' ? ['ai'] : classFilter === 'human' ? ['people'] : ['people', 'ai']
                }
                marks={marks}
              />
              <p class="faint">{describePeriod(question, before !== null, isRunning)}</p>
              {current.keptSince && (
                <p class="notice">
                  Docwright keeps views by agent since {formatDay(current.keptSince)}. Earlier views in this period aren’t
                  included.
                </p>
              )}
            </>
          ) : (
            <FirstView project={project} onFirstView={() => void numbers.reload()} />
          )
        }
      </Loaded>
    </div>
  )
}

interface SumsProps {
  question: Question
  current: Timeseries
  before: Timeseries | null
  visitors: Visitors | null
}

function Sums({ question: { agentFilter, classFilter }, current: { totals }, before, visitors }: SumsProps) {
  const then = before?.totals ?? null
  const days = visitors?.visitors ?? []
  const average = days.length === 0 ? null : Math.round(days.reduce((sum, day) => sum + day.visitors, 0) / days.length)
  const share = totals.total === 0 ? 0 : totals.ai / totals.total
  return (
    <dl class="sums">
      <Stat name={agentFilter === '' ? 'Views' : `Views by ${agentFilter}`} value={totals.total} before={then?.total ?? null} />
      {agentFilter === '' && classFilter === 'all' && (
        <>
          <Stat name="People" value={totals.human} before={then?.human ?? null} look="people" />
          <Stat name="AI" value={totals.ai} before={then?.ai ?? null} look="ai" />
          <div>
            <dt>AI share</dt>
            <dd>
              {formatPercent(share)}
              {then && then.total > 0 && <span class="faint">{formatPercent(then.ai / then.total)} before</span>}
            </dd>
          </div>
        </>
      )}
      {average !== null && <Stat name={days.length === 1 ? 'Visitors' : 'Visitors per day'} value={average} before={null} />}
    </dl>
  )
}

function describePeriod({ project, range }: Question, isCompared: boolean, isRunning: boolean): string {
  const zone = zoneOf(project)
  if (range.dateFrom === undefined || range.days === null)
    return `All time, by month (${zone}). The current month is still running.`
  const last = lastDay(range)
  const period = range.days === 1 ? formatDay(last) : `${formatDay(range.dateFrom)} to ${formatDay(last)}`
  if (!isCompared) return `${period} (${zone}). There isn’t a full period before it to compare with.`
  const before = range.days === 1 ? 'the day before' : `the previous ${plural(range.days, 'day')}`
  return `${period} (${zone}), compared with ${before}${isRunning ? ' up to the same hour' : ''}.`
}
