import { formatChange, formatNumber } from '../lib/format.ts'

interface StatProps {
  name: string
  value: number
  /** Null where there is nothing to compare with. */
  before: number | null
  look?: 'people' | 'ai'
}

/** A number with how it changed. It stands in a definition list. */
export function Stat({ name, value, before, look }: StatProps) {
  const change = before === null ? null : formatChange(value, before)
  const direction = before === null || value === before ? 'faint' : value > before ? 'up' : 'down'
  return (
    <div>
      <dt class={look}>{name}</dt>
      <dd>
        {formatNumber(value)}
        {change !== null && (
          <span class={direction} title={`${formatNumber(before!)} before`}>
            {change}
          </span>
        )}
      </dd>
    </div>
  )
}
