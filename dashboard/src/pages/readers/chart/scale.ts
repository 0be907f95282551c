import type { Step } from '../../../lib/range.ts'

/** Room for the numbers on the left, the times below, and half a line above the highest tick. */
export const EDGE_PX = { left: 40, right: 4, top: 8, bottom: 22 }

/** The middle of a bar, from the left edge of the picture. */
export function centerOf(index: number, count: number, width: number): number {
  return EDGE_PX.left + ((index + 0.5) / count) * (width - EDGE_PX.left - EDGE_PX.right)
}

/** Round numbers from 0 up to at least the given one, few enough to be read. */
export function ticksUpTo(max: number): number[] {
  const rough = Math.max(max, 4) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!,
  )
  const whole = Math.ceil(step)
  return Array.from({ length: Math.ceil(Math.max(max, 1) / whole) + 1 }, (_, index) => index * whole)
}

/** Wall time is written as if it were on UTC. */
const UTC = { timeZone: 'UTC' } as const
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...UTC })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...UTC })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...UTC })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', ...UTC })
const wholeMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', ...UTC })

/** On the axis, where room is short. */
export function formatTick(time: number, step: Step): string {
  return (step === 'hour' ? hour : step === 'month' ? month : day).format(time)
}

/** For one bar in words. */
export function formatSpan(time: number, end: number, step: Step): string {
  if (step === 'month') return wholeMonth.format(time)
  if (step === 'hour') return `${day.format(time)}, ${hour.format(time)} to ${hour.format(end)}`
  return step === 'day' ? weekday.format(time) : `${day.format(time)} to ${day.format(end - 1)}`
}
