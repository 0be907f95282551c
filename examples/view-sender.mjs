// Sends views to Docwright in the background, in batches. It never delays an answer and never throws: if Docwright is away for
// long, the oldest views are dropped. Copy this file beside the example for your framework.
import { randomUUID } from 'node:crypto'

const WAIT_MS = 2000
const BATCH_EVENTS = 500
/** Of JSON, at most two bytes each: many proxies let no more than 1 MB through. */
const BATCH_CHARACTERS = 500_000
const KEPT_CHARACTERS_MAX = 20_000_000
/** The longest path that is counted has 512 bytes, which are 1,536 characters when they are percent-encoded. */
const TEXT_CHARACTERS_MAX = 2000

/** The headers that tell people from AI. Cookies and credentials are not among them. */
const HEADERS = (
  'accept sec-fetch-mode sec-fetch-dest sec-fetch-site sec-fetch-user sec-purpose purpose next-router-prefetch rsc ' +
  'signature-agent signature-input signature'
).split(' ')

/** @param {{ url: string, projectId: string, key: string }} docwright */
export function createViewSender({ url, projectId, key }) {
  /** The JSON of each view, the oldest first. What is being sent is not in here. */
  const waiting = []
  let characters = 0
  let timer = null
  let sending = null

  function takeBatch(events) {
    let [count, length] = [0, 0]
    while (count < Math.min(events, waiting.length) && length < BATCH_CHARACTERS) length += waiting[count++].length
    characters -= length
    return waiting.splice(0, count)
  }

  function keep(views, place) {
    waiting.splice(place, 0, ...views)
    for (const view of views) characters += view.length
    while (characters > KEPT_CHARACTERS_MAX) characters -= waiting.shift().length
  }

  async function post(batch) {
    const answer = await fetch(`${url}/v1/analytics/${projectId}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: `[${batch.join(',')}]`,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    answer?.body?.cancel().catch(() => undefined)
    return answer?.status ?? 503
  }

  async function send() {
    let events = BATCH_EVENTS
    while (waiting.length > 0) {
      const batch = takeBatch(events)
      const status = await post(batch)
      const isTooLarge = status === 413 && batch.length > 1
      const isAway = status >= 500 || status === 429
      // Every event has an id, so what was stored without our hearing of it is not counted again.
      if (isTooLarge || isAway) keep(batch, 0)
      if (isTooLarge) events = Math.ceil(batch.length / 2)
      if (isAway) return
    }
  }

  /** One at a time, so that what fails goes back to where it was. */
  function run() {
    clearTimeout(timer)
    timer = null
    sending ??= send().finally(() => {
      sending = null
      start()
    })
    return sending
  }

  function start() {
    if (sending === null && waiting.length > 0) timer ??= setTimeout(run, WAIT_MS)
    timer?.unref?.()
  }

  return {
    /** `target` is a path with its query, or a whole address. `headers` is a function: frameworks have ways of their own to read one. */
    add({ target, protocol, host, method, status, ip, headers }) {
      const names = HEADERS.filter((name) => headers(name) && headers(name).length <= TEXT_CHARACTERS_MAX)
      const view = {
        id: randomUUID(),
        time: Date.now(),
        url: toUrl(target, protocol, host),
        method,
        status,
        ip,
        referrer: headers('referer')?.split(/[?#]/)[0].slice(0, TEXT_CHARACTERS_MAX) || undefined,
        userAgent: headers('user-agent')?.slice(0, TEXT_CHARACTERS_MAX) ?? '',
        headers: Object.fromEntries(names.map((name) => [name, headers(name)])),
      }
      keep([JSON.stringify(view)], waiting.length)
      start()
    },
    /** Before the process ends: sends what is waiting. */
    async flush() {
      await sending
      await run()
    },
  }
}

/** With the host, so that links from page to page are not taken for links from another site. Anybody can send any host. */
function toUrl(target, protocol, host) {
  const url = target.startsWith('/') && /^[\w.:[\]-]+$/.test(host ?? '') ? `${protocol ?? 'http'}://${host}${target}` : target
  if (url.length <= TEXT_CHARACTERS_MAX) return url
  // Of a query only the campaign counts. A path that is still too long is refused by itself, and not with others.
  const campaign = /[?&](utm_source=[\w.-]+)/.exec(url)?.[1]
  return url.split(/[?#]/)[0].slice(0, TEXT_CHARACTERS_MAX) + (campaign ? `?${campaign}` : '')
}
