import type { RouteOptions } from 'fastify'
import type { App } from '../api-deps.ts'
import { renderDocs } from '../pages/docs-page.ts'
import { sendPage } from '../pages/page.ts'
import { type OpenApi, describeRoutes } from '../schemas/openapi.ts'

/** Serves the description of all routes, for programs and for people. */
export function useDescription(app: App): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))

  let description: OpenApi | undefined
  const describe = () => (description ??= describeRoutes(routes))
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(JSON.stringify(describe(), null, 2)))
  app.get('/docs', async (_request, reply) => sendPage(reply, 'API', renderDocs(describe())))
}
