import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import type { Timeseries } from '../../../../client/index.ts'
import { Table } from '../../components/table.tsx'
import { formatDay, formatDateTime, formatNumber, formatShort } from '../../lib/format.ts'

const HEIGHT_PX = 220

/** People and AI over time, and faintly the sum of the period before. The numbers are below it as a table. */
export function Chart({ current, before }: { current: Timeseries; before: Timeseries | null }) {
  const place = useRef<HTMLDivElement>(null)
  const keys = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    let isGone = false
    let plot: uPlot | null = null
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const size = new ResizeObserver(() => plot?.setSize({ width: place.current!.clientWidth, height: HEIGHT_PX }))
    // Only this page draws, so only this page loads what draws.
    const draw = async () => {
      const { default: Plot } = await import('uplot')
      if (isGone || !place.current) return
      plot?.destroy()
      plot = new Plot(options(place.current, keys.current!), toColumns(current, before), place.current)
    }
    const redraw = () => void draw()
    redraw()
    dark.addEventListener('change', redraw)
    size.observe(place.current!)
    return () => {
      isGone = true
      dark.removeEventListener('change', redraw)
      size.disconnect()
      plot?.destroy()
    }
  }, [current, before])
  const name = `Views over time: ${formatNumber(current.totals.human)} by people, ${formatNumber(current.totals.ai)} by AI`
  return (
    <figure class="chart">
      <p ref={keys} class="chart-keys" aria-hidden="true">
        <span class="people">People</span>
        <span class="ai">AI</span>
        {before && <span class="then">All, the period before</span>}
        <span class="grid-color" />
      </p>
      <div ref={place} class="chart-place" role="img" aria-label={name} />
      <details>
        <summary>As a table</summary>
        <Table caption={name} columns={[{ name: 'Time' }, { name: 'People', isNumber: true }, { name: 'AI', isNumber: true }, { name: 'All', isNumber: true }]}>
          {current.timeseries.map((step) => (
            <tr key={step.time}>
              <th scope="row">{current.interval === 'hour' ? formatDateTime(step.time) : formatDay(step.time)}</th>
              <td class="number">{formatNumber(step.human)}</td>
              <td class="number">{formatNumber(step.ai)}</td>
              <td class="number">{formatNumber(step.total)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  )
}

function toColumns(current: Timeseries, before: Timeseries | null): uPlot.AlignedData {
  const steps = current.timeseries
  return [
    steps.map((step) => Date.parse(step.time) / 1000),
    steps.map((step) => step.human),
    steps.map((step) => step.ai),
    steps.map((_, index) => before?.timeseries[index]?.total ?? null),
  ]
}

/** Colours come from the style sheet: those that the names of the lines have. */
function options(place: HTMLElement, keys: HTMLElement): uPlot.Options {
  const colorOf = (name: string) => getComputedStyle(keys.querySelector(`.${name}`) ?? keys).color
  const [people, ai, then, ink, grid] = [colorOf('people'), colorOf('ai'), colorOf('then'), getComputedStyle(keys).color, colorOf('grid-color')]
  const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: '12px system-ui' }
  const value = (_: uPlot, number: number | null) => (number === null ? '–' : formatNumber(number))
  return {
    width: place.clientWidth,
    height: HEIGHT_PX,
    tzDate: (seconds) => utc(seconds),
    cursor: { y: false, points: { size: 6 } },
    legend: { live: true },
    scales: { y: { range: (_, _min, max) => [0, Math.max(max * 1.08, 4)] } },
    axes: [axis, { ...axis, size: 48, values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? formatShort(tick) : '')) }],
    series: [
      {},
      { label: 'People', stroke: people, width: 2, value, points: { show: false } },
      { label: 'AI', stroke: ai, width: 2, value, points: { show: false } },
      { label: 'Before', stroke: then, width: 1, dash: [4, 4], value, points: { show: false } },
    ],
  }
}

/** A date whose local parts are those of UTC, in which the service counts. */
function utc(seconds: number): Date {
  const date = new Date(seconds * 1000)
  return new Date(date.getTime() + date.getTimezoneOffset() * 60_000)
}
