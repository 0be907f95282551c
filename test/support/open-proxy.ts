import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACP_LIMITS, type AcpLimits } from '../../src/agents/acp/acp-limits.ts'
import { type ModelProxy, type ModelProxyOptions, openModelProxy } from '../../src/agents/acp/proxy/model-proxy.ts'
import { readConfig } from '../../src/config.ts'

/** One question as the provider got it. */
export interface Sent {
  url: string
  headers: Record<string, string>
  body: Record<string, any>
}

export interface Answer {
  status: number
  text: string
}

export interface OpenProxy {
  proxy: ModelProxy
  /** What reached the provider. */
  sent: Sent[]
  /** Starts a request whose body has no end yet, and says how it was answered. */
  begin(path: string, headers?: Record<string, string>): { request: ClientRequest; answer: Promise<Answer> }
  ask(path: string, body: object, headers?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

/** The provider's side of a call: what it says, maybe after a while. */
export type Provider = (sent: Sent, init: RequestInit) => Response | Promise<Response>

/** A proxy with a provider that the test plays. */
export async function openProxy(
  model: string,
  provider: Provider,
  limits: Partial<AcpLimits> = {},
  { env = {}, ...more }: Partial<ModelProxyOptions> & { env?: Record<string, string> } = {},
): Promise<OpenProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-proxy-'))
  const socketPath = join(folder, 'model.sock')
  const sent: Sent[] = []
  const send = (async (url, init) => {
    const one = { url: url as string, headers: init!.headers as Record<string, string>, body: JSON.parse(init!.body as string) }
    sent.push(one)
    return provider(one, init!)
  }) as typeof fetch
  const keys = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k', DOCWRIGHT_MODEL_URL: 'http://127.0.0.1:1/v1' }
  const settings = readConfig({ DOCWRIGHT_MODEL: model, ...keys, ...env }).model!
  const used = { turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }
  const proxy = await openModelProxy({
    settings,
    socket: socketPath,
    limits: { ...ACP_LIMITS, ...limits },
    used,
    fetch: send,
    ...more,
  })
  const begin: OpenProxy['begin'] = (path, headers = {}) => {
    const made = request({ socketPath, path, method: 'POST', headers: { 'content-type': 'application/json', ...headers } })
    const answer = new Promise<Answer>((resolve, reject) => {
      made.on('error', reject)
      made.on('response', (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve({ status: response.statusCode!, text }))
        response.on('error', reject)
      })
    })
    answer.catch(() => undefined)
    return { request: made, answer }
  }
  return {
    proxy,
    sent,
    begin,
    ask: (path, body, headers) => {
      const { request: made, answer } = begin(path, headers)
      made.end(JSON.stringify(body))
      return answer
    },
    close: async () => {
      await proxy.close()
      rmSync(folder, { recursive: true })
    },
  }
}
