import { formatDateTime, formatRelative } from '../lib/format.ts'
import { now } from '../lib/now.ts'

/** How long ago, with the moment itself on a tooltip or, with `both`, behind it. */
export function Time({ at, both = false }: { at: string; both?: boolean }) {
  const absolute = formatDateTime(at)
  return (
    <time dateTime={at} title={absolute}>
      {formatRelative(at, now.value)}
      {both && <span class="faint"> · {absolute}</span>}
    </time>
  )
}
