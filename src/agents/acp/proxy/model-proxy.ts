import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { Fault } from '../../../lib/fault.ts'
import type { AgentResult } from '../../agent.ts'
import { PROVIDERS } from '../../model/check-access.ts'
import type { ModelSettings } from '../../model/model-settings.ts'
import type { AcpLimits } from '../acp-limits.ts'
import { readUsage } from './read-usage.ts'
import { routeFor, withModel } from './routes.ts'

export interface ModelProxy {
  /** What was used since the proxy was opened. */
  usage(): AgentResult['usage']
  /** Aborts with a fault when a limit is reached, or with what kept `confirm` from saying so. */
  readonly exceeded: AbortSignal
  close(): Promise<void>
}

export interface ModelProxyOptions {
  settings: ModelSettings
  /** Where it listens: a unix socket, so that nothing but the sandbox that has it can reach it. */
  socket: string
  limits: Pick<AcpLimits, 'calls' | 'tokens' | 'requestBytes' | 'answerBytes'>
  /** What earlier parts of the run used: they count towards the limits. */
  used: AgentResult['usage']
  /** Called before each question; throws a `Fault` when the model may not be asked any more. */
  confirm?(): Promise<void>
  fetch?: typeof fetch
}

/** Headers of the answer that a program needs; others may say things about the account. */
const ANSWER_HEADERS = ['content-type', 'retry-after', 'retry-after-ms']

/**
 * Stands between an agent program and the model. It has the key, and the program has not; it asks the one model that the operator
 * chose, and nothing else of the provider; and it counts.
 */
export async function openModelProxy(options: ModelProxyOptions): Promise<ModelProxy> {
  const { settings, limits, used } = options
  const send = options.fetch ?? fetch
  const exceeded = new AbortController()
  const closed = new AbortController()
  const usage: AgentResult['usage'] = { turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }

  const count = (input: number, output: number) => {
    usage.inputTokens += input
    usage.outputTokens += output
    usage.costUsd += settings.price ? (input * settings.price.input + output * settings.price.output) / 1_000_000 : 0
    const tokens = used.inputTokens + used.outputTokens + usage.inputTokens + usage.outputTokens
    if (tokens >= limits.tokens) refuse('budget_tokens', `its ${limits.tokens} tokens`)
    if (used.costUsd + usage.costUsd >= settings.costUsdMax) refuse('budget_cost', `its ${settings.costUsdMax} US dollars`)
  }
  const refuse = (code: string, what: string) =>
    exceeded.abort(
      new Fault(
        code,
        `The agent used ${what} without coming to an end.`,
        'Split the instruction into smaller ones and send them one after the other.',
      ),
    )

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET' && /^\/v1(?:beta)?\/models$/.test(request.url ?? ''))
      return reply(response, 200, { object: 'list', data: [{ id: settings.name, object: 'model' }], models: [] })
    const route = routeFor(settings.provider, settings.name, request.method, request.url ?? '')
    if (route === null) return reply(response, 403, errorOf('This proxy answers questions to the model only.'))
    const text = await readBody(request, limits.requestBytes)
    if (text === null) return reply(response, 413, errorOf(`A request has ${limits.requestBytes} bytes at most.`))
    const body = parseObject(text)
    if (body === null) return reply(response, 400, errorOf('The request is no JSON object.'))
    if (used.turns + usage.turns >= limits.calls) refuse('budget_turns', `its ${limits.calls} calls of the model`)
    // A database that cannot be asked ends the run, too: a program that is only told so would go on as if it had its answer.
    await options.confirm?.().catch((error: unknown) => exceeded.abort(error))
    if (exceeded.signal.aborted) return reply(response, 403, errorOf('The budget of this run is used up.'))
    usage.turns += 1
    const { url, headers } = PROVIDERS[settings.provider]
    const upstream = await send(`${settings.url ?? url}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...versionOf(request), ...headers(settings.key ?? '') },
      body: JSON.stringify(withModel(settings.provider, settings.name, route, body)),
      redirect: 'error',
      signal: AbortSignal.any([closed.signal, exceeded.signal]),
    })
    const heads = ANSWER_HEADERS.flatMap((name) => (upstream.headers.has(name) ? [[name, upstream.headers.get(name)!]] : []))
    response.writeHead(upstream.status, Object.fromEntries(heads) as Record<string, string>)
    const received = await pass(upstream, response, limits.answerBytes)
    if (!received.isWhole) refuse('budget_bytes', `more than ${limits.answerBytes} bytes in one answer of the model`)
    // A refusal of the provider costs nothing.
    if (upstream.ok) {
      const { input, output } = readUsage(received.text, text.length)
      count(input, output)
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else reply(response, 502, errorOf('The model cannot be reached.'))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.socket, resolve)
  })
  return {
    usage: () => ({ ...usage }),
    exceeded: exceeded.signal,
    close: async () => {
      closed.abort()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Programs may ask for features of a provider by its own headers; nothing in them can be a key. */
function versionOf({ headers }: IncomingMessage): Record<string, string> {
  const beta = headers['anthropic-beta']
  return typeof beta === 'string' && /^[\w.,\s-]{1,500}$/.test(beta) ? { 'anthropic-beta': beta } : {}
}

async function pass(upstream: Response, response: ServerResponse, bytesMax: number): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of upstream.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) {
      response.destroy()
      return { text: '', isWhole: false }
    }
    chunks.push(chunk)
    response.write(chunk)
  }
  response.end()
  return { text: Buffer.concat(chunks).toString('utf8'), isWhole: true }
}

async function readBody(request: IncomingMessage, bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= bytesMax) chunks.push(chunk)
  }
  return bytes > bytesMax ? null : Buffer.concat(chunks).toString('utf8')
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function errorOf(message: string): object {
  return { type: 'error', error: { type: 'docwright', message } }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
