import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BeaconRefusal } from '../../analytics/exclusion.ts'
import { createLimitedBeacons } from '../../analytics/limited-beacons.ts'
import { recordBeacon } from '../../analytics/record-beacon.ts'
import { findSiteKey } from '../../keys/find-site-key.ts'
import { isWellFormed } from '../../keys/format.ts'
import { Problem } from '../../lib/problem.ts'
import { createAddressLimit } from '../plugins/address-limit.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { clientAddress } from '../plugins/client-address.ts'
import { createJsonParser } from '../plugins/json-bodies.ts'
import { responses } from '../schemas/responses.ts'
import { BeaconBody, CollectParams } from '../schemas/collect.ts'
import { NoContent } from '../schemas/parts.ts'

/** The address of a page and of the one before it. The longest path that is counted has 512 bytes, 1,536 when percent-encoded. */
const BEACON_BYTES_MAX = 8192

/** An office behind one address reads a page a second in all; a script that floods is far above that. */
const BEACONS_PER_MINUTE = 300

/** An hour, so that a new version reaches readers the same day; old ones are used while a new one is fetched. */
const SCRIPT_CACHE = 'public, max-age=3600, stale-while-revalidate=86400'

/**
 * The headers of the script's own request say nothing about the page, but an agent that drives a browser may sign them, and a browser
 * that loads the page ahead says so in all of its requests. The language is the browser's own in each of them.
 */
const KEPT_HEADERS = ['signature-agent', 'signature-input', 'signature', 'sec-purpose', 'accept-language'] as const

/** A script runs in what a browser has opened as a page, also where its address ends in `.md`. */
const OPENED_AS_PAGE = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** The script for readers' browsers, and where it reports to. */
export function collectRoutes(app: App, deps: ApiDeps): void {
  const limit = createAddressLimit(deps.clock, BEACONS_PER_MINUTE)
  const limited = createLimitedBeacons({
    viewStore: deps.viewStore,
    clock: deps.clock,
    projectOf: async (siteKey) => (await findSiteKey(deps.databases.main, deps.clock, siteKey, undefined))?.key.projectId ?? null,
    onError: (error) => app.log.warn({ err: error }, 'beacons that were refused could not be counted'),
  })
  app.addHook('onClose', () => limited.close())
  serveScript(app)
  useBeaconBodies(app)

  // For pages that send JSON by themselves; the script sends plain text, which browsers let through without asking first.
  app.options('/v1/collect/:siteKey', async (_request, reply) =>
    allowAll(reply)
      .code(204)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '86400')
      .send(),
  )

  app.post(
    '/v1/collect/:siteKey',
    {
      bodyLimit: BEACON_BYTES_MAX,
      schema: {
        tags: ['Page views'],
        summary: 'Report a page view',
        description:
          "For the script at `/docwright.js`. The body can be `text/plain`. The answer is the same if the key is unknown, revoked or used on another site, and for readers who ask not to be tracked. These views don't count.",
        params: CollectParams,
        body: BeaconBody,
        consumes: { 'text/plain': BeaconBody },
        response: responses({ 204: NoContent }, [400, 413, 415, 429]),
      },
    },
    async (request, reply) => {
      const { siteKey } = request.params
      if (!isWellFormed('site', siteKey))
        throw new Problem(400, 'invalid_site_key', "This isn't a site key. Copy it again: it starts with `dws_`.")
      const address = clientAddress(request, deps.config.trustedProxies)
      const seconds = limit.take(address)
      if (seconds !== null) {
        limited.add(siteKey)
        throw tooMany(seconds)
      }
      const found = await findSiteKey(deps.databases.main, deps.clock, siteKey, request.headers.origin)
      if (found) await record(deps, request, found.key.projectId, address, found.refusal)
      else request.log.info('a view came with an unknown site key')
      return allowAll(reply).code(204).send()
    },
  )
}

function tooMany(seconds: number): Problem {
  return new Problem(429, 'limit_reached', `More than ${BEACONS_PER_MINUTE} views a minute come from this address.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

async function record(
  deps: ApiDeps,
  request: FastifyRequest,
  projectId: string,
  ip: string,
  refusal: BeaconRefusal | null,
): Promise<void> {
  const { url, referrer, status } = request.body as { url: string; referrer?: string; status?: number }
  const headers: Record<string, string> = { ...OPENED_AS_PAGE }
  for (const name of KEPT_HEADERS) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  // The script asks the same of the browser; here it is asked again of whoever sends without the script.
  const isOptOut = request.headers['dnt'] === '1' || request.headers['sec-gpc'] === '1'
  const { viewStore, classifier, signatures } = deps
  await recordBeacon(
    { viewStore, classifier, signatures, ...(await deps.rulesFor(projectId)) },
    projectId,
    { url, referrer: referrer || undefined, status, userAgent: request.headers['user-agent'] ?? '', ip, headers },
    // Signed for this service, and not for whatever host the request claims to be sent to.
    { method: 'POST', url: deps.baseUrl() + request.url, headers },
    refusal ?? (isOptOut ? 'opt-out' : null),
  )
}

/** Whoever asks, whatever the key: who may use a key, and whether there is one, is nobody's business. There is nothing to read. */
function allowAll(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*')
}

function serveScript(app: App): void {
  const script = readFileSync(new URL('../beacon/docwright.min.js', import.meta.url), 'utf8')
  const tag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 27)}"`
  app.get('/docwright.js', async (request, reply) => {
    reply
      .header('etag', tag)
      .header('cache-control', SCRIPT_CACHE)
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
    const known = (request.headers['if-none-match'] ?? '').split(',')
    if (known.some((candidate) => candidate.trim().replace(/^W\//, '') === tag)) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(script)
  })
}

function useBeaconBodies(app: App): void {
  app.removeAllContentTypeParsers()
  const parse = createJsonParser(app)
  app.addContentTypeParser(
    ['text/plain', 'application/json'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => parse(request, body),
  )
}
