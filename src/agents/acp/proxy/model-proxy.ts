import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { type Clock, systemClock } from '../../../lib/clock.ts'
import { Fault } from '../../../lib/fault.ts'
import type { AgentResult } from '../../agent.ts'
import { PROVIDERS } from '../../models/check-access.ts'
import type { ModelSettings } from '../../models/model-settings.ts'
import type { AcpLimits } from '../acp-limits.ts'
import { type Need, type Reservation, createAllowance } from './allowance.ts'
import { estimateInput } from './estimate.ts'
import { limitOutput, outputTokensOf } from './output-tokens.ts'
import { allowedBetas } from './questions/messages.ts'
import { NotPassedOn } from './questions/pick.ts'
import { type Room, createRoom, readBody } from './read-body.ts'
import { CHARACTERS_PER_TOKEN, type TokenUse, readUsage } from './read-usage.ts'
import { isCounting, rebuildQuestion, routeFor } from './routes.ts'

export interface ModelProxy {
  /** What was used since the proxy was opened. */
  usage(): AgentResult['usage']
  /** Aborts with a fault when a limit is reached, or with what kept `confirm` from saying so. */
  readonly exceeded: AbortSignal
  /** Gives up calls that no one waits for any more, and counts them. */
  drop(): Promise<void>
  close(): Promise<void>
}

export interface ModelProxyOptions {
  settings: ModelSettings
  /** Where it listens: a unix socket, so that nothing but the sandbox that has it can reach it. */
  socket: string
  limits: Pick<AcpLimits, 'calls' | 'tokens' | 'requestBytes' | 'answerBytes'>
  /** What earlier parts of the run used: they count towards the limits. */
  used: AgentResult['usage']
  /** Called before each question with what calls under way may use; throws a `Fault` when the model may not be asked any more. */
  confirm?(underWay: AgentResult['usage']): Promise<void>
  fetch?: typeof fetch
  clock?: Clock
}

/** Headers of the answer that a program needs; others may say things about the account. */
const ANSWER_HEADERS = ['content-type', 'retry-after', 'retry-after-ms']

/** For a request to arrive. It comes from the same machine. */
const BODY_MS = 30_000

/** Requests and answers of the largest size that are held at once. Smaller ones may be more. */
const BODIES_HELD = 3
const ANSWERS_HELD = 2

/** A program that needs more has lost count of them. */
const CONNECTIONS_MAX = 64

/** A question that is ready to be sent. */
interface Prepared {
  route: string
  question: Record<string, unknown>
  need: Need
  betas: string | null
}

/**
 * Stands between an agent program and the model. It has the key, and the program has not; it asks the one model that the operator
 * chose, and nothing else of the provider; it sends on what is known to be harmless; and it counts before it asks.
 */
