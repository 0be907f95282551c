import { useState } from 'preact/hooks'
import type { ViewCounts } from '../../../../../client/index.ts'
import { Table } from '../../../components/table.tsx'
import { useWidth } from '../../../components/use-width.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { Step } from '../../../lib/range.ts'
import type { Bar, Mark } from '../../../lib/series.ts'
import { Plot } from './plot.tsx'
import { centerOf, formatSpan } from './scale.ts'
import { Tooltip } from './tooltip.tsx'

interface ChartProps {
  bars: Bar[]
  totals: ViewCounts
  step: Step
  /** What is counted; one agent has no people beside it. */
  kinds: readonly ('people' | 'ai')[]
  marks: readonly Mark[]
}

/** People and AI over time, one upon the other, so that the height of a bar is the total. The numbers are below it as a table. */
export function Chart({ bars, totals, step, kinds, marks }: ChartProps) {
  const { place, width } = useWidth<HTMLDivElement>()
  const [index, setIndex] = useState<number | null>(null)
  const name = `Views over time: ${formatNumber(totals.human)} by people, ${formatNumber(totals.ai)} by AI`
  const hasBefore = bars.some(({ before }) => before !== null)
  const pointed = index === null ? null : (bars[index] ?? null)
  return (
    <figure class="chart">
      <ul class="legend" aria-label="Legend">
        {kinds.includes('people') && <li class="people">People</li>}
        {kinds.includes('ai') && <li class="ai">AI</li>}
        {hasBefore && <li class="before">Total, previous period</li>}
        {marks.some(({ kind }) => kind === 'merge') && <li class="happened merge">Merged pull request</li>}
        {marks.some(({ kind }) => kind === 'note') && <li class="happened note">Note</li>}
      </ul>
      <div ref={place} class="chart-place">
        {width > 0 && <Plot name={name} bars={bars} step={step} width={width} marks={marks} pointed={index} onPoint={setIndex} />}
        {pointed && <Tooltip bar={pointed} step={step} at={centerOf(index!, bars.length, width)} width={width} marks={marks} />}
      </div>
      <details>
        <summary>Show as a table</summary>
        <Table
          caption={name}
          columns={[
            { name: 'Time' },
            { name: 'People', isNumber: true },
            { name: 'AI', isNumber: true },
            { name: 'Total', isNumber: true },
            ...(hasBefore ? [{ name: 'Previous period', isNumber: true }] : []),
          ]}
        >
          {bars.map((bar) => (
            <tr key={bar.time}>
              <th scope="row">{formatSpan(bar.time, bar.end, step)}</th>
              <td class="number">{formatNumber(bar.human)}</td>
              <td class="number">{formatNumber(bar.ai)}</td>
              <td class="number">{formatNumber(bar.total)}</td>
              {hasBefore && <td class="number">{bar.before === null ? '–' : formatNumber(bar.before)}</td>}
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  )
}
