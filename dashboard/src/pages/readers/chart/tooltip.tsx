import { formatNumber } from '../../../lib/format.ts'
import type { Step } from '../../../lib/range.ts'
import type { Bar, Mark } from '../../../lib/series.ts'
import { formatSpan } from './scale.ts'

interface TooltipProps {
  bar: Bar
  step: Step
  at: number
  width: number
  marks: readonly Mark[]
}

/** The numbers of the bar under the pointer. The table below has the same ones for those who don't use one. */
export function Tooltip({ bar, step, at, width, marks }: TooltipProps) {
  const here = marks.filter((mark) => mark.at >= bar.time && mark.at < bar.end)
  return (
    <div class={at > width / 2 ? 'tooltip left' : 'tooltip'} style={{ left: `${at}px` }} aria-hidden="true">
      <strong>
        {formatSpan(bar.time, bar.end, step)}
        {bar.isPartial && <span class="faint"> · partial</span>}
      </strong>
      <dl>
        <dt class="ai">AI</dt>
        <dd>{formatNumber(bar.ai)}</dd>
        <dt class="people">People</dt>
        <dd>{formatNumber(bar.human)}</dd>
        <dt>Total</dt>
        <dd>{formatNumber(bar.total)}</dd>
        {bar.before !== null && (
          <>
            <dt>Previous period</dt>
            <dd>{formatNumber(bar.before)}</dd>
          </>
        )}
      </dl>
      {here.map(({ id, kind, text }) => (
        <p key={id} class={`happened ${kind}`}>
          {text}
        </p>
      ))}
    </div>
  )
}
