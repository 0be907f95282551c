import { formatPercent } from '../lib/format.ts'

interface RatioBarProps {
  human: number
  ai: number
  /** The total of the longest bar beside this one. */
  max: number
}

/** How many of the readers are people, how many AI; as long as there are many of them. */
export function RatioBar({ human, ai, max }: RatioBarProps) {
  const total = human + ai
  const share = total === 0 ? 0 : ai / total
  return (
    <span class="ratio-place" role="img" aria-label={`${formatPercent(1 - share)} people, ${formatPercent(share)} AI`}>
      <span class="ratio" style={{ width: `${max === 0 ? 0 : Math.max((total / max) * 100, 1)}%` }}>
        <span class="ratio-ai" style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

/** A part of the largest, behind a number. */
export function Meter({ value, max }: { value: number; max: number }) {
  return (
    <span class="meter" aria-hidden="true">
      <span style={{ width: `${max === 0 ? 0 : (value / max) * 100}%` }} />
    </span>
  )
}
