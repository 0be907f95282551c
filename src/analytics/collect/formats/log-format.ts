import type { ViewEvent } from '../event.ts'
import type { ContextNumbers } from './scan/context-numbers.ts'

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
  /** For formats of which there are logs of many millions of lines: finds the parts of a usual line without making a text of it. */
  createScanner?(): LineScanner
}

/**
 * Looks at one line after the other, and says where the parts are in its bytes. The numbers are of the last line for which `scan` was true;
 * its method is in capitals, its target begins with `/`, and all of it means what it says, without an escape.
 */
export interface LineScanner {
  /**
   * The place behind the line break; -1 when the line is not a usual one: then `parse` has to read it.
   *
   * @param view Of the same bytes.
   * @param to A line that ends behind it is left to `parse`. There is a line break somewhere in the bytes from here on.
   */
  scan(bytes: Buffer, view: DataView, from: number, to: number): number
  time: number
  isGet: boolean
  status: number
  addressFrom: number
  addressTo: number
  targetFrom: number
  targetTo: number
  /** Nothing, or `-`, when there is none. */
  referrerFrom: number
  referrerTo: number
  /** As with the referrer. */
  agentFrom: number
  agentTo: number
  /** Stands for all else that the line says: two lines with the same number have the same host, headers and type of the answer. */
  context: number
  /** Left out where lines say nothing else. */
  contexts?: ContextNumbers
}

export function isEvent(parsed: ParsedLine): parsed is ViewEvent {
  return typeof parsed !== 'string'
}
