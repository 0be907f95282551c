const wholeNumber = new Intl.NumberFormat('en')
const shortNumber = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })
const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const dateOnly = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const timeOnly = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

export const formatNumber = (value: number): string => wholeNumber.format(value)
export const formatShort = (value: number): string => shortNumber.format(value)
export const formatPercent = (value: number): string => percent.format(value)
export const formatDollars = (value: number): string => dollars.format(value)
export const formatDateTime = (time: string): string => dateAndTime.format(new Date(time))
/** A day, written as a date or as midnight. */
export const formatDay = (time: string): string => dateOnly.format(new Date(time))
export const formatClock = (time: string): string => timeOnly.format(new Date(time))

/** Where a unit becomes too large to be told in the one before. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export function formatRelative(time: string, from: number): string {
  const seconds = (Date.parse(time) - from) / 1000
  for (const [unit, length] of UNITS) if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  return 'just now'
}

/** How a number changed, such as `+12%` or `14×`; null when there was nothing to compare with. */
export function formatChange(value: number, before: number): string | null {
  if (before === 0) return null
  // Percentages of four digits are read as noise.
  if (value / before >= 10) return `${formatShort(Math.round(value / before))}×`
  const change = Math.round(((value - before) / before) * 100)
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change)}%`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

export function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0]!.trim()
}

/** Who sent a message, at the beginning of a line. */
export function nameAsker(askedBy: string): string {
  return askedBy.replace(/^the key/, 'Key')
}

/** Who started a job; null where that isn't known. */
export function askerOf({ messages }: { messages?: { askedBy: string | null }[] }): string | null {
  const asker = messages?.[0]?.askedBy ?? null
  return asker === null ? null : nameAsker(asker)
}
