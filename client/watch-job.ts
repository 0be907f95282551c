import type { JobEvent } from './types.ts'
import { readServerSentEvents } from './server-sent-events.ts'

/** The service beats every 15 seconds; a connection that is silent for three beats is dead, although nobody said so. */
const SILENCE_MS_MAX = 45_000

/** Between two tries: doubled each time up to the second number, and at the first again after something was received. */
const RECONNECT_MS = { first: 250, max: 10_000 }

export interface Connection {
  /** Null when the service could not be reached, or is about to be again. */
  body: ReadableStream<Uint8Array> | null
  retryAfterSeconds: number | null
}

/**
 * The events of a job, each once and in order, over as many connections as it takes.
 *
 * @param connect Opens a stream after an event; throws for what another try cannot mend.
 */
export async function* watchEvents(
  connect: (lastEventId: number, signal: AbortSignal) => Promise<Connection>,
  after: number,
  stopped: AbortSignal,
): AsyncGenerator<JobEvent, void, void> {
  let last = after
  let waitMs = RECONNECT_MS.first
  while (!stopped.aborted) {
    const silence = createTimer(SILENCE_MS_MAX)
    let retryAfterSeconds: number | null = null
    try {
      const connection = await connect(last, AbortSignal.any([stopped, silence.signal]))
      retryAfterSeconds = connection.retryAfterSeconds
      for await (const { event, data } of connection.body ? readServerSentEvents(connection.body, silence.restart) : []) {
        waitMs = RECONNECT_MS.first
        if (event === 'end') return
        const received = JSON.parse(data) as JobEvent
        if (received.seq <= last) continue
        last = received.seq
        yield received
      }
    } catch (error) {
      if (!isConnectionFailure(error)) throw error
    } finally {
      silence.stop()
    }
    await sleep(retryAfterSeconds === null ? waitMs : retryAfterSeconds * 1000, stopped)
    waitMs = Math.min(waitMs * 2, RECONNECT_MS.max)
  }
}

/**
 * What fetch and its streams say when a connection fails: Chromium, Firefox, Safari, and the polyfill for older ones. All are `TypeError`,
 * and so is every other mistake in a program, which another try would only repeat.
 */
const FAILURES: ReadonlySet<string> = new Set([
  'Failed to fetch',
  'network error',
  'NetworkError when attempting to fetch resource.',
  'Error in input stream',
  'Load failed',
  'The network connection was lost.',
  'The Internet connection appears to be offline.',
  'Network request failed',
])

/** What Node says when an answer breaks off: whoever cut it, and wherever. */
const BROKEN_OFF = 'terminated'

/** What Node says when there is no answer. The cause tells a connection from an address that can't be asked. */
const NO_ANSWER = 'fetch failed'

/** True for a connection that failed or was ended by a signal. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'AbortError'
  if (!(error instanceof TypeError)) return false
  if (error.message !== NO_ANSWER) return error.message === BROKEN_OFF || FAILURES.has(error.message)
  const { code, name } = (error.cause ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' || name === 'HTTPParserError'
}

function createTimer(milliseconds: number): { signal: AbortSignal; restart(): void; stop(): void } {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), milliseconds)
  let timer = start()
  const stop = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    stop,
    restart: () => {
      stop()
      timer = start()
    },
  }
}

function sleep(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    if (stopped.aborted) finish()
    else stopped.addEventListener('abort', finish)
  })
}
