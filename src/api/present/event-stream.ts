import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { WatchedBatch } from '../../jobs/watch-events.ts'
import type { Clock } from '../../lib/clock.ts'
import type { JobEventBody } from '../schemas/job-events.ts'

/** Proxies cut connections that are silent for a minute, some after half of one. */
const HEARTBEAT_MS = 15_000

/** How long a browser waits before it connects again. */
const RECONNECT_MS = 1_000

/** What a client that does not read gets to read the rest when the service stops. */
const DRAIN_MS = 2_000

export interface EventStreamDeps {
  clock: Clock
  draining: AbortSignal
  present(event: WatchedBatch['events'][number]): JobEventBody
}

/**
 * Sends events as they come, in the format of the browsers' `EventSource`.
 *
 * The stream asks for the next batch only when the connection has taken the one before, so a client that does not read stops the
 * reading of the store. `stopped` must make the batches end; a connection that is still open some time after that is cut.
 */
export function sendEventStream(
  deps: EventStreamDeps,
  reply: FastifyReply,
  watch: (stopped: AbortSignal) => AsyncIterable<WatchedBatch>,
): FastifyReply {
  const closed = new AbortController()
  const cutOff = async () => {
    await deps.clock.sleep(DRAIN_MS, closed.signal)
    reply.raw.destroy()
  }
  deps.draining.addEventListener('abort', cutOff, { once: true, signal: closed.signal })
  reply.raw.once('close', () => closed.abort())
  const text = writeEvents(deps, watch(AbortSignal.any([deps.draining, closed.signal])))
  return announceEventStream(reply).send(Readable.from(text, { objectMode: false }))
}

/** For a HEAD request: what a stream would begin with, and nothing of it. */
export function sendEmptyStream(reply: FastifyReply): FastifyReply {
  return announceEventStream(reply).send(Readable.from([]))
}

function announceEventStream(reply: FastifyReply): FastifyReply {
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'accept')
      .header('x-accel-buffering', 'no')
      // The stream ends the connection: one that were kept would hold up a service that stops.
      .header('connection', 'close')
  )
}

async function* writeEvents(deps: EventStreamDeps, batches: AsyncIterable<WatchedBatch>): AsyncGenerator<string, void, void> {
  // At once, so that the client sees the headers although there may be no event for a while.
  yield `retry: ${RECONNECT_MS}\n\n`
  let sentAt = deps.clock.now()
  for await (const { events, end } of batches) {
    const isSilent = deps.clock.now() - sentAt >= HEARTBEAT_MS
    if (events.length === 0 && !end && !isSilent) continue
    if (events.length > 0) yield events.map((event) => writeEvent(deps.present(event))).join('')
    // Without an id: whoever asks again for what follows the last event gets this one again.
    if (end) yield `event: end\ndata: ${JSON.stringify({ status: end })}\n\n`
    if (events.length === 0 && !end) yield ': still here\n\n'
    sentAt = deps.clock.now()
  }
}

/** JSON has no line ends of its own, so the data is always one line. */
function writeEvent({ seq, kind, at, data }: JobEventBody): string {
  return `id: ${seq}\nevent: ${kind}\ndata: ${JSON.stringify({ seq, at, kind, data })}\n\n`
}
