import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { firehoseAnswer } from '../../analytics/collect/drains/cloudfront.ts'
import { type Drained, hashId } from '../../analytics/collect/drains/drain.ts'
import { DRAINS } from '../../analytics/collect/drains/drains.ts'
import { type ReadEvent, recordEvents } from '../../analytics/record-events.ts'
import { authenticate } from '../../keys/authenticate.ts'
import { findDrainKeys, unusedDrainSecret } from '../../keys/drain-keys.ts'
import { isWellFormed } from '../../keys/format.ts'
import { noteUse } from '../../keys/note-use.ts'
import { Problem, notFound } from '../../lib/problem.ts'
import { type Turns, createTurns } from '../../lib/turns.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useBodyBudget } from '../plugins/body-budget.ts'
import { DrainAnswer, DrainLines, DrainParams, DrainRecords, FirehoseError } from '../schemas/collect.ts'
import { ProblemBody } from '../schemas/parts.ts'
import { type InSeveralTypes, responses } from '../schemas/responses.ts'

/** As it is sent, that is compressed where the sender compresses. Firehose buffers 5 MiB unless told otherwise, the others less. */
const DRAIN_BYTES_MAX = 16 * 1024 * 1024

/** Of all deliveries under way together. Whose they are is known only once they are read, so this is what a stranger can take. */
const DRAIN_BYTES_UNDER_WAY_MAX = 32 * 1024 * 1024

/** Events of one transaction. Each has an id, so what is stored before a failure is not counted again when it is sent again. */
const RECORD_EVENTS = 5_000

const REFUSALS = { 'application/problem+json': { schema: ProblemBody }, 'application/json': { schema: FirehoseError } }

type Vendor = keyof typeof DRAINS

/** Deliveries of logs by those who host a site, in the words of each. */
export function drainRoutes(app: App, deps: ApiDeps): void {
  const turns = createTurns()
  useBodyBudget(app, DRAIN_BYTES_UNDER_WAY_MAX)
  // Signatures are made over the bytes that were sent, whatever they are called.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  // Fastly sends logs only to hosts that say that they expect them. Any service may: what it sends counts only with the secret of a project.
  app.get('/.well-known/fastly/logging/challenge', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('*\n'))

  app.post(
    '/v1/analytics/:projectId/drains/:vendor',
    {
      bodyLimit: DRAIN_BYTES_MAX,
      config: { isKeyOnly: true, takesGzip: true },
      schema: {
        tags: ['Page views'],
        summary: 'Deliver logs from a drain',
        operationId: 'deliverLogs',
        description:
          'Receives log drains from Vercel and Netlify, Logpush from Cloudflare, real-time logs from CloudFront through Firehose, log streaming from Fastly, DataStream 2 from Akamai, and load balancer logs from Google Cloud through Pub/Sub. `docwright drain secret` says what to paste there. The body can be gzip. The answer has the form that the sender expects, and comes after the views are stored. A delivery that is sent again counts once.',
        params: DrainParams,
        consumes: { 'application/json': DrainRecords, 'application/x-ndjson': DrainLines },
        response: {
          ...responses<Record<number, TSchema | InSeveralTypes>>({ 200: DrainAnswer }, [403, 404]),
          ...Object.fromEntries([400, 401, 503].map((status) => [status, { content: REFUSALS }])),
        },
      },
    },
    async (request, reply) => {
      const { projectId, vendor } = request.params
      const drained = await open(deps, turns, request, projectId, vendor)
      const answer = await store(deps, request, projectId, vendor, drained)
      if (answer.status === 401) reply.header('www-authenticate', 'Bearer')
      if (answer.status >= 400 && vendor !== 'cloudfront') throw toProblem(answer)
      return reply.code(answer.status).headers(answer.headers).serializer(String).send(answer.body)
    },
  )
}

/** A refusal in the form of all others. Firehose has one of its own. */
function toProblem({ status, headers, body }: Drained['answer']): Problem {
  const { 'content-type': _, ...rest } = headers
  const { error } = JSON.parse(body) as { error: string }
  return new Problem(status, status === 400 ? 'invalid_request' : 'wrong_drain_secret', error, { headers: rest })
}

