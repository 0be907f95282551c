import type { Notification } from 'pg'
import { systemClock } from '../lib/clock.ts'
import { KEEP_ALIVE_MS } from './postgres-pool.ts'

/** Waits before a lost connection is made again; doubled each time. */
const RECONNECT_MS = 500
const RECONNECT_MS_MAX = 30_000

/**
 * Short messages between all nodes on one PostgreSQL (LISTEN/NOTIFY). They may get lost: while the connection is down, and always
 * behind a PgBouncer in transaction mode. So they only make things quicker, and whoever listens also looks from time to time.
 */
export interface Channel {
  publish(message: string): void
  close(): Promise<void>
}

/** @param onMessage Gets what other connections published. */
export async function openChannel(url: string, name: string, onMessage: (message: string) => void): Promise<Channel> {
  const { Client } = await import('pg')
  const closing = new AbortController()
  let client: InstanceType<typeof Client> | null = null

  const listen = async () => {
    const next = new Client({
      connectionString: url,
      application_name: 'docwright',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    const lost = new Promise<void>((resolve) => {
      next.on('error', () => resolve())
      next.on('end', () => resolve())
      closing.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    next.on('notification', ({ processId, payload }: Notification) => {
      if (processId !== (next as unknown as { processID: number }).processID) onMessage(payload ?? '')
    })
    try {
      await next.connect()
      await next.query(`listen ${name}`)
      client = next
      await lost
    } finally {
      client = null
      // Not waited for: a connection that broke never says that it ended.
      void next.end().catch(() => undefined)
    }
  }
  const stayConnected = async () => {
    let wait = RECONNECT_MS
    while (!closing.signal.aborted) {
      const wasConnected = await listen().then(
        () => true,
        () => false,
      )
      wait = wasConnected ? RECONNECT_MS : Math.min(wait * 2, RECONNECT_MS_MAX)
      await systemClock.sleep(wait, closing.signal)
    }
  }
  const done = stayConnected()
  return {
    publish: (message) => void client?.query('select pg_notify($1, $2)', [name, message]).catch(() => undefined),
    close: async () => {
      closing.abort()
      await done
    },
  }
}
