/** A request as it is told to a log. */
export interface LoggedRequest {
  ip: string
  /** Milliseconds since 1970. */
  time: number
  method: string
  /** As it was sent, with its query. */
  target: string
  status: number
  referrer: string
  userAgent: string
}

/** A line of a combined log. Characters up to U+00FF stand for single bytes when `isLatin` is set. */
export interface OddLine {
  text: string
  /** Null when there is no request to be read from it. */
  request: LoggedRequest | null
  isLatin?: boolean
}

interface Usual {
  request: LoggedRequest
  /** `10/Oct/2026:13:55:36 +0000`. */
  stamp: string
}

type Odd = (usual: Usual) => OddLine

const DAY_MS = 86_400_000

const line = (
  { stamp, request }: Usual,
  { protocol = ' HTTP/1.1', user = '-', bytes = '5' }: { protocol?: string; user?: string; bytes?: string } = {},
): string =>
  `${request.ip} - ${user} [${stamp}] "${request.method} ${request.target}${protocol}" ${request.status} ${bytes} "${request.referrer || '-'}" "${request.userAgent || '-'}"`

/** A request that is changed before it is written. */
const changed =
  (change: Partial<LoggedRequest>, rest?: Parameters<typeof line>[1]): Odd =>
  ({ request, stamp }) => {
    const odd = { ...request, ...change }
    return { text: line({ request: odd, stamp }, rest), request: odd }
  }

/** Text that is written in another way than it was sent. */
const written =
  (change: Partial<LoggedRequest>, write: (text: string) => string, isLatin = false): Odd =>
  (usual) => {
    const odd = { ...usual.request, ...change }
    return { text: write(line({ ...usual, request: odd })), request: odd, isLatin }
  }

const withoutRequest =
  (write: (usual: Usual) => string): Odd =>
  (usual) => ({ text: write(usual), request: null })

const instead = (quoted: string): Odd =>
  withoutRequest(({ request, stamp }) => `${request.ip} - - [${stamp}] "${quoted}" 400 157 "-" "-"`)

/** Each a thing that is in real logs. */
export const ODD_LINES: readonly Odd[] = [
  // What is no request: a TLS handshake on a plain port, a time-out, nothing, a scanner, another program's line.
  instead('\\x16\\x03\\x01\\x02\\x00\\x01\\x00\\x01\\xFC\\x03\\x03'),
  instead('-'),
  instead(''),
  instead('\\x00\\x00\\x00SMBr'),
  instead('SSH-2.0-Go'),
  withoutRequest(() => 'this is not a line of an access log at all'),
  withoutRequest(() => '2026/06/03 10:11:12 [error] 7#7: *1 open() "/x" failed (2: No such file or directory)'),
  withoutRequest((usual) => line(usual).slice(0, line(usual).indexOf('"') + 4)),
  withoutRequest((usual) => line({ ...usual, stamp: usual.stamp.replace(/^\d\d\/\w{3}/, '31/Feb') })),
  withoutRequest((usual) => line({ ...usual, stamp: usual.stamp.replace(/ [+-]\d{4}$/, ' GMT') })),
  // Nothing at all, and remarks.
  withoutRequest(() => ''),
  withoutRequest(() => '\r'),
  withoutRequest(() => '# logs of the old server were added here'),
  // Quotes and other characters, as Apache, nginx and neither of them escape them.
  written({ userAgent: 'Mozilla/5.0 ("quoted") Gecko/20100101 Firefox/140.0' }, (text) =>
    text.replace('("quoted")', '(\\"quoted\\")'),
  ),
  written({ userAgent: '"nginx" \u00e9t\u00e9 Bot/1.0' }, (text) =>
    text.replace('"nginx" \u00e9t\u00e9', '\\x22nginx\\x22 \\xC3\\xA9t\\xC3\\xA9'),
  ),
  changed({ target: '/docs/caf\u00e9' }),
  changed({ target: '/docs/caf%C3%A9' }),
  written({ target: '/docs/caf\u00e9' }, (text) => text, true),
  changed({ target: '/docs/100%' }),
  changed({ target: '/docs/%E2%82' }),
  written({ target: '/docs/a\u0000b' }, (text) => text),
  written({ target: '/docs/a\u0000b' }, (text) => text.replace('\u0000', '\\x00')),
  // Targets.
  changed({ target: `/${'a'.repeat(7000)}` }),
  changed({ target: '/docs/a b c' }),
  changed({ target: 'http://docs.example.com/docs/proxied' }),
  changed({ target: '//docs///double' }),
  changed({ target: '/docs/guide/index.html?next=/logo.png' }),
  changed({ target: '/docs/v1.2/' }),
  changed({ target: '/llms.txt' }),
  changed({ target: '*', method: 'OPTIONS' }),
  changed({ method: 'get' }),
  // The other columns.
  changed({ userAgent: '', referrer: '' }, { protocol: '', bytes: '-' }),
  changed({}, { user: 'John Smith', protocol: ' HTTP/2.0' }),
  changed({}, { user: '[admin]' }),
  changed({ ip: 'fe80::1%eth0' }),
  changed({ ip: 'reader.example.net' }),
  changed({ status: 499 }),
  changed({ status: 100 }),
  written({}, (text) => `${text}\r`),
  written({}, (text) => `${text} "203.0.113.7" 0.004`),
  written({}, (text) => text.slice(0, -1)),
  // Times: a second that is there once in years, a clock that is off, and a server whose lines come late.
  ({ request, stamp }) => {
    const whole = Math.floor(request.time / 60_000) * 60_000 + 60_000
    return { text: line({ request, stamp: stamp.replace(/:\d\d /, ':60 ') }), request: { ...request, time: whole } }
  },
  ({ request, stamp }) => {
    const time = request.time + 73 * 365.25 * DAY_MS
    return { text: line({ request, stamp: stamp.replace('/2026:', '/2099:') }), request: { ...request, time } }
  },
]
