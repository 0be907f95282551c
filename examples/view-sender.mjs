// Sends views to Docwright in the background, in batches. It never delays an answer and never throws: if Docwright is away for
// long, the oldest views are dropped. Copy this file beside the example for your framework.
import { randomUUID } from 'node:crypto'

const BATCH_EVENTS = 500
const WAIT_MS = 2000
const KEPT_EVENTS_MAX = 20_000

/** The headers that tell people from AI. Cookies and credentials are not among them. */
const HEADERS = ['accept', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-site', 'sec-purpose', 'signature-agent']

/** @param {{ url: string, projectId: string, key: string }} docwright */
export function createViewSender({ url, projectId, key }) {
  let waiting = []
  let timer = null
  let sending = Promise.resolve()

  async function send() {
    timer = null
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_EVENTS)
      const answer = await fetch(`${url}/v1/analytics/${projectId}/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(batch),
        signal: AbortSignal.timeout(10_000),
      }).catch(() => null)
      // Every event has an id, so what was stored without our hearing of it is not counted again.
      if (!answer || answer.status >= 500 || answer.status === 429) return start()
      waiting = waiting.slice(batch.length)
    }
  }

  function start() {
    timer ??= setTimeout(() => (sending = send()), WAIT_MS)
    timer.unref?.()
  }

  return {
    /** `headers` is a function, so that each framework can give its own way to read one. */
    add({ path, method, status, ip, headers }) {
      const kept = Object.fromEntries(HEADERS.map((name) => [name, headers(name)]).filter(([, value]) => value))
      const referrer = headers('referer') || undefined
      const event = { id: randomUUID(), time: Date.now(), path, method, status, ip, referrer }
      waiting.push({ ...event, userAgent: headers('user-agent') ?? '', headers: kept })
      if (waiting.length > KEPT_EVENTS_MAX) waiting.shift()
      start()
    },
    /** Before the process ends: sends what is waiting. */
    async flush() {
      clearTimeout(timer)
      await sending
      await send()
    },
  }
}
