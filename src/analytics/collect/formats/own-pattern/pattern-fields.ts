import { KEPT_HEADERS } from '../kept-headers.ts'

/** What a field of a pattern is good for; null for one that is passed over. `date` and `clock` make a time together. */
export type Field =
  | 'time'
  | 'date'
  | 'clock'
  | 'zone'
  | 'request'
  | 'method'
  | 'target'
  | 'query'
  | 'status'
  | 'referrer'
  | 'userAgent'
  | 'ip'
  | 'host'
  | 'scheme'
  | 'contentType'
  | `header ${string}`

const HEADER_FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries<Field>({
    referer: 'referrer',
    'user-agent': 'userAgent',
    host: 'host',
    ...Object.fromEntries(KEPT_HEADERS.map((header) => [header, `header ${header}` as const])),
  }),
)

/** nginx's variables (nginx.org/en/docs/varindex.html), without their `$`. Headers have names of their own, `$http_…`. */
const NGINX: ReadonlyMap<string, Field> = new Map(
  Object.entries<Field>({
    time_local: 'time',
    time_iso8601: 'time',
    msec: 'time',
    request: 'request',
    request_method: 'method',
    request_uri: 'target',
    uri: 'target',
    document_uri: 'target',
    args: 'query',
    query_string: 'query',
    status: 'status',
    remote_addr: 'ip',
    realip_remote_addr: 'ip',
    host: 'host',
    server_name: 'host',
    scheme: 'scheme',
    sent_http_content_type: 'contentType',
  }),
)

export function nginxField(name: string): Field | null {
  const header = /^http_(\w+)$/.exec(name)?.[1]
  return NGINX.get(name) ?? (header === undefined ? null : (HEADER_FIELDS.get(header.toLowerCase().replaceAll('_', '-')) ?? null))
}

/** GoAccess's specifiers (goaccess.io/man, "CUSTOM LOG/DATE FORMAT"). A `%^` right behind the time is its zone. */
const GOACCESS: ReadonlyMap<string, Field> = new Map(
  Object.entries<Field>({
    x: 'time',
    d: 'date',
    t: 'clock',
    h: 'ip',
    r: 'request',
    m: 'method',
    U: 'target',
    q: 'query',
    s: 'status',
    R: 'referrer',
    u: 'userAgent',
    v: 'host',
    M: 'contentType',
  }),
)

export function goaccessField(letter: string): Field | null {
  return GOACCESS.get(letter) ?? null
}

/** Apache's (httpd.apache.org/docs/current/mod/mod_log_config.html), where some letters mean something else. */
const APACHE: ReadonlyMap<string, Field> = new Map(
  Object.entries<Field>({
    t: 'time',
    h: 'ip',
    a: 'ip',
    r: 'request',
    m: 'method',
    U: 'target',
    q: 'query',
    s: 'status',
    v: 'host',
    V: 'host',
  }),
)

export function apacheField(name: string | undefined, letter: string): Field | null {
  if (name === undefined) return APACHE.get(letter) ?? null
  if (letter === 't') return 'time'
  if (letter === 'a') return 'ip'
  if (letter === 'i') return HEADER_FIELDS.get(name.toLowerCase()) ?? null
  return letter === 'o' && name.toLowerCase() === 'content-type' ? 'contentType' : null
}
