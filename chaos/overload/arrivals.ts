import { type Socket, connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** More connections than a proxy opens to one service; what would need more waits for a free one, as it would there. */
const CONNECTIONS_MAX = 1_000
const TICK_MS = 5

export interface ArrivalOptions {
  url: string
  perSecond: number
  seconds: number
  /** The next request, as the bytes of a whole HTTP/1.1 message. */
  next(): Buffer
}

/** How often each status was answered; 0 stands for a connection that broke. */
export type Answers = Record<number, number>

/**
 * Sends requests as they come from many clients that know nothing of each other: at a rate, whether or not the ones before were
 * answered. Bare sockets, because the sender shares its processors with the service.
 */
export async function sendArrivals({ url, perSecond, seconds, next }: ArrivalOptions): Promise<Answers> {
  const { hostname, port } = new URL(url)
  const answers: Answers = {}
  const free: Socket[] = []
  const all = new Set<Socket>()
  const load = { open: 0, waiting: 0 }
  const count = (status: number) => (answers[status] = (answers[status] ?? 0) + 1)
  const send = (socket: Socket) => {
    load.open++
    socket.write(next())
  }
  const start = () => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    all.add(socket)
    let pending = ''
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1')
      const status = readWhole(pending)
      if (status === null) return
      pending = ''
      count(status)
      load.open--
      if (load.waiting === 0) free.push(socket)
      else {
        load.waiting--
        send(socket)
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const place = free.indexOf(socket)
      if (place >= 0) free.splice(place, 1)
      else if (all.has(socket)) {
        count(0)
        load.open--
      }
      all.delete(socket)
    })
    send(socket)
  }
  const began = performance.now()
  for (let sent = 0; performance.now() - began < seconds * 1000; await delay(TICK_MS)) {
    for (const due = ((performance.now() - began) / 1000) * perSecond; sent < due; sent++) {
      const socket = free.pop()
      if (socket) send(socket)
      else if (all.size < CONNECTIONS_MAX) start()
      else load.waiting++
    }
  }
  load.waiting = 0
  while (load.open > 0) await delay(TICK_MS)
  for (const socket of all) {
    all.delete(socket)
    socket.destroy()
  }
  return answers
}

/** The status of an answer that has arrived as a whole. */
function readWhole(answer: string): number | null {
  const head = answer.indexOf('\r\n\r\n')
  if (head < 0) return null
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head))?.[1] ?? 0)
  return answer.length < head + 4 + length ? null : Number(answer.slice(9, 12))
}
