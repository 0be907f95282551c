import { formatShort } from '../../../lib/format.ts'
import type { Step } from '../../../lib/range.ts'
import type { Bar, Mark } from '../../../lib/series.ts'
import { EDGE_PX, formatTick, ticksUpTo } from './scale.ts'

const HEIGHT_PX = 232
/** Labels closer together than this run into each other. */
const LABEL_PX = 64

interface PlotProps {
  name: string
  bars: readonly Bar[]
  step: Step
  width: number
  marks: readonly Mark[]
  pointed: number | null
  onPoint: (index: number | null) => void
}

export function Plot({ name, bars, step, width, marks, pointed, onPoint }: PlotProps) {
  const ticks = ticksUpTo(Math.max(...bars.map(({ total, before }) => Math.max(total, before ?? 0))))
  const inner = { width: width - EDGE_PX.left - EDGE_PX.right, height: HEIGHT_PX - EDGE_PX.top - EDGE_PX.bottom }
  const slot = inner.width / Math.max(bars.length, 1)
  const x = (index: number) => EDGE_PX.left + index * slot
  const y = (value: number) => EDGE_PX.top + inner.height * (1 - value / ticks.at(-1)!)
  // Thin bars stand close together; few bars do not become walls.
  const thickness = Math.min(Math.max(slot * 0.72, slot - 6, 1), 56)
  const every = Math.ceil(LABEL_PX / slot)
  const before = bars.flatMap((bar, index) => (bar.before === null ? [] : [`${x(index) + slot / 2},${y(bar.before)}`]))
  const indexAt = (clientX: number, svg: Element) => {
    const index = Math.floor((clientX - svg.getBoundingClientRect().left - EDGE_PX.left) / slot)
    return index >= 0 && index < bars.length ? index : null
  }
  return (
    <svg
      class="plot"
      width={width}
      height={HEIGHT_PX}
      role="img"
      aria-label={name}
      onPointerMove={(event) => onPoint(indexAt(event.clientX, event.currentTarget))}
      onPointerLeave={() => onPoint(null)}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={EDGE_PX.left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text class="tick" x={EDGE_PX.left - 8} y={y(tick) + 4} text-anchor="end">
            {formatShort(tick)}
          </text>
        </g>
      ))}
      {pointed !== null && <rect class="pointed" x={x(pointed)} y={EDGE_PX.top} width={slot} height={inner.height} />}
      {bars.map((bar, index) => (
        <g key={bar.time} class={bar.isPartial ? 'bar partial' : 'bar'}>
          <Piece kind="people" x={x(index) + (slot - thickness) / 2} width={thickness} top={y(bar.human)} foot={y(0)} />
          <Piece kind="ai" x={x(index) + (slot - thickness) / 2} width={thickness} top={y(bar.total)} foot={y(bar.human)} />
        </g>
      ))}
      {before.length > 1 && <polyline class="before" points={before.join(' ')} />}
      {bars.map(
        (bar, index) =>
          index % every === 0 && (
            <text key={bar.time} class="tick" x={x(index) + slot / 2} y={HEIGHT_PX - 4} text-anchor={anchor(index, bars, slot)}>
              {formatTick(bar.time, step)}
            </text>
          ),
      )}
      {bars.map((bar, index) => {
        const here = marks.filter(({ at }) => at >= bar.time && at < bar.end)
        if (here.length === 0) return null
        const kind = here.some((mark) => mark.kind === 'note') ? 'note' : 'merge'
        return <circle key={bar.time} class={`happened ${kind}`} cx={x(index) + slot / 2} cy={y(0)} r={4} />
      })}
    </svg>
  )
}

/** A label at an end stays within the picture. */
function anchor(index: number, bars: readonly Bar[], slot: number): 'start' | 'middle' | 'end' {
  if (index === bars.length - 1 && slot < LABEL_PX) return 'end'
  return index === 0 && slot < LABEL_PX / 2 ? 'start' : 'middle'
}

function Piece({ kind, x, width, top, foot }: { kind: string; x: number; width: number; top: number; foot: number }) {
  return foot - top > 0 ? <rect class={kind} x={x} y={top} width={width} height={foot - top} /> : null
}
