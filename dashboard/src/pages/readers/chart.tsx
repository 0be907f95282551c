import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import type { Interval, Timeseries } from '../../../../client/index.ts'
import { Table } from '../../components/table.tsx'
import { formatDay, formatDateTime, formatNumber, formatShort } from '../../lib/format.ts'

const HEIGHT_PX = 220

/** People and AI over time, and faintly the sum of the period before. The numbers are below it as a table. */
export function Chart({ current, before }: { current: Timeseries; before: Timeseries | null }) {
  const place = useRef<HTMLDivElement>(null)
  const keys = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const [element, names] = [place.current!, keys.current!]
    let isGone = false
    let plot: uPlot | null = null
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const size = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    // Only this page draws, so only this page loads what draws.
    const draw = async () => {
      const { default: Plot } = await import('uplot')
      if (isGone) return
      plot?.destroy()
      plot = new Plot(options(element, names, current.interval), toColumns(current, before), element)
    }
    const redraw = () => void draw()
    redraw()
    dark.addEventListener('change', redraw)
    size.observe(element)
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
      <span ref={keys} class="chart-colors" aria-hidden="true">
        <i class="people" />
        <i class="ai" />
        <i class="then" />
        <i class="grid" />
      </span>
      <div ref={place} class="chart-place" role="img" aria-label={name} />
      <details>
        <summary>As a table</summary>
        <Table
          caption={name}
          columns={[
            { name: 'Time' },
            { name: 'People', isNumber: true },
            { name: 'AI', isNumber: true },
            { name: 'All', isNumber: true },
          ]}
        >
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

/** Colours come from the style sheet: a canvas has none of its own. */
function options(place: HTMLElement, keys: HTMLElement, interval: Interval): uPlot.Options {
  const colorOf = (name: string) => getComputedStyle(keys.querySelector(`.${name}`) ?? keys).color
  const [people, ai, then, ink, grid] = [
    colorOf('people'),
    colorOf('ai'),
    colorOf('then'),
    getComputedStyle(keys).color,
    colorOf('grid'),
  ]
  const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: '12px system-ui' }
  const value = (_: uPlot, number: number | null) => (number === null ? '–' : formatNumber(number))
  return {
    width: place.clientWidth,
    height: HEIGHT_PX,
    tzDate: (seconds) => utc(seconds),
    cursor: { y: false, points: { size: 6 } },
    legend: { markers: { width: 0, fill: (_, index) => [ink, people, ai, then][index]! } },
    scales: { y: { range: (_, _min, max) => [0, Math.max(max * 1.08, 4)] } },
    axes: [
      { ...axis, values: (_, ticks, _axis, _space, step) => ticks.map((tick) => formatTick(tick, step)) },
      { ...axis, size: 48, values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? formatShort(tick) : '')) },
    ],
    series: [
      {
        label: 'Time',
        value: (_, time) =>
          time === null ? '–' : interval === 'hour' ? formatTick(time, 3600) : formatDay(new Date(time * 1000).toISOString()),
      },
      { label: 'People', stroke: people, width: 2, value, points: { show: false } },
      { label: 'AI', stroke: ai, width: 2, value, points: { show: false } },
      { label: 'All, before', stroke: then, width: 1, dash: [4, 4], value, points: { show: false } },
    ],
  }
}

const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function formatTick(seconds: number, step: number): string {
  const format = step < 86_400 ? hours : step < 28 * 86_400 ? days : months
  return format.format(seconds * 1000)
}

/** A date whose local parts are those of UTC, in which the service counts. */
function utc(seconds: number): Date {
  const date = new Date(seconds * 1000)
  return new Date(date.getTime() + date.getTimezoneOffset() * 60_000)
}
