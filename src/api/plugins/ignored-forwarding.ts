import type { Database } from '../../database/database.ts'
import { deleteNotices, listNotices, writeNotice } from '../../database/notice-store.ts'
import type { MainSchema } from '../../database/schema.ts'
import { LOOPBACK, PRIVATE, isWithin, readAddress } from '../../lib/networks.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { isForwardingIgnored } from './client-address.ts'

/**
 * Where the requests come from whose `X-Forwarded-For` is not believed. Codes are stored, addresses are not.
 *
 * Without a word, everyone behind a proxy that isn't trusted would be one address: they would share its limits, and be one visitor.
 */
const KINDS = {
  'forwarding-loopback': {
    from: 'this machine',
    advice: 'Add loopback to DOCWRIGHT_TRUSTED_PROXIES',
  },
  'forwarding-private': {
    from: 'a private network',
    advice:
      'Set DOCWRIGHT_TRUSTED_PROXIES to the address of your proxy, or to loopback,private if only your proxy can reach the service',
  },
  'forwarding-public': {
    from: 'public addresses',
    advice: 'Set DOCWRIGHT_TRUSTED_PROXIES to the addresses that your CDN or load balancer publishes',
  },
} as const
type Kind = keyof typeof KINDS

/** A proxy sends some requests every day. A notice that old is about one that is gone, or is trusted by now. */
const NOTICE_MS = 7 * 86_400_000

/** How often one process writes the same notice: often enough for its age, and no load. */
const WRITE_MS = 600_000

/** Any robot sends this header once in a while. A proxy is in front when most requests have it, and then it has sent this many soon. */
const PUBLIC_REQUESTS_MIN = 10

export interface Notice {
  code: string
  message: string
  advice: string
}

/** Notes requests whose `X-Forwarded-For` is not believed: once in the log of each process, and in the database. */
export function noteIgnoredForwarding(
  app: App,
  { databases, clock, log, config }: Pick<ApiDeps, 'databases' | 'clock' | 'log' | 'config'>,
): void {
  const writtenAt = new Map<Kind, number>()
  let hasWarned = false
  const publicRequests = { all: 0, forwarded: 0 }

  app.addHook('onRequest', async (request) => {
    const kind = kindOf(request.socket.remoteAddress ?? '')
    const isIgnored = isForwardingIgnored(request, config.trustedProxies)
    if (kind === 'forwarding-public') {
      publicRequests.all++
      if (isIgnored) publicRequests.forwarded++
      if (publicRequests.forwarded < PUBLIC_REQUESTS_MIN || publicRequests.forwarded * 2 < publicRequests.all) return
    }
    if (!isIgnored || kind === null) return
    if (!hasWarned) {
      hasWarned = true
      const { message, advice } = describe(kind)
      log.warn({ advice }, message)
    }
    const now = clock.now()
    if (now - (writtenAt.get(kind) ?? -Infinity) < WRITE_MS) return
    writtenAt.set(kind, now)
    // Not waited for: no request is worth less because a note about it could not be kept.
    void writeNotice(databases.main, kind).catch((error: unknown) => log.warn({ err: error }, 'a notice could not be stored'))
  })
}

/** What an operator should know, for the dashboard and `docwright doctor`. */
export async function findIgnoredForwarding(database: Database<MainSchema>): Promise<Notice[]> {
  const codes = await listNotices(database, (await database.now()) - NOTICE_MS)
  return codes.filter((code): code is Kind => Object.hasOwn(KINDS, code)).map(describe)
}

/** For the start of a service: who is trusted may be set otherwise now, and the next request tells. */
export async function forgetIgnoredForwarding(database: Database<MainSchema>): Promise<void> {
  await deleteNotices(database, Object.keys(KINDS))
}

function kindOf(text: string): Kind | null {
  const address = readAddress(text)
  if (address === null) return null
  if (isWithin(LOOPBACK, address)) return 'forwarding-loopback'
  return isWithin(PRIVATE, address) ? 'forwarding-private' : 'forwarding-public'
}

function describe(code: Kind): Notice {
  const { from, advice } = KINDS[code]
  return {
    code,
    message: `Requests from ${from} carry X-Forwarded-For, and Docwright ignores it. If they come through your proxy, all its readers count as one: they share one rate limit and are one visitor.`,
    advice: `${advice}, then restart. If you have no proxy, ignore this.`,
  }
}
