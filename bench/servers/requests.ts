import { connect } from 'node:net'

/** Who a request counts as when it is answered with a page: by a log without headers, and by one that has them. */
interface Expected {
  plain: 'human' | 'ai' | null
  full?: 'human' | 'ai' | null
  /** By a log that doesn't even have user agents. */
  anonymous?: 'human' | 'ai' | null
}

/** What a log says about who asked. */
export type Says = keyof Required<Expected>

export interface OddRequest extends Expected {
  /** As it goes over the wire. */
  raw: string | Buffer
  /** One of several for ranges of the same file: the first that is answered counts. */
  rangeOf?: string
  /** POST counts where it is the protocol of agents. */
  isCall?: boolean
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NAVIGATION = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document', 'Sec-Fetch-Site: none', 'Accept: text/html']
const PERSON = [`User-Agent: ${FIREFOX}`, ...NAVIGATION]

function get(target: string, headers: readonly string[] = PERSON, start = `GET ${target} HTTP/1.1`): string {
  return [start, 'Host: docs.example.com', 'Connection: close', ...headers, '', ''].join('\r\n')
}

const human = (target: string, headers?: readonly string[]): OddRequest => ({ raw: get(target, headers), plain: 'human' })
const none = (raw: string | Buffer): OddRequest => ({ raw, plain: null })

/** Requests with everything that logs get wrong: encodings, quotes, ranges, methods, garbage. */
export const REQUESTS: readonly OddRequest[] = [
  human('/'),
  human('/plain'),
  human('/with%20space'),
  human('/caf%C3%A9'),
  human('/broken%E2%82'),
  human('/a//b'),
  human('//double'),
  human('/quote%22d'),
  human('/query?a=b&utm_source=chatgpt.com'),
  human(`/long?${'q'.repeat(3000)}`),
  human('/back%5Cslash'),
  human("/it's"),
  none(get('/null%00byte')),
  none(get(`/${'a'.repeat(600)}`)),
  none(get('/style.css')),
  none(get('/logo.png?v=2')),
  none(get('/missing')),
  none(get('/moved')),
  human('/cached', [...PERSON, 'If-None-Match: "1"']),
  none(get('/plain', PERSON, 'HEAD /plain HTTP/1.1')),
  none(get('/form', [...PERSON, 'Content-Length: 0'], 'POST /form HTTP/1.1')),
  { raw: get('/mcp', ['User-Agent: node', 'Content-Length: 0'], 'POST /mcp HTTP/1.1'), plain: 'ai', isCall: true },
  ...[0, 100, 200].map((from): OddRequest => ({
    raw: get('/manual.pdf', [...PERSON, `Range: bytes=${from}-${from + 99}`]),
    plain: 'human',
    rangeOf: '/manual.pdf',
  })),
  human('/agent-with-quotes', [`User-Agent: ${FIREFOX} "quoted" \\backslash`, ...NAVIGATION]),
  human('/referrer-with-quotes', [...PERSON, 'Referer: https://example.com/"a" b']),
  { raw: get('/no-agent', NAVIGATION), plain: null, anonymous: 'human' },
  { raw: get('/empty-agent', ['User-Agent:', ...NAVIGATION]), plain: null, anonymous: 'human' },
  { raw: get('/curl', ['User-Agent: curl/8.11.1', 'Accept: */*']), plain: null, anonymous: 'human' },
  { raw: get('/claude', ['User-Agent: Claude-User/1.0', 'Accept: */*']), plain: 'ai', anonymous: 'human' },
  { raw: get('/guide.md', ['User-Agent: python-httpx/0.28', 'Accept: */*']), plain: 'ai' },
  { raw: get('/opencode', [`User-Agent: ${FIREFOX}`, 'Accept: text/markdown;q=1.0, */*;q=0.1']), plain: 'human', full: 'ai' },
  {
    raw: get('/image-without-ending', [`User-Agent: ${FIREFOX}`, 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image']),
    plain: 'human',
    full: null,
  },
  { raw: ['GET /old HTTP/1.0', ...PERSON, '', ''].join('\r\n'), plain: 'human' },
  human('http://docs.example.com/absolute'),
  none(get('*', PERSON, 'OPTIONS * HTTP/1.1')),
  none(Buffer.from('\x16\x03\x01\x00\xa5\x01\x00\x00\xa1', 'latin1')),
  none('GET /no-version-and-junk\x01 HTTP/9.9\r\n\r\n'),
]

/** The status of the answer; null when there is none. */
export function send(port: number, raw: string | Buffer, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host })
    let answer = ''
    socket.setTimeout(3000, () => socket.destroy())
    socket.on('connect', () => void socket.write(raw))
    socket.on('data', (piece: Buffer) => (answer += piece.toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNREFUSED' ? reject(error) : resolve(null)))
    socket.on('close', () => {
      const status = /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(answer)?.[1]
      resolve(status === undefined ? null : Number(status))
    })
  })
}

/** What a log of the requests should count as, by their answers: no code in common with what is measured. */
export function countExpected(statuses: readonly (number | null)[], says: Says): { human: number; ai: number } {
  const counts = { human: 0, ai: 0 }
  const fetched = new Set<string>()
  for (const [index, request] of REQUESTS.entries()) {
    const { plain, rangeOf } = request
    const status = statuses[index]
    const who = request[says] === undefined ? plain : request[says]
    const isAnswered = status === 200 || status === 304 || (status === 206 && !fetched.has(rangeOf!))
    if (rangeOf !== undefined && isAnswered) fetched.add(rangeOf)
    if (isAnswered && who !== null) counts[who]++
  }
  return counts
}
