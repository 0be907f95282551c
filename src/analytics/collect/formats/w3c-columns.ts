import { parseTime } from '../../time.ts'
import type { ViewEvent } from '../event.ts'
import { toAddress, withoutPort } from './address.ts'
import { keepHeaders } from './kept-headers.ts'
import type { LogFormat, ParsedLine } from './log-format.ts'
import { isTarget } from './request-line.ts'

/** How one kind of W3C log differs from the others. */
export interface W3cKind {
  name: string
  separator: ' ' | '\t'
  /** What `+` or `%20` in a header value stands for. */
  decode(value: string): string
  /** True when a `#Fields` line is of this kind. */
  isOwn(fields: readonly string[]): boolean
}

/** What decides how the following lines are read. All of it comes from `#` lines. */
interface Header {
  fields: readonly string[] | null
  /** `YYYY-MM-DD` of the last `#Date`, for logs that do not repeat it on each line. */
  date: string | null
}

const TIME = /^\d{1,2}:\d\d:\d\d(?:\.\d+)?$/

/**
 * A format of named columns (W3C working draft WD-logfile, www.w3.org/TR/WD-logfile): the `#Fields` line names them, and
 * may come again with other names in the middle of a file. Dates and times are UTC.
 */
export function createW3cFormat(kind: W3cKind, header: Header = { fields: null, date: null }): LogFormat {
  const columns = header.fields && toColumns(header.fields)
  return {
    name: kind.name,
    parse: (line) => (columns ? parseColumns(line, kind, columns, header.date) : 'not-in-format'),
    afterDirective: (line) => readDirective(line, kind, header),
  }
}

function readDirective(line: string, kind: W3cKind, header: Header): LogFormat | null {
  const [, name = '', value = ''] = /^#\s*([\w-]+):\s*(.*)$/.exec(line) ?? []
  if (name.toLowerCase() === 'date') {
    return createW3cFormat(kind, { ...header, date: /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? header.date })
  }
  if (name.toLowerCase() !== 'fields') return null
  const fields = value.trim().split(/\s+/)
  return kind.isOwn(fields) ? createW3cFormat(kind, { ...header, fields }) : null
}

interface Columns {
  count: number
  /** Where a field is, by its name in lower case with `cs(Name)` and `cs-name` as one. */
  at: ReadonlyMap<string, number>
  /** The request headers among them. */
  headers: readonly (readonly [header: string, column: number])[]
}

function toColumns(fields: readonly string[]): Columns {
  const at = new Map<string, number>()
  const headers: [string, number][] = []
  for (const [column, field] of fields.entries()) {
    const name = field.toLowerCase()
    const header = /^cs\((.+)\)$/.exec(name)?.[1]
    if (header !== undefined) headers.push([header, column])
    const key = header === undefined ? name : `cs-${header}`
    if (!at.has(key)) at.set(key, column)
  }
  return { count: fields.length, at, headers }
}

function parseColumns(line: string, kind: W3cKind, columns: Columns, date: string | null): ParsedLine {
  const values = splitColumns(line, kind.separator, columns.count)
  // One space at the end is common; a column less or more shifts all that follow, so nothing in the line can be trusted.
  if (values.length !== columns.count && !(values.length === columns.count + 1 && values.at(-1) === '')) return 'not-in-format'
  const value = (name: string): string | undefined => {
    const column = columns.at.get(name)
    const text = column === undefined ? undefined : values[column]
    return text === '-' || text === '' ? undefined : text
  }
  const time = readTime(value('date') ?? date, value('time'))
  if (Number.isNaN(time)) return 'bad-time'
  const stem = value('cs-uri-stem') ?? value('cs-uri')
  const method = value('cs-method') ?? 'GET'
  if (stem === undefined) return 'no-request'
  if (!isTarget(stem, method)) return 'garbage-request'
  const query = value('cs-uri-query')
  const agent = value('cs-user-agent')
  const referrer = value('cs-referer')
  const status = value('sc-status')
  const event: ViewEvent = {
    time,
    ...toAddress(
      value('x-host-header') ?? value('cs-host'),
      query === undefined ? stem : `${stem}?${query}`,
      value('cs-protocol'),
    ),
    method,
    status: status !== undefined && /^\d{3}$/.test(status) ? Number(status) : undefined,
    referrer: referrer && kind.decode(referrer),
    userAgent: columns.at.has('cs-user-agent') ? kind.decode(agent ?? '') : undefined,
    ip: withoutPort(value('c-ip')),
    headers: keepHeaders(columns.headers.map(([header, column]) => [header, kind.decode(values[column]!)])),
  }
  return event
}

/** IIS quotes a cookie that has spaces in it, and Advanced Logging all texts; only such a line has more columns than there are names. */
function splitColumns(line: string, separator: string, count: number): string[] {
  const values = line.split(separator)
  if (!line.includes('"')) return values
  const whole = values.length === count ? values : joinQuoted(values, separator)
  return whole.map((value) => (value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value))
}

function joinQuoted(values: readonly string[], separator: string): string[] {
  const whole: string[] = []
  let open: string[] = []
  for (const value of values) {
    const isBegun = open.length > 0
    if (isBegun || (value.startsWith('"') && (value.length === 1 || !value.endsWith('"')))) open.push(value)
    else whole.push(value)
    if (!isBegun || !value.endsWith('"')) continue
    whole.push(open.join(separator))
    open = []
  }
  return [...whole, ...open]
}

function readTime(date: string | undefined | null, time: string | undefined): number {
  if (!date || time === undefined || !TIME.test(time)) return Number.NaN
  return parseTime(`${date}T${time.charAt(1) === ':' ? '0' : ''}${time}Z`) ?? Number.NaN
}
