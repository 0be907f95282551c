import { afterEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../src/lib/clock.ts'
import { type OpenProxy, type Provider, openProxy } from '../support/open-proxy.ts'

let open: OpenProxy
afterEach(() => open.close())

const PATH = '/v1/chat/completions'
const QUESTION = { messages: [{ role: 'user', content: 'hi' }], max_tokens: 1000 }
/** Dollars for a million tokens in and out. */
const PRICE = { DOCWRIGHT_MODEL_PRICE: '10/100', DOCWRIGHT_RUN_COST_MAX: '5' }

const using = (input: number, output: number) => Response.json({ usage: { prompt_tokens: input, completion_tokens: output } })

/** Answers when the test says so. */
function slowProvider(answer: () => Response) {
  const waiting: (() => void)[] = []
  const provider: Provider = (_, { signal }) =>
    new Promise((resolve, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason as Error))
      waiting.push(() => resolve(answer()))
    })
  return {
    provider,
    /** Lets calls be answered, one after the other, until all of the answers are there. */
    finish: async (answers: Promise<unknown>[]) => {
      const done = Promise.allSettled(answers).then(() => true)
      while (!(await Promise.race([done, new Promise((resolve) => setImmediate(() => resolve(false)))]))) waiting.shift()?.()
    },
  }
}

const askAll = (count: number, body: object = QUESTION) =>
  Array.from({ length: count }, () => open.ask(PATH, body).catch(() => null))

describe('calls of the model at the same time', () => {
  it('are few, whatever the program sends', async () => {
    const { provider, finish } = slowProvider(() => using(10, 10))
    open = await openProxy('compatible/m', provider)
    const answers = askAll(40)
    // The first one shows what a call uses; then there are four at once. Refused paths are answered in between, so all have arrived.
    for (const count of [1, 5]) {
      for (let round = 0; round < 50; round++) expect((await open.ask('/v1/files', {})).status).toBe(403)
      expect(open.sent).toHaveLength(count)
      if (count === 1) await finish([Promise.race(answers)])
    }
    await finish(answers)
    expect(open.proxy.usage()).toEqual({ turns: 40, inputTokens: 400, outputTokens: 400, costUsd: 0 })
    expect(open.proxy.exceeded.aborted).toBe(false)
  })

  it('cost no more than the run may cost', async () => {
    // 0.15 dollars each: 33 of 200 fit into five dollars.
    const { provider, finish } = slowProvider(() => using(5000, 1000))
    open = await openProxy('compatible/m', provider, {}, { env: PRICE })
    await finish(askAll(200))
    expect(open.proxy.exceeded.reason).toMatchObject({ code: 'budget_cost' })
    expect(open.proxy.usage().costUsd).toBeLessThanOrEqual(5)
    expect(open.proxy.usage().costUsd).toBeGreaterThan(4)
  })

  it('use no more tokens than the run may use, though each uses a quarter of them', async () => {
    const { provider, finish } = slowProvider(() => using(1_000_000, 0))
    open = await openProxy('compatible/m', provider, { tokens: 4_000_100 })
    await finish(askAll(100))
    expect(open.proxy.usage().inputTokens).toBe(4_000_000)
    expect(open.sent).toHaveLength(4)
  })

  it('are no more than the run may make', async () => {
    const { provider, finish } = slowProvider(() => using(1, 1))
    open = await openProxy('compatible/m', provider, { calls: 7 })
    await finish(askAll(30))
    expect(open.sent).toHaveLength(7)
    expect(open.proxy.exceeded.reason).toMatchObject({ code: 'budget_turns' })
  })

  it('are asked about with what those under way may use', async () => {
    const asked: number[] = []
    const { provider, finish } = slowProvider(() => using(10, 10))
    const confirm = async ({ outputTokens }: { outputTokens: number }) => void asked.push(outputTokens)
    open = await openProxy('compatible/m', provider, {}, { confirm })
    await finish(askAll(1))
    const answers = askAll(3)
    await expect.poll(() => open.sent.length).toBe(4)
    await finish(answers)
    expect(asked).toEqual([0, 0, 1000, 2000])
  })

  it('count although the program does not wait for the answers', async () => {
    let begun = () => {}
    const started = new Promise<void>((resolve) => (begun = resolve))
    const never: Provider = (_, { signal }) => {
      begun()
      return new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)))
    }
    open = await openProxy('compatible/m', never)
    const { request } = open.begin(PATH)
    request.end(JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(40_000) }] }))
    await started
    request.destroy()
    await open.proxy.drop()
    expect(open.proxy.usage().turns).toBe(1)
    expect(open.proxy.usage().inputTokens).toBeGreaterThan(10_000)
  })
})

