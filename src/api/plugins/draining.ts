import type { Socket } from 'node:net'
import type { ApiDeps, App } from '../api-deps.ts'

/** For requests that are on their way when the service stops. Longer ones are cut off: their clients ask again. */
const DRAIN_MS = 10_000

/**
 * Lets nobody hold up a service that stops. Node closes the connections that are between two requests, but waits for those that
 * never sent one, and for requests that come byte by byte.
 */
export function useDraining(app: App, deps: ApiDeps): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))

  const closed = new AbortController()
  app.server.on('close', () => closed.abort())
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
    void deps.clock.sleep(DRAIN_MS, closed.signal).then(() => app.server.closeAllConnections())
  })
}
