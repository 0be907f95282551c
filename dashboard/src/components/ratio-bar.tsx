import { formatPercent } from '../lib/format.ts'

/** How many of the readers are people, how many AI. */
export function RatioBar({ human, ai }: { human: number; ai: number }) {
  const share = human + ai === 0 ? 0 : ai / (human + ai)
  return (
    <span class="ratio" role="img" aria-label={`${formatPercent(1 - share)} people, ${formatPercent(share)} AI`}>
      <span class="ratio-ai" style={{ width: `${share * 100}%` }} />
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