describe('a single call of the model', () => {
  it('is not sent when its question alone costs more than is left', async () => {
    open = await openProxy('compatible/m', () => using(1, 1), {}, { env: { ...PRICE, DOCWRIGHT_RUN_COST_MAX: '1' } })
    const { status } = await open.ask(PATH, { messages: [{ role: 'user', content: 'word '.repeat(100_000) }] })
    expect(status).toBe(403)
    expect(open.sent).toEqual([])
    expect(open.proxy.exceeded.reason).toMatchObject({ code: 'budget_cost' })
  })

  it.each([
    ['compatible/m', PATH, QUESTION, 'max_tokens'],
    ['openai/m', PATH, { ...QUESTION, max_tokens: undefined }, 'max_completion_tokens'],
    ['openai/m', '/v1/responses', { input: 'hi' }, 'max_output_tokens'],
    ['anthropic/m', '/v1/messages', { ...QUESTION, thinking: { type: 'enabled', budget_tokens: 999 } }, 'max_tokens'],
    ['google/m', '/v1beta/models/m:generateContent', { contents: [{ parts: [{ text: 'hi' }] }] }, 'maxOutputTokens'],
  ])('may write what is left and no more: %s %s', async (model, path, question, field) => {
    open = await openProxy(model, () => using(1, 1), { tokens: 500 })
    expect((await open.ask(path, question)).status).toBe(200)
    const { body } = open.sent[0]!
    const limit = body[field] ?? body['generationConfig']?.[field]
    expect(limit).toBeGreaterThan(16)
    expect(limit).toBeLessThan(500)
    expect(body['thinking']).toBeUndefined()
  })

  it('keeps the limit that it has when that fits, and gets none when there is room enough', async () => {
    open = await openProxy('compatible/m', () => using(1, 1))
    await open.ask(PATH, QUESTION)
    await open.ask(PATH, { messages: QUESTION.messages })
    expect(open.sent.map(({ body }) => body['max_tokens'])).toEqual([1000, undefined])
  })

  it('cannot ask for an endless answer by a number that is none', async () => {
    open = await openProxy('compatible/m', () => using(1, 1))
    for (const max_tokens of [-1, 0, 1e300, 0.5, null]) await open.ask(PATH, { ...QUESTION, max_tokens })
    expect(open.sent.map(({ body }) => body['max_tokens'])).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  it('with images is judged by how many they are, not by how long', async () => {
    open = await openProxy('compatible/m', () => using(1, 1), { tokens: 50_000 })
    const url = `data:image/png;base64,${'A'.repeat(1_000_000)}`
    expect(
      (await open.ask(PATH, { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] })).status,
    ).toBe(200)
  })
})

describe('requests that never end', () => {
  /** Moves when the test says so. */
  const heldClock = (): Clock & { wake(): void } => {
    const sleeping = new Set<() => void>()
    return {
      now: () => 0,
      sleep: (_, signal) =>
        new Promise((resolve) => {
          sleeping.add(resolve)
          signal?.addEventListener('abort', () => resolve())
        }),
      wake: () => {
        for (const resolve of sleeping) resolve()
      },
    }
  }

  it('hold no more than three bodies of the largest size, all together', async () => {
    open = await openProxy('compatible/m', () => using(1, 1), { requestBytes: 10_000 })
    const begun = Array.from({ length: 20 }, () => open.begin(PATH))
    for (const { request } of begun) request.write('x'.repeat(9000))
    // Three fit; the others are told at once, with their bodies still open.
    const told: number[] = []
    for (const { answer } of begun) void answer.then(({ status }) => told.push(status)).catch(() => undefined)
    await expect.poll(() => told.length).toBe(17)
    expect(told.every((status) => status === 503)).toBe(true)
    for (const { request } of begun) request.destroy()
    expect((await eventually(() => open.ask(PATH, QUESTION))).status).toBe(200)
  })

  it('are given up after a while, and what they held is free again', async () => {
    const clock = heldClock()
    open = await openProxy('compatible/m', () => using(1, 1), { requestBytes: 10_000 }, { clock })
    const begun = Array.from({ length: 3 }, () => open.begin(PATH))
    for (const { request } of begun) request.write('x'.repeat(9000))
    // A fourth one finds no room as soon as the three are there.
    while ((await open.ask(PATH, { ...QUESTION, padding: 'x'.repeat(8000) })).status !== 503);
    clock.wake()
    expect((await Promise.all(begun.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([408, 408, 408])
    expect((await open.ask(PATH, { ...QUESTION, padding: 'x'.repeat(8000) })).status).toBe(200)
  })

  it('leave nothing behind when the program goes away', async () => {
    open = await openProxy('compatible/m', () => using(1, 1), { requestBytes: 10_000 })
    for (let round = 0; round < 30; round++) {
      const { request, answer } = open.begin(PATH)
      request.write('x'.repeat(9000))
      request.destroy()
      await answer.catch(() => undefined)
    }
    expect((await eventually(() => open.ask(PATH, { ...QUESTION, padding: 'x'.repeat(8000) }))).status).toBe(200)
  })

  /** Connections that were cut are noticed a moment later. */
  async function eventually(ask: () => Promise<{ status: number; text: string }>) {
    for (;;) {
      const answer = await ask()
      if (answer.status !== 503) return answer
    }
  }
})

describe('answers that never end', () => {
  it('end the run at the number of bytes, and count', async () => {
    const endless = () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1000).fill(120)) }))
    open = await openProxy('compatible/m', endless, { answerBytes: 50_000 })
    await open.ask(PATH, QUESTION).catch(() => null)
    await expect.poll(() => open.proxy.exceeded.reason).toMatchObject({ code: 'budget_bytes' })
    await open.proxy.drop()
    expect(open.proxy.usage().outputTokens).toBeGreaterThan(10_000)
  })
})
