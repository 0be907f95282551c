import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../api-deps.ts'

/** Answers without a body, whose headers say nothing of one. */
const WITHOUT_LENGTH = [204, 304]

/** HEAD is GET without the body. The framework gives all of them a length, and says 0 for answers that never have one. */
export function useHeadRoutes(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [route.onSend ?? []].flat().concat(dropLength)
  })
}

async function dropLength(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (WITHOUT_LENGTH.includes(reply.statusCode)) reply.removeHeader('content-length')
}
