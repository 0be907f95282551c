import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface LoadOptions {
  url: string
  connections: number
  seconds: number
  /** The next request, as the bytes of a whole HTTP/1.1 message. */
  next(): Buffer
  /** The status that counts; others end the run. */
  status: number
}

export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** Seconds before the measured time, for the compiler. */
const WARM_UP_SECONDS = 1

/**
 * Sends requests over so many connections, each as soon as the one before is answered. Bare sockets, because the machine has few
 * cores: every microsecond of the sender is taken from the service that is measured.
 */
export async function runLoad({ url, connections, seconds, next, status }: LoadOptions): Promise<Load> {
  const { hostname, port } = new URL(url)
  const times: number[] = []
  const start = performance.now() + WARM_UP_SECONDS * 1000
  const end = start + seconds * 1000
  const expected = `HTTP/1.1 ${status}`
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(Number(port), hostname)
          socket.setNoDelay(true)
          let sentAt = 0
          let pending = ''
          const send = () => {
            sentAt = performance.now()
            socket.write(next())
          }
          socket.on('connect', send)
          socket.on('error', reject)
          socket.on('data', (chunk: Buffer) => {
            pending += chunk.toString('latin1')
            if (!isWhole(pending)) return
            if (!pending.startsWith(expected)) {
              socket.destroy()
              reject(new Error(`Unexpected answer: ${pending.slice(0, 400)}`))
              return
            }
            pending = ''
            const now = performance.now()
            if (now >= start && now < end) times.push(now - sentAt)
            if (now < end) send()
            else {
              socket.end()
              resolve()
            }
          })
        }),
    ),
  )
  times.sort((one, two) => one - two)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head))?.[1] ?? 0)
  return answer.length >= head + 4 + length
}

export function toRequest(path: string, key: string, body: string): Buffer {
  const bytes = Buffer.from(body)
  return Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: docs\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    ),
    bytes,
  ])
}
