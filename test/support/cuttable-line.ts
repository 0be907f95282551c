import { type Socket, connect, createServer } from 'node:net'

/** A line between two programs that can be cut, as when a server goes away. */
export interface CuttableLine {
  /** The address to use instead of the one at the other end. */
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Passes connections on to the host and port of a URL. */
export async function startCuttableLine(target: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const own = (server.address() as { port: number }).port
  const url = new URL(target)
  url.host = `127.0.0.1:${own}`
  return {
    url: url.href,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    restore: () => listen(own),
  }
}
