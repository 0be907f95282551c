import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import type { App } from '../api-deps.ts'
import { renderGuidePage } from '../pages/guide/guide-page.ts'
import { type Guide, readGuide } from '../pages/guide/read-guide.ts'
import { type Findable, renderHits, search } from '../pages/guide/search.ts'
import { html } from '../pages/html.ts'
import { sendPage } from '../pages/page.ts'
import { renderShell } from '../pages/shell.ts'

const ROOT = new URL('../../..', import.meta.url).pathname

/** What is behind the addresses of files. Examples are shown, not run. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.png', 'image/png'],
  ['.mjs', 'text/plain; charset=utf-8'],
])

const QUERY_CHARACTERS_MAX = 100

/** The guide, from the Markdown files of the repository, and the search over it and the API reference. */
export function guideRoutes(app: App, operations: () => Findable[]): void {
  let read: Promise<Guide> | undefined
  const guideOf = () => (read ??= readGuide(ROOT))

  const sendGuidePage = async (reply: FastifyReply, name: string) => {
    const guide = await guideOf()
    const page = guide.pages.get(name)
    if (!page) return sendMissing(reply, guide)
    return sendPage(reply, page.title, renderGuidePage(guide, page), { isForReading: true, hasForms: true })
  }
  const sendFile = async (reply: FastifyReply, name: string) => {
    const path = (await guideOf()).files.get(name)
    if (!path) throw new Problem(404, 'route_not_found', "This file doesn't exist.")
    const type = TYPES.get(extname(path)) ?? 'application/octet-stream'
    return reply
      .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' })
      .type(type)
      .send(await readFile(path))
  }

  app.get('/guide', (_request, reply) => sendGuidePage(reply, ''))
  app.get<{ Params: { page: string } }>('/guide/:page', (request, reply) => sendGuidePage(reply, request.params.page))
  app.get<{ Params: { page: string } }>('/guide/adr/:page', (request, reply) =>
    sendGuidePage(reply, `adr/${request.params.page}`),
  )
  app.get<{ Params: { name: string } }>('/guide/images/:name', (request, reply) =>
    sendFile(reply, `images/${request.params.name}`),
  )
  app.get<{ Params: { name: string } }>('/guide/examples/:name', (request, reply) =>
    sendFile(reply, `examples/${request.params.name}`),
  )
  app.get<{ Querystring: { q?: unknown } }>('/guide/search', async (request, reply) => {
    const guide = await guideOf()
    const { q } = request.query
    const query = typeof q === 'string' ? q.slice(0, QUERY_CHARACTERS_MAX) : ''
    const content = renderHits(query, search([...findablePages(guide), ...operations()], query))
    const shell = renderShell({ area: 'guide', sidebar: guide.sidebar, current: null, query, content })
    return sendPage(reply, 'Search', shell, { isForReading: true, hasForms: true })
  })
}

/** Decisions and the like are in the guide, but not what a reader who searches it looks for. */
function findablePages(guide: Guide): Findable[] {
  const listed = new Set(guide.sidebar.flatMap(({ links }) => links.map(({ href }) => href)))
  return [...guide.pages.values()].flatMap((page) => {
    const address = guide.addressOf(page.file)
    if (address === null || !listed.has(address)) return []
    return page.sections.map(({ title, anchor, text }) => ({ href: `${address}#${anchor}`, page: page.title, title, text }))
  })
}

function sendMissing(reply: FastifyReply, guide: Guide): FastifyReply {
  const content = html`<h1>This page doesn’t exist</h1><p>Pick one from the contents, or search for it.</p>`
  return sendPage(reply.code(404), 'Not found', renderShell({ area: 'guide', sidebar: guide.sidebar, current: null, content }), {
    isForReading: true,
    hasForms: true,
  })
}
