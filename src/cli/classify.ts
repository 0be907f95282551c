import { Command } from 'commander'
import { type Judgement, type Request } from '../analytics/classify/classify.ts'
import { createKeyResolver } from '../analytics/classify/key-directory.ts'
import type { Signature } from '../analytics/classify/request.ts'
import { createSignatureVerifier } from '../analytics/classify/verify-signature.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
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
  verify?: boolean
  json?: boolean
}

/** The combined log format: `address - user [time] "GET /path HTTP/1.1" 200 512 "referrer" "user agent"`. */
const LOG_LINE = /^(\S+) \S+ \S+ \[[^\]]*\] "(\S+) (\S+)[^"]*" (\d{3}) \S+(?: "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?/

export function classifyCommand(): Command {
  return new Command('classify')
    .description('Say who made a request, and how Docwright knows.')
    .argument('[log-line]', 'a line of an access log in the combined format, instead of the options')
    .option('--user-agent <text>', 'the User-Agent header')
    .option('--accept <text>', 'the Accept header')
    .option('--ip <address>', "the client's IP address")
    .option('--header <name=value>', 'any other header; repeat it for more', collect, [])
    .option('--path <path>', 'the requested path or URL', '/')
    .option('--method <method>', 'the request method', 'GET')
    .option('--status <number>', 'the status of the answer', '200')
    .option('--verify', "verify the signature with the signer's published keys; --path must be the whole URL")
    .option('--json', 'print as JSON')
    .action(async (line: string | undefined, options: ClassifyCommandOptions) => {
      const request = line === undefined ? readOptions(options) : readLogLine(line)
      const explanation = explain(options.verify ? { ...request, signature: await verify(request) } : request)
      print(options.json ?? false, toJson(explanation), toText(explanation))
    })
}

/** Goes to the network, so it is done only when asked for. */
async function verify({ method, address, headers }: Request): Promise<Signature | null> {
  if (!/^https?:\/\//i.test(address) || headers['signature-input'] === undefined)
    throw new UsageError(
      '`--verify` needs the URL and the signature of the request',
      'docwright classify --verify --path https://docs.example.com/ --header signature-agent=… --header signature-input=… --header signature=…',
    )
  const { verify: verifyNow } = createSignatureVerifier({
    resolveKeys: createKeyResolver(readConfig().signatureDirectories),
    now: () => systemClock.now(),
    onFailure: (host, error) => process.stderr.write(`The keys of ${host} could not be had: ${(error as Error).message}.\n`),
  })
  return verifyNow({ method, url: address, headers }, systemClock.now())
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
