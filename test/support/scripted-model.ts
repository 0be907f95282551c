import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from './git-http-server.ts'
import type { Asked, Reply } from './scripted-reply.ts'
import { type WireFormat, WIRE_FORMATS } from './wire-formats.ts'

/** Decides on the next answer. Counts from 0. */
export type Script = (asked: Asked, index: number) => Reply | Promise<Reply>

/** A model on this machine that says what a test wants it to say, in the wire formats of the providers. */
export interface ScriptedModel {
  url: string
  asked: Asked[]
  /** Plays other answers from now on, and forgets what was asked. */
  play(script: Script | readonly Reply[]): void
  /** Settings for a service that uses it in a wire format. */
  env(format: WireFormatName): Record<string, string>
  close(): Promise<void>
}

export type WireFormatName = keyof typeof WIRE_FORMATS

/** Shaped like a key, and easy to find where it should not be. */
export const MODEL_KEY = 'sk-canary-6f1d0c9b8a7e4f53'

export async function startScriptedModel(first: Script | readonly Reply[] = []): Promise<ScriptedModel> {
  let script = toScript(first)
  let index = 0
  const asked: Asked[] = []
  const server = await listen(async (request, response) => {
    const body = await readBody(request)
    const format = Object.values(WIRE_FORMATS).find((one) => request.url?.startsWith(one.path))
    if (!format || body === null) {
      const isList = request.url?.endsWith('/models') === true
      const isKnown = keyOf(request) === MODEL_KEY
      response.writeHead(isList && isKnown ? 200 : isList ? 401 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isList && isKnown ? { data: [{ id: 'scripted' }] } : { error: { message: 'no such thing' } }))
      return
    }
    const question: Asked = { ...format.read(body), key: keyOf(request), characters: JSON.stringify(body).length }
    asked.push(question)
    const reply = await script(question, index++)
    if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs))
    answer(format, reply, index, body, request, response)
  })
  return {
    url: server.url,
    asked,
    play: (next) => {
      script = toScript(next)
      index = 0
      asked.length = 0
    },
    env: (name) => ({
      DOCWRIGHT_MODEL: `${WIRE_FORMATS[name].provider}/scripted`,
      DOCWRIGHT_MODEL_URL: server.url + WIRE_FORMATS[name].base,
      [WIRE_FORMATS[name].keyVariable]: MODEL_KEY,
    }),
    close: () => server.close(),
  }
}

function toScript(script: Script | readonly Reply[]): Script {
  if (typeof script === 'function') return script
  return (_, index) => script[index] ?? { status: 500, error: 'the script has no more answers' }
}

function answer(
  format: WireFormat,
  reply: Reply,
  index: number,
  body: Record<string, unknown>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (reply.status !== undefined) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(format.error(reply.error ?? 'scripted trouble')))
    return
  }
  if (reply.isWhole || (body['stream'] !== true && format.isStreamed?.(request.url ?? '') !== true)) {
    response.writeHead(200, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(format.whole(reply, index)))
    return
  }
  const events = format.stream(reply, index)
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers })
  const sent = reply.isCut || reply.isShort ? events.slice(0, Math.ceil(events.length / 2)) : events
  for (const event of sent) response.write(event)
  if (reply.isCut) setTimeout(() => request.socket.destroy(), 20)
  else response.end()
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? null : (JSON.parse(text) as Record<string, unknown>)
}

function keyOf({ headers }: IncomingMessage): string {
  const key = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization?.replace(/^Bearer /u, '') ?? ''
  return String(key)
}
