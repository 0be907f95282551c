import type { LoggedRequest } from './odd-lines.ts'

/** Writes requests as a server does, by the documentation of each. */
export interface LogWriter {
  /** Lines before the first request. */
  head?: string[]
  line(request: LoggedRequest): string
  /** What a reader of the log can know of the user agent; null when that is not written down. */
  agentOf?(request: LoggedRequest): string | null
}

const HOST = 'docs.example.com'

/** What can be written in every format: a target that begins with a slash, of printable ASCII, and a time of this century. */
export function writable({ target, ip, time, userAgent }: LoggedRequest): boolean {
  return /^\/[!-~]*$/.test(target) && /^[\d.a-f:]+$/.test(ip) && time < Date.UTC(2050, 0, 1) && /^[ -~]*$/.test(userAgent)
}

const iso = (time: number) => new Date(time).toISOString()
const [day, clock] = [(time: number) => iso(time).slice(0, 10), (time: number) => iso(time).slice(11, 19)]
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function stamp(time: number): string {
  const [year, month, date] = day(time).split('-')
  return `${date}/${MONTHS[Number(month) - 1]}/${year}:${clock(time)} +0000`
}

const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"') || '-'}"`
const common = ({ ip, time, method, target, status }: LoggedRequest) =>
  `${ip} - - [${stamp(time)}] ${quoted(`${method} ${target} HTTP/1.1`)} ${status} 512`
const combined = (request: LoggedRequest) => `${common(request)} ${quoted(request.referrer)} ${quoted(request.userAgent)}`

/** The parts of a target, as logs with columns have them. */
function parts(target: string): { stem: string; query: string } {
  const [, stem = '', query = ''] = /^([^?]*)\??(.*)$/.exec(target) ?? []
  return { stem, query: query || '-' }
}

const percent = (value: string) => (value === '' ? '-' : encodeURI(value).replaceAll('%20', '%2520').replaceAll('%2520', '%20'))

export const LOG_WRITERS: Readonly<Record<string, LogWriter>> = {
  common: { line: common, agentOf: () => null },
  vhost: { line: (request) => `${HOST}:443 ${combined(request)}` },
  'traefik-common': { line: (request) => `${combined(request)} 12 "docs@docker" "http://10.0.0.5:80" 8ms` },
  'nginx-json': {
    line: ({ ip, time, method, target, status, referrer, userAgent }) =>
      JSON.stringify({
        time_iso8601: iso(time).replace('.000Z', '+00:00'),
        remote_addr: ip,
        request_method: method,
        request_uri: target,
        status: String(status),
        http_referer: referrer,
        http_user_agent: userAgent,
      }),
  },
  'caddy-json': {
    line: ({ ip, time, method, target, status, referrer, userAgent }) =>
      JSON.stringify({
        level: 'info',
        ts: time / 1000,
        logger: 'http.log.access.log0',
        msg: 'handled request',
        request: {
          remote_ip: ip,
          remote_port: '41342',
          client_ip: ip,
          proto: 'HTTP/2.0',
          method,
          host: HOST,
          uri: target,
          headers: { ...(userAgent ? { 'User-Agent': [userAgent] } : {}), ...(referrer ? { Referer: [referrer] } : {}) },
        },
        bytes_read: 0,
        duration: 0.0009,
        size: 512,
        status,
      }),
  },
  // Headers are written when the configuration keeps them, so one that is missing may have been sent.
  'traefik-json': {
    agentOf: ({ userAgent }) => userAgent || null,
    line: ({ ip, time, method, target, status, referrer, userAgent }) =>
      JSON.stringify({
        ClientAddr: `${ip.includes(':') ? `[${ip}]` : ip}:52341`,
        ClientHost: ip,
        DownstreamStatus: status,
        RequestHost: HOST,
        RequestMethod: method,
        RequestPath: target,
        RequestScheme: 'https',
        StartUTC: iso(time),
        ...(userAgent ? { 'request_User-Agent': userAgent } : {}),
        ...(referrer ? { request_Referer: referrer } : {}),
        level: 'info',
        msg: '',
        time: iso(time),
      }),
  },
  'cloudfront-standard': {
    head: [
      '#Version: 1.0',
      '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken',
    ],
    line: ({ ip, time, method, target, status, referrer, userAgent }) => {
      const { stem, query } = parts(target)
      const asked = [day(time), clock(time), 'FRA56-P1', '512', ip, method, 'd111111abcdef8.cloudfront.net', stem, status]
      const who = [percent(referrer), percent(userAgent), query, '-', 'Hit', `id-${time}-${ip}-${stem}`]
      return asked.concat(who, HOST, 'https', '23', '0.001').join('\t')
    },
  },
  elb: {
    line: ({ ip, time, method, target, status, userAgent }) => {
      const client = `${ip.includes(':') ? `[${ip}]` : ip}:2817`
      const request = quoted(`${method} https://${HOST}:443${target} HTTP/1.1`)
      const head = `https ${iso(time)} app/docs/50dc6c495c0c9188 ${client} 10.0.0.1:80 0.086 0.048 0.037 ${status} ${status} 0 57`
      const tail = `"Root=1-58337281-1d84f3d73c47ec4e58577259" "${HOST}" "-" 1 ${iso(time)} "forward" "-" "-" "10.0.0.1:80" "${status}" "-" "-"`
      return `${head} ${request} ${quoted(userAgent)} ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:x ${tail}`
    },
  },
  w3c: {
    head: [
      '#Software: Microsoft Internet Information Services 10.0',
      '#Version: 1.0',
      '#Date: 2026-06-01 00:00:00',
      '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken',
    ],
    line: ({ ip, time, method, target, status, referrer, userAgent }) => {
      const { stem, query } = parts(target)
      const spaced = (value: string) => value.replaceAll(' ', '+') || '-'
      return `${day(time)} ${clock(time)} 10.0.0.1 ${method} ${stem} ${query} 443 - ${ip} ${spaced(userAgent)} ${spaced(referrer)} ${status} 0 0 5`
    },
  },
}