/** Reads a delivery with whatever proves where it comes from: an admin key of ours, or a secret that the sender was given. */
async function open(deps: ApiDeps, turns: Turns, request: FastifyRequest, projectId: string, vendor: Vendor): Promise<Drained> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const now = await deps.databases.views.now()
  // One after the other: each may take a hundred megabytes until it is read.
  const decode = (secret: string | null) => turns.take('read', () => DRAINS[vendor](body, request.headers, secret, now))
  if (await isVouchedFor(deps, request, projectId, vendor)) return decode(null)
  const keys = { database: deps.databases.main, serverSecret: deps.serverSecret }
  let refused: Drained | null = null
  for (const { key, secret } of await findDrainKeys(keys, projectId)) {
    const drained = await decode(secret)
    if (drained.answer.status !== 401 && drained.answer.status !== 403) {
      // The handshake of Vercel has nothing in it, and proves nothing.
      if (hasRecords(drained)) await noteUse(deps.databases.main, key, deps.clock.now())
      return drained
    }
    refused ??= drained
  }
  // A project that has none, or does not exist, refuses in the same words as one that has others.
  return refused ?? decode(unusedDrainSecret(keys, projectId))
}

function hasRecords({ events, skipped, unreadable, leftOut }: Drained): boolean {
  return events.length + skipped + leftOut.length + Object.keys(unreadable).length > 0
}

/** True when the request carries an admin key of the project. Firehose cannot set headers, but has one for a key. */
async function isVouchedFor(deps: ApiDeps, request: FastifyRequest, projectId: string, vendor: Vendor): Promise<boolean> {
  const accessKey = vendor === 'cloudfront' ? request.headers['x-amz-firehose-access-key'] : undefined
  const header = typeof accessKey === 'string' ? `Bearer ${accessKey}` : request.headers.authorization
  if (!isWellFormed('admin', /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '')) return false
  const key = await authenticate(deps.databases.main, deps.clock, header)
  if (key.projectId !== projectId) throw notFound()
  if (!key.scopes.includes('write')) throw new Problem(403, 'scope_missing', 'This key lacks the scope `write`.')
  request.caller = { id: key.id, name: key.name, projectId }
  return true
}

async function store(
  deps: ApiDeps,
  request: FastifyRequest,
  projectId: string,
  vendor: Vendor,
  drained: Drained,
): Promise<Drained['answer']> {
  const { events, skipped, unreadable, leftOut, answer } = drained
  const { viewStore, classifier, signatures } = deps
  const sums = { accepted: 0, duplicates: 0, rejected: 0 }
  try {
    const read = [
      ...events.map((event) => ({ event })),
      ...leftOut.map(({ id, reason }) => ({ refused: reason, reason, id })),
      ...readUnreadable(request, vendor, drained),
    ]
    for (let at = 0; at < read.length; at += RECORD_EVENTS) {
      const recorded = await recordEvents(
        { viewStore, classifier, signatures, ...(await deps.rulesFor(projectId)) },
        projectId,
        read.slice(at, at + RECORD_EVENTS),
        { isUnattended: true },
      )
      sums.accepted += recorded.accepted
      sums.duplicates += recorded.duplicates
      sums.rejected += recorded.rejected.length
    }
  } catch (error) {
    // Firehose takes everything but its own form for a broken endpoint, and says so instead of what is wrong.
    if (vendor !== 'cloudfront') throw error
    request.log.error({ err: error }, 'a delivery could not be stored')
    const requestId = String(request.headers['x-amz-firehose-request-id'] ?? '')
    return firehoseAnswer(503, requestId, deps.clock.now(), 'The delivery could not be stored. Send it again.')
  }
  if (hasRecords(drained) || answer.status >= 400)
    request.log.info({ vendor, projectId, ...sums, skipped, unreadable, status: answer.status }, 'delivery')
  return answer
}

/** They have no ids of their own, so they get some that are the same when the delivery is sent again. */
function readUnreadable(request: FastifyRequest, vendor: Vendor, { unreadable }: Drained): ReadEvent[] {
  const reasons = Object.keys(unreadable) as (keyof typeof unreadable)[]
  if (reasons.length === 0) return []
  const delivery = hashId(vendor, request.body as Buffer)
  return reasons.flatMap((reason) =>
    Array.from({ length: unreadable[reason]! }, (_, index) => ({
      refused: reason,
      reason,
      id: `${delivery}:${reason}:${index}`,
    })),
  )
}
