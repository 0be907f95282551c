import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { type DashboardFile, createDashboardFiles } from '../pages/dashboard-files.ts'
import { takesGzip } from '../plugins/media-types.ts'
import { html } from '../pages/html.ts'
import { sendPage } from '../pages/page.ts'

/** Where `npm run dashboard` puts the pages. */
const BUILT = new URL('../../../dashboard/dist', import.meta.url).pathname

/** The addresses of the pages. All of them are the same document, which knows what to show. */
const PAGES = [
  '/',
  '/sign-in',
  '/setup',
  '/invite',
  '/recover',
  '/share',
  '/projects',
  '/projects/new',
  '/projects/:id/overview',
  '/projects/:id/audit',
  '/projects/:id/keys',
  '/projects/:id/jobs',
  '/projects/:id/jobs/:jobId',
  '/projects/:id/readers',
  '/projects/:id/misses',
  '/projects/:id/unread',
  '/projects/:id/settings',
  '/people',
  '/account',
]

/** Only what this service itself serves is loaded, nothing that stands in a page runs, and nothing may frame it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** A year, the most that caches care for. Names hold a hash of the content, so what is behind one never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

export function dashboardRoutes(app: App, deps: Pick<ApiDeps, 'dashboardFolder'>): void {
  const files = createDashboardFiles(deps.dashboardFolder ?? BUILT)

  for (const path of PAGES)
    app.get(path, async (request, reply) => {
      const build = await files.read()
      if (!build) return sendMissing(reply)
      return send(request, reply, build.index, 'no-cache')
    })

  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const file = (await files.read())?.assets.get(request.params.name)
    if (!file) throw new Problem(404, 'route_not_found', "This file doesn't exist.")
    return send(request, reply, file, FOR_EVER)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, file: DashboardFile, caching: string): FastifyReply {
  reply.headers(HEADERS).header('cache-control', caching).header('vary', 'accept-encoding').type(file.type)
  if (file.gzipped === null || !takesGzip(request.headers['accept-encoding'])) return reply.send(file.body)
  return reply.header('content-encoding', 'gzip').send(file.gzipped)
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply.code(503),
    'Dashboard',
    html`<main><h1>The dashboard is not built yet</h1>
<p>Run <code>npm run dashboard</code> in the folder of Docwright, and load this page again. <code>npm start</code> does it by itself.</p>
<p>The API works without it: see <a href="/docs">its description</a>.</p></main>`,
  )
}
