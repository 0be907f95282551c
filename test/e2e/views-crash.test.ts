import { afterAll, describe, expect, it } from 'vitest'
import { createInstallation } from '../support/docwright-process.ts'

const ROUNDS = 4
const BATCHES = 12
const BATCH_EVENTS = 40

const installation = createInstallation({ DOCWRIGHT_LOG: 'silent' })
afterAll(() => installation.remove())

describe('kill -9 while views arrive', () => {
  it('neither loses nor doubles a view, when senders send again what was not answered', async () => {
    let service = await installation.serve()
    const { projectId, key } = service
    const call = (path: string, json?: unknown) =>
      fetch(`${service.url}/v1/analytics/${projectId}/${path}`, {
        method: json === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
    const batches: object[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      const fresh = Array.from({ length: BATCHES }, (_, batch) =>
        Array.from({ length: BATCH_EVENTS }, (_, event) => ({ id: `${round}-${batch}-${event}`, path: `/${event % 7}` })),
      )
      batches.push(...fresh)
      const sending = Promise.allSettled(fresh.map((batch) => call('events', batch)))
      await new Promise((resolve) => setTimeout(resolve, 5 + round * 15))
      await service.end('SIGKILL')
      await sending
      service = await installation.serve()
    }
    // Everything once more, answered or not: ids that were counted are known again.
    for (const batch of batches) expect((await call('events', batch)).status).toBe(202)
    const { totals, views } = (await (await call('views?limit=250')).json()) as {
      totals: { total: number }
      views: { total: number }[]
    }
    expect(totals.total).toBe(ROUNDS * BATCHES * BATCH_EVENTS)
    expect(views.reduce((sum, view) => sum + view.total, 0)).toBe(totals.total)
  })
})
