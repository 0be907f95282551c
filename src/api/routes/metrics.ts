import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { readQueue } from '../../jobs/lease-store.ts'
import { LOOPBACK, isWithin, readAddress } from '../../lib/networks.ts'
import { Problem } from '../../lib/problem.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { clientAddress } from '../plugins/client-address.ts'
import { responses } from '../schemas/responses.ts'

/**
 * For Prometheus. Metrics say how busy an installation is, so they aren't for everyone: with `DOCWRIGHT_METRICS_TOKEN` its holder reads
 * them, without it only this machine does. To everyone else the route doesn't exist.
 */
export function metricsRoutes(app: App, deps: ApiDeps): void {
  const { metricsToken, trustedProxies } = deps.config
  app.get(
    '/metrics',
    {
      schema: {
        tags: ['Service'],
        summary: 'Metrics',
        description:
          'Metrics in the text format of Prometheus. Send `DOCWRIGHT_METRICS_TOKEN` as a bearer token. If the server has none, only clients on the same machine get an answer; everyone else gets 404.',
        response: responses({ 200: { content: { 'text/plain': { schema: Type.String() } } } }, [404]),
      },
    },
    async (request, reply) => {
      const isAllowed = metricsToken
        ? isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
        : isLocal(clientAddress(request, trustedProxies))
      if (!isAllowed) throw new Problem(404, 'route_not_found', "This address doesn't exist. See /docs.")
      const { main } = deps.databases
      // A database that can't be asked is no reason to hide the rest: that is when it is needed.
      const queue = await main
        .now()
        .then((now) => readQueue(main, now))
        .catch(() => null)
      return reply.type(deps.metrics.contentType).send(await deps.metrics.read(queue))
    },
  )
}

function isLocal(client: string): boolean {
  const address = readAddress(client)
  return address !== null && isWithin(LOOPBACK, address)
}

/** In a time that says nothing about the token. */
function isSame(one: string, two: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(two))
}
