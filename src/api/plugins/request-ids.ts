import type { Clock } from '../../lib/clock.ts'
import type { Ids } from '../../lib/ids.ts'
import type { App } from '../api-deps.ts'

/** Visible characters only: the id is echoed in a header and written to the log. */
const ACCEPTED = /^[\x21-\x7e]{1,128}$/

/** Gives every request an id, the client's own if it sent a usable one, and writes one log line when it is answered. */
export function useRequestIds(app: App, deps: { ids: Ids; clock: Clock }): void {
  app.setGenReqId((raw) => {
    const sent = raw.headers['x-request-id']
    return typeof sent === 'string' && ACCEPTED.test(sent) ? sent : deps.ids.next('req', deps.clock.now())
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the URL: paths hold the unguessable links of pull requests, and queries anything at all.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        callerId: request.caller?.id ?? request.person?.id,
      },
      'request',
    )
  })
}
