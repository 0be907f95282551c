import { afterAll, expect, it } from 'vitest'
import { type CuttableLine, startCuttableLine } from '../support/cuttable-line.ts'
import { type Serving, createInstallation } from '../support/docwright-process.ts'
import { type TestEngine, createEngine } from '../support/engines.ts'

const ROUNDS = 3
const SENDERS = 4
const BATCH_EVENTS = 25
/** Enough refusals that every sender met the outage. */
const REFUSALS_PER_ROUND = 20
const CALM_MS_MAX = 5_000

const installation = createInstallation({ DOCWRIGHT_LOG: 'silent' })
let engine: TestEngine
let line: CuttableLine
afterAll(async () => {
  await installation.remove()
  await line.cut()
  await engine.remove()
})

it(
  'refuses views with 503 while PostgreSQL is away, loses and doubles none, and goes on by itself',
  { timeout: 120_000 },
  async () => {
    engine = await createEngine('postgres')
    line = await startCuttableLine(engine.databaseUrl!)
    const service = await installation.serve({ DOCWRIGHT_DATABASE_URL: line.url })
    const book = new Book(service)

    for (let round = 0; round < ROUNDS; round++) {
      await book.sendUntil(() => book.accepted >= (round + 1) * 20)
      const sending = book.sendUntil(() => book.refused >= (round + 1) * REFUSALS_PER_ROUND)
      await line.cut()
      await sending
      await line.restore()
      const restoredAt = performance.now()
      const accepted = book.accepted
      await book.sendUntil(() => book.accepted > accepted)
      expect(performance.now() - restoredAt).toBeLessThan(CALM_MS_MAX)
    }
    expect(book.others).toEqual([])
    expect(book.refused).toBeGreaterThanOrEqual(ROUNDS * REFUSALS_PER_ROUND)

    // What was refused is sent again, as its senders would, and so is the rest: ids that were counted are known again.
    for (let batch = 0; batch < book.batches; batch++) expect(await book.send(batch)).toBe(202)
    const answer = await book.call('views?limit=1')
    const { totals } = (await answer.json()) as { totals: { total: number } }
    expect(totals.total).toBe(book.batches * BATCH_EVENTS)
  },
)

/** Sends batches and notes how each was answered. */
class Book {
  batches = 0
  accepted = 0
  refused = 0
  others: string[] = []
  #service: Serving

  constructor(service: Serving) {
    this.#service = service
  }

  async sendUntil(isDone: () => boolean): Promise<void> {
    const sendOn = async () => {
      while (!isDone()) {
        const status = await this.send(this.batches++)
        if (status === 202) this.accepted++
        else if (status === 503) this.refused++
        else this.others.push(String(status))
      }
    }
    await Promise.all(Array.from({ length: SENDERS }, sendOn))
  }

  async send(batch: number): Promise<number> {
    const events = Array.from({ length: BATCH_EVENTS }, (_, index) => ({ id: `${batch}-${index}`, path: `/${index}` }))
    return (await this.call('events', events)).status
  }

  call(path: string, json?: unknown): Promise<Response> {
    const { url, projectId, key } = this.#service
    return fetch(`${url}/v1/analytics/${projectId}/${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
  }
}
