import { readFile } from 'node:fs/promises'
import type { FastifyReply, RouteOptions } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import type { App } from '../api-deps.ts'
import type { Html } from '../pages/html.ts'
import { sendPage } from '../pages/page.ts'
import { readExamples } from '../pages/reference/examples.ts'
import { renderOperation } from '../pages/reference/operation-page.ts'
import { renderObjects, renderOverview } from '../pages/reference/overview-page.ts'
import { type Route, findableOperations, referenceSidebar, routesOf } from '../pages/reference/reference.ts'
import { renderShell } from '../pages/shell.ts'
import { type OpenApi, describeRoutes } from '../schemas/openapi.ts'
import { guideRoutes } from './guide.ts'

const SCRIPT = new URL('../pages/reading.js', import.meta.url)

/** Serves the description of all routes, for programs and for people, and the guide beside it. */
export function useDescription(app: App): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))

  let made: { api: OpenApi; routes: Route[]; examples: ReturnType<typeof readExamples> } | undefined
  // All routes are there once the first request is.
  const describe = () => {
    if (made) return made
    const api = describeRoutes(routes)
    return (made = { api, routes: routesOf(api), examples: readExamples() })
  }
  const send = (reply: FastifyReply, title: string, current: string, content: Html) => {
    const shell = renderShell({ area: 'reference', sidebar: referenceSidebar(describe().routes), current, content })
    return sendPage(reply, title, shell, { isForReading: true, hasForms: true })
  }

  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(describe().api, null, 2)),
  )
  app.get('/docs', async (_request, reply) =>
    send(reply, 'API reference', '/docs', renderOverview(describe().api, describe().routes)),
  )
  app.get('/docs/objects', async (_request, reply) => send(reply, 'Objects', '/docs/objects', renderObjects(describe().api)))
  app.get<{ Params: { operation: string } }>('/docs/:operation', async (request, reply) => {
    const { api, routes: described, examples } = describe()
    const { operation: name } = request.params
    const route = described.find(({ operation }) => operation.operationId === name)
    if (!route) throw new Problem(404, 'route_not_found', "This operation doesn't exist. See /docs.")
    return send(reply, route.operation.summary, route.href, renderOperation(api, route, examples.get(name) ?? null))
  })
  app.get('/reading.js', async (_request, reply) =>
    reply
      .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(await readFile(SCRIPT)),
  )
  guideRoutes(app, () => findableOperations(describe().routes))
}