export async function openModelProxy(options: ModelProxyOptions): Promise<ModelProxy> {
  const { settings, limits, used, clock = systemClock } = options
  const send = options.fetch ?? fetch
  const refused = new AbortController()
  const closed = new AbortController()
  let dropped = new AbortController()
  const allowance = createAllowance({ settings, limits, used, confirm: options.confirm })
  const exceeded = AbortSignal.any([allowance.exceeded, refused.signal])
  const bodies = createRoom(BODIES_HELD * limits.requestBytes)
  const answers = createRoom(ANSWERS_HELD * limits.answerBytes)
  const calls = new Set<Promise<void>>()

  /** Asks the provider, and says what that used; null for what it may have used at most. */
  const ask = async ({ route, question, need, betas }: Prepared, { outputTokens }: Reservation, response: ServerResponse) => {
    const { url, headers } = PROVIDERS[settings.provider]
    const body = JSON.stringify(limitOutput(settings.provider, route, question, outputTokens))
    const signal = AbortSignal.any([dropped.signal, closed.signal, exceeded])
    const received: Received = { chunks: [], bytes: 0, isWhole: false }
    try {
      const upstream = await send(`${settings.url ?? url}${route}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(betas === null ? {} : { 'anthropic-beta': betas }),
          ...headers(settings.key ?? ''),
        },
        body,
        redirect: 'error',
        signal,
      })
      const heads = ANSWER_HEADERS.flatMap((name) => (upstream.headers.has(name) ? [[name, upstream.headers.get(name)!]] : []))
      response.writeHead(upstream.status, Object.fromEntries(heads) as Record<string, string>)
      await pass(upstream, response, received, limits.answerBytes, answers)
      if (!received.isWhole) {
        const what = `more than ${limits.answerBytes} bytes in answers of the model`
        refused.abort(
          new Fault({ code: 'budget_bytes', message: `The agent used ${what} without coming to an end.`, hint: SPLIT }),
        )
        return cutOff(need, received)
      }
      // A refusal of the provider costs nothing, and neither does counting.
      if (!upstream.ok || isCounting(route)) return NO_USE
      return readUsage(Buffer.concat(received.chunks).toString('utf8'), body.length)
    } catch {
      if (response.headersSent) response.destroy()
      else reply(response, 502, errorOf('The model cannot be reached.'))
      // One that was under way when it was given up has been read by the model, whoever waits for the answer.
      return signal.aborted || received.bytes > 0 ? cutOff(need, received) : NO_USE
    } finally {
      answers.free(received.bytes)
    }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, hold: (bytes: number) => void) => {
    if (request.method === 'GET' && /^\/v1(?:beta)?\/models$/.test(request.url ?? ''))
      return reply(response, 200, { object: 'list', data: [{ id: settings.name, object: 'model' }], models: [] })
    const route = routeFor(settings.provider, settings.name, request.method, request.url ?? '')
    if (route === null) return reply(response, 403, errorOf('This proxy answers questions to the model only.'))
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const body = await readBody(request, limits.requestBytes, bodies, clock.sleep(BODY_MS, gone.signal))
    if ('refusal' in body) return refuseBody(request, response, body.refusal, limits.requestBytes)
    hold(body.bytes)
    const prepared = prepare(settings, route, body.text, request.headers['anthropic-beta'])
    if ('message' in prepared) return reply(response, 400, errorOf(prepared.message))
    const reservation = exceeded.aborted ? null : await allowance.reserve(prepared.need, gone.signal)
    if (reservation === null) return reply(response, 403, errorOf('The budget of this run is used up.'))
    const use = ask(prepared, reservation, response).then(reservation.settle)
    calls.add(use)
    await use.finally(() => calls.delete(use))
  }

  const server = createServer((request, response) => {
    let held = 0
    answer(request, response, (bytes) => (held = bytes))
      .catch(() => response.destroy())
      .finally(() => bodies.free(held))
  })
  server.maxConnections = CONNECTIONS_MAX
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.socket, resolve)
  })
  const drop = async () => {
    dropped.abort()
    await Promise.all(calls)
    dropped = new AbortController()
  }
  return {
    usage: allowance.usage,
    exceeded,
    drop,
    close: async () => {
      closed.abort()
      server.closeAllConnections()
      await drop()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Also for a provider that could not be reached: it has done nothing. */
const NO_USE: TokenUse = { input: 0, output: 0 }

const SPLIT = 'Split the instruction into smaller ones and send them one after the other.'

function prepare(
  { provider, name }: ModelSettings,
  route: string,
  text: string,
  betas: string | string[] | undefined,
): Prepared | { message: string } {
  const body = parseObject(text)
  if (body === null) return { message: "The request isn't a JSON object." }
  try {
    const question = rebuildQuestion(provider, name, route, body)
    const need = { ...estimateInput(question, JSON.stringify(question)), output: outputTokensOf(route, question) }
    return { route, question, need, betas: provider === 'anthropic' ? allowedBetas(String(betas ?? '')) : null }
  } catch (error) {
    if (error instanceof NotPassedOn) return { message: error.message }
    throw error
  }
}

interface Received {
  chunks: Uint8Array[]
  bytes: number
  isWhole: boolean
}

async function pass(
  upstream: Response,
  response: ServerResponse,
  received: Received,
  bytesMax: number,
  room: Room,
): Promise<void> {
  for await (const chunk of upstream.body ?? []) {
    if (received.bytes + chunk.length > bytesMax || !room.take(chunk.length)) {
      response.destroy()
      return
    }
    received.bytes += chunk.length
    received.chunks.push(chunk)
    response.write(chunk)
  }
  response.end()
  received.isWhole = true
}

function cutOff({ inputLikely }: Need, { bytes }: Received): TokenUse {
  return { input: inputLikely, output: Math.ceil(bytes / CHARACTERS_PER_TOKEN) }
}

function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: 'too-large' | 'no-room' | 'too-slow',
  bytesMax: number,
): void {
  const [status, message] = {
    'too-large': [413, `A request has ${bytesMax} bytes at most.`] as const,
    'no-room': [503, 'Too many requests are being sent at once. Send this one again.'] as const,
    'too-slow': [408, "The request didn't arrive in time."] as const,
  }[refusal]
  response.setHeader('connection', 'close')
  if (status === 503) response.setHeader('retry-after', '1')
  reply(response, status, errorOf(message))
  if (refusal === 'too-slow') response.once('finish', () => request.destroy())
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
