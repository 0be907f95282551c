import type { ViewEvent } from '../event.ts'

/**
 * Why a line of a log gives no event.
 *
 * `not-in-format` says that the line is of some other format. The others name a line that has the shape of the format but
 * no request that anybody could count: a time-out without a request, a TLS handshake on a plain port, a broken date.
 */
export type Unreadable = 'not-in-format' | 'no-request' | 'garbage-request' | 'bad-time' | 'too-long'

export type ParsedLine = ViewEvent | Unreadable

/** One way of writing a request on a line. All of them are pure: the same line always gives the same event. */
export interface LogFormat {
  readonly name: string
  parse(line: string): ParsedLine
  /**
   * The format of the lines after a `#` line, for formats that describe themselves; null when the line says nothing to
   * this format. A new format instead of a changed one, so that a parser has no state that two files could share.
   */
  afterDirective?(line: string): LogFormat | null
}

export function isEvent(parsed: ParsedLine): parsed is ViewEvent {
  return typeof parsed !== 'string'
}
