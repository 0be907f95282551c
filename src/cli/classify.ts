import { Command } from 'commander'
import { type Judgement, type Request } from '../analytics/classify/classify.ts'
import { type Explanation, explain } from '../analytics/classify/explain.ts'
import { UsageError } from './errors.ts'
import { print, table } from './output.ts'

interface ClassifyCommandOptions {
  userAgent?: string
  accept?: string
  ip?: string
  header: string[]
  path: string
  method: string
  status: string
  json?: boolean
}

/** The combined log format: `address - user [time] "GET /path HTTP/1.1" 200 512 "referrer" "user agent"`. */
const LOG_LINE = /^(\S+) \S+ \S+ \[[^\]]*\] "(\S+) (\S+)[^"]*" (\d{3}) \S+(?: "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?/

export function classifyCommand(): Command {
  return new Command('classify')
    .description('Say who made a request, and on what evidence.')
    .argument('[log-line]', 'a line of an access log in the combined format, instead of the options')
    .option('--user-agent <text>', 'the User-Agent header; leave it out when it is not known')
    .option('--accept <text>', 'the Accept header')
    .option('--ip <address>', 'the address of the client')
    .option('--header <name=value>', 'any other header; may be given more than once', collect, [])
    .option('--path <path>', 'the path or URL that was asked for', '/')
    .option('--method <method>', 'the request method', 'GET')
    .option('--status <number>', 'the status of the answer', '200')
    .option('--json', 'print as JSON')
    .action((line: string | undefined, options: ClassifyCommandOptions) => {
      const explanation = explain(line === undefined ? readOptions(options) : readLogLine(line))
      print(options.json ?? false, toJson(explanation), toText(explanation))
    })
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

function readOptions(options: ClassifyCommandOptions): Request {
  const headers: Record<string, string> = {}
  for (const header of options.header) {
    const at = header.indexOf('=')
    if (at < 1) throw new UsageError(`\`${header}\` is not a header`, 'docwright classify --header sec-fetch-mode=navigate')
    headers[header.slice(0, at).trim().toLowerCase()] = header.slice(at + 1).trim()
  }
  if (options.accept !== undefined) headers['accept'] = options.accept
  const status = Number(options.status)
  if (!Number.isInteger(status)) throw new UsageError(`\`${options.status}\` is not a status`, 'docwright classify --status 200')
  return {
    method: options.method,
    status,
    address: options.path,
    userAgent: options.userAgent ?? headers['user-agent'] ?? null,
    headers,
    ip: options.ip ?? null,
  }
}

function readLogLine(line: string): Request {
  const found = LOG_LINE.exec(line)
  if (!found)
    throw new UsageError('the line is not in the combined log format', 'docwright classify --user-agent TEXT --path PATH')
  const [, ip, method, address, status, userAgent] = found
  return {
    method: method!,
    status: Number(status),
    address: address!,
    userAgent: userAgent?.replace(/\\(["\\])/g, '$1') ?? null,
    headers: {},
    ip: ip!,
  }
}

/** One class out of five, as reports show it; `countsAs` is the column of the view, if it has one. */
function toJson({ judgement, ...rest }: Explanation): object {
  const { client, kind, agent, operator, evidence, surface, isAmbiguous } = judgement
  return {
    class: classOf(judgement),
    countsAs: judgement.class === 'excluded' ? null : judgement.class,
    reason: judgement.class === 'excluded' ? judgement.reason : null,
    client,
    kind,
    agent,
    operator,
    evidence,
    surface,
    isAmbiguous,
    ...rest,
  }
}

function classOf(judgement: Judgement): 'human' | 'ai' | 'crawler' | 'bot' | 'ignored' {
  const isNoView = judgement.class === 'excluded' && /^(?:method|prefetch|status|error|asset)$/.test(judgement.reason)
  return isNoView ? 'ignored' : judgement.client
}

function toText({ judgement, steps, registryVersion, addressesDate }: Explanation): string {
  const { client, kind, agent, operator, evidence, surface, isAmbiguous } = judgement
  const counted = judgement.class === 'excluded' ? `not counted (${judgement.reason})` : `counted as ${judgement.class}`
  const facts = [
    ['client', `${client}${isAmbiguous ? ', ambiguous: another client could send the same' : ''}`],
    ['kind', kind ?? '-'],
    ['agent', agent ?? '-'],
    ['operator', operator ?? '-'],
    ['evidence', evidence],
    ['surface', surface],
    ['verdict', counted],
  ]
  const story = steps.map(({ step, asks, answer }, index) => [`${index + 1}.`, step, asks, answer ?? 'No.'])
  return [table(facts), '', table(story), '', `Registry ${registryVersion}; address ranges of ${addressesDate}.`].join('\n')
}
