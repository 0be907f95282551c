import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACP_LIMITS, type AcpLimits } from '../../src/agents/acp/acp-limits.ts'
import { type ModelProxy, openModelProxy } from '../../src/agents/acp/proxy/model-proxy.ts'
import { readConfig } from '../../src/config.ts'
import { MODEL_KEY, type ScriptedModel, type WireFormatName, startScriptedModel } from '../support/scripted-model.ts'

let folder: string
let model: ScriptedModel
let proxy: ModelProxy | null = null
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-proxy-'))
  model = await startScriptedModel(() => ({ text: 'hello', usage: { input: 70, output: 30 } }))
})
afterEach(async () => {
  await proxy?.close()
  await model.close()
  rmSync(folder, { recursive: true })
})

const NOTHING = { turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }

async function open(
  format: WireFormatName = 'chat',
  limits: Partial<AcpLimits> = {},
  env: Record<string, string> = {},
  used = NOTHING,
) {
  const settings = readConfig({ ...model.env(format), ...env }).model!
  proxy = await openModelProxy({ settings, socket: join(folder, 'model.sock'), limits: { ...ACP_LIMITS, ...limits }, used })
  return proxy
}

function ask(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<{ status: number; text: string; headers: object }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath: join(folder, 'model.sock'), path, method, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(method === 'GET' ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
}

const chat = { model: 'scripted', messages: [{ role: 'user', content: 'hi' }] }
const QUESTIONS: [WireFormatName, string, object][] = [
  ['chat', '/v1/chat/completions', chat],
  ['chat', '/v1/chat/completions', { ...chat, stream: true }],
  ['responses', '/v1/responses', { model: 'scripted', input: [{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }] }],
  ['messages', '/v1/messages', { ...chat, max_tokens: 100 }],
  ['messages', '/v1/messages', { ...chat, max_tokens: 100, stream: true }],
  ['google', '/v1beta/models/scripted:generateContent', { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
  ['google', '/v1beta/models/scripted:streamGenerateContent?alt=sse', { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
]

describe('the model proxy', () => {
  it.each(QUESTIONS)(
    'passes a question on in the wire format %s (%s) with the real key, and counts',
    async (format, path, body) => {
      const { usage } = await open(format, {}, { DOCWRIGHT_MODEL_PRICE: '10/100' })
      const { status, text } = await ask(path, body, {
        authorization: 'Bearer stolen',
        'x-api-key': 'stolen',
        'x-goog-api-key': 'stolen',
      })
      expect(status).toBe(200)
      // A stream has the text in pieces.
      expect(text).toContain('he')
      expect(text).not.toContain(MODEL_KEY)
      expect(model.asked).toMatchObject([{ key: MODEL_KEY }])
      expect(usage()).toEqual({ turns: 1, inputTokens: 70, outputTokens: 30, costUsd: 0.0037 })
    },
  )

  it('asks the model of the installation, whatever was asked for', async () => {
    await open()
    await ask('/v1/chat/completions', { ...chat, model: 'the-most-expensive' })
    expect(model.asked[0]!.model).toBe('scripted')
  })

  it.each([
    '/v1/files',
    '/v1/models/x',
    '/v1/../admin',
    '/v1/organizations',
    '/',
    'http://example.com/v1/chat/completions',
    '/v1/chat/completions/../../files',
  ])('refuses anything else of the provider: %s', async (path) => {
    const { usage } = await open()
    expect((await ask(path, chat)).status).toBe(403)
    expect(model.asked).toEqual([])
    expect(usage()).toEqual(NOTHING)
  })

  it('names its one model to those who ask for a list', async () => {
    await open()
    expect(JSON.parse((await ask('/v1/models', null, {}, 'GET')).text)).toMatchObject({ data: [{ id: 'scripted' }] })
  })

  it('refuses what is no JSON and what is too long', async () => {
    await open('chat', { requestBytes: 1000 })
    expect((await ask('/v1/chat/completions', '{')).status).toBe(400)
    expect((await ask('/v1/chat/completions', '[]')).status).toBe(400)
    expect((await ask('/v1/chat/completions', { ...chat, padding: 'x'.repeat(2000) })).status).toBe(413)
    expect(model.asked).toEqual([])
  })

  it.each([
    ['calls', { calls: 2 }, {}, 'budget_turns'],
    ['tokens', { tokens: 150 }, {}, 'budget_tokens'],
    ['money', {}, { DOCWRIGHT_MODEL_PRICE: '10000/1', DOCWRIGHT_RUN_COST_MAX: '1' }, 'budget_cost'],
  ])('ends the run when its %s are used up', async (_, limits, env, code) => {
    const { exceeded } = await open('chat', limits, env)
    for (let call = 0; call < 3; call++) await ask('/v1/chat/completions', chat).catch(() => null)
    expect(exceeded.reason).toMatchObject({ code })
    expect(model.asked.length).toBeLessThanOrEqual(2)
    expect((await ask('/v1/chat/completions', chat)).status).toBe(403)
  })

  it('counts what earlier parts of the run used', async () => {
    const { exceeded } = await open('chat', { tokens: 1000 }, {}, { ...NOTHING, inputTokens: 950 })
    await ask('/v1/chat/completions', chat)
    expect(exceeded.reason).toMatchObject({ code: 'budget_tokens' })
  })

  it('ends the run when an answer never ends', async () => {
    model.play(() => ({ text: 'x'.repeat(50_000) }))
    const { exceeded } = await open('chat', { answerBytes: 10_000 })
    await ask('/v1/chat/completions', chat).catch(() => null)
    await expect.poll(() => exceeded.reason).toMatchObject({ code: 'budget_bytes' })
  })

  it('passes an error on without what it tells about the account, and counts no tokens for it', async () => {
    model.play(() => ({ status: 429, error: 'slow down', headers: { 'retry-after': '7', 'x-organization': 'secret' } }))
    const { usage } = await open()
    const answer = await ask('/v1/chat/completions', chat)
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
    expect(answer.headers).not.toHaveProperty('x-organization')
    expect(usage()).toMatchObject({ turns: 1, inputTokens: 0 })
  })

  it('says so when the model cannot be reached', async () => {
    await open('chat', {}, { DOCWRIGHT_MODEL_URL: 'http://127.0.0.1:1' })
    expect((await ask('/v1/chat/completions', chat)).status).toBe(502)
  })
})
