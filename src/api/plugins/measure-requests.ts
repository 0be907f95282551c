import type { Metrics } from '../../lib/meter.ts'
import type { App } from '../api-deps.ts'

/** Counts and times requests by the pattern of their route; a pattern can't hold an id. */
export function measureRequests(app: App, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    metrics.takeRequest({ method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
}
