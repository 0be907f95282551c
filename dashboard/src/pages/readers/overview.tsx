import type { Timeseries, ViewCounts } from '../../../../client/index.ts'
import { Loaded } from '../../components/states.tsx'
import { formatChange, formatDay, formatNumber, formatPercent } from '../../lib/format.ts'
import { lastDay } from '../../lib/range.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { Chart } from './chart.tsx'
import { FirstView } from './first-view.tsx'
import { type Question, agentFiltersOf, datesOf, intervalOf } from './question.ts'

/** The sums of the period beside those of the one before, and how they came about. */
export function Overview({ onLoaded, ...question }: Question & { onLoaded: (hasViews: boolean) => void }) {
  const { project, range, pathFilter, classFilter, agentFilter } = question
  const client = projectClient(project.projectId)
  const series = useRequest(async () => {
    const filters = { ...agentFiltersOf(question), interval: intervalOf(question) }
    const [current, before] = await Promise.all([
      client.getTimeseries({ ...datesOf(question), ...filters }),
      range.before && client.getTimeseries({ ...range.before, ...filters }),
    ])
    const hasViews = current.totals.total > 0 || (await client.getViews({ limit: 1 })).totals.total > 0
    onLoaded(hasViews)
    return { current, before, hasViews }
  }, [project.projectId, range.dateFrom, range.dateTo, pathFilter, classFilter, agentFilter])
  return (
    <Loaded answer={series} rows={7}>
      {({ current, before, hasViews }) =>
        hasViews ? <Sums question={question} current={current} before={before} /> : <FirstView project={project} />
      }
    </Loaded>
  )
}

function Sums({ question, current, before }: { question: Question; current: Timeseries; before: Timeseries | null }) {
  const { totals } = current
  const share = ({ ai, total }: ViewCounts) => (total === 0 ? 0 : ai / total)
  const then = before?.totals ?? null
  return (
    <>
      <dl class="sums">
        <Sum
          name={question.agentFilter === '' ? 'Views' : `Views by ${question.agentFilter}`}
          value={totals.total}
          before={then?.total ?? null}
        />
        {question.agentFilter === '' && (
          <>
            <Sum name="People" value={totals.human} before={then?.human ?? null} look="people" />
            <Sum name="AI" value={totals.ai} before={then?.ai ?? null} look="ai" />
            <div>
              <dt>Share of AI</dt>
              <dd>
                {formatPercent(share(totals))}
                {then && then.total > 0 && <span class="faint"> was {formatPercent(share(then))}</span>}
              </dd>
            </div>
          </>
        )}
      </dl>
      <Chart current={current} before={before} />
      <p class="faint">
        {question.range.dateFrom
          ? `${formatDay(question.range.dateFrom)} to ${formatDay(lastDay(question.range))}, in UTC, compared with as many days before.`
          : 'All time, by month, in UTC.'}
      </p>
      {current.keptSince && (
        <p class="notice">
          Views are kept by agent since {formatDay(current.keptSince)}. Earlier ones in this period are not counted here.
        </p>
      )}
    </>
  )
}

function Sum({ name, value, before, look }: { name: string; value: number; before: number | null; look?: string }) {
  const change = before === null ? null : formatChange(value, before)
  return (
    <div>
      <dt class={look}>{name}</dt>
      <dd>
        {formatNumber(value)}
        {before !== null && (
          <span class="faint" title={`${formatNumber(before)} before`}>
            {change === null ? ' none before' : ` ${change}`}
          </span>
        )}
      </dd>
    </div>
  )
}
