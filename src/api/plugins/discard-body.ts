import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../lib/clock.ts'

/** How far a body may be above the limit of its route to be read to its end: twice the limit, and no more than this. */
const BYTES_MAX = 8 * 1024 * 1024
/** Of reading. Who takes longer is answered at once. */
const DISCARD_MS = 2_000

/**
 * Reads and throws away what is on its way of a body that is too large. Most clients look for an answer only when they have sent all of
 * their body: with the connection closed before that, they see a broken pipe in place of the answer. Nothing of it is kept in memory,
 * and what is far too large is not waited for.
 */
export async function discardBody({ raw, routeOptions }: FastifyRequest, clock: Clock): Promise<void> {
  const limit = routeOptions.bodyLimit ?? 0
  const bytesMax = limit + Math.min(2 * limit, BYTES_MAX)
  if (raw.complete || Number(raw.headers['content-length'] ?? 0) > bytesMax) return
  const done = new AbortController()
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bytesMax) done.abort()
  }
  const end = () => done.abort()
  // What unpacks it would go on unpacking.
  raw.unpipe()
  raw.on('data', count).on('end', end).on('close', end).on('error', end)
  raw.resume()
  await clock.sleep(DISCARD_MS, done.signal)
  raw.off('data', count)
  raw.pause()
}
