import { type Socket, connect, createServer } from 'node:net'

/** What PgBouncer takes of a connection's start-up parameters unless `ignore_startup_parameters` names more. */
const KNOWN = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
])

export interface Bouncer {
  url: string
  stop(): Promise<void>
}

/** Passes connections on to PostgreSQL, and refuses the start-up parameters that PgBouncer refuses, in its words. */
export async function startBouncer(target: string): Promise<Bouncer> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => undefined).on('close', () => sockets.delete(near))
    near.once('data', (start: Buffer) => {
      const unknown = readParameters(start).find((name) => !KNOWN.has(name.toLowerCase()))
      if (unknown !== undefined) return near.end(refusal(`unsupported startup parameter: ${unknown}`))
      const far = connect(Number(port), hostname)
      far.on('error', () => near.destroy()).on('close', () => near.destroy())
      near.on('close', () => far.destroy())
      far.write(start)
      near.pipe(far).pipe(near)
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A start-up message: its length and version, 4 bytes each, then names and values that end with a zero byte. */
function readParameters(message: Buffer): string[] {
  return message
    .toString('latin1', 8)
    .split('\0')
    .filter((word, at) => at % 2 === 0 && word !== '')
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
