import { readEvents } from '../../jobs/events.ts'
import { findJob } from '../../jobs/store.ts'
import { type WatchedBatch, watchEvents } from '../../jobs/watch-events.ts'
import type { Clock } from '../../lib/clock.ts'
import { Problem, notFound } from '../../lib/problem.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { isStillAdmitted, useAuthentication } from '../plugins/authentication.ts'
import { useEntityTags } from '../plugins/entity-tags.ts'
import { chooseMediaType } from '../plugins/media-types.ts'
import { presentEvent } from '../present/event.ts'
import { sendEmptyStream, sendEventStream } from '../present/event-stream.ts'
import { EventStream, EventsQuery, JobEventList, LastEventHeaders } from '../schemas/job-events.ts'
import { JobParams } from '../schemas/jobs.ts'
import { responses } from '../schemas/responses.ts'

/** Each one holds a connection and looks at the store once a second; a dashboard needs a few. */
const STREAMS_PER_CALLER_MAX = 20

/** Nobody can know when one of the other streams ends. */
const RETRY_AFTER_SECONDS = '5'

/** As soon as a revoked key counts in every process. */
const LOOK_AGAIN_MS = 5_000

const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'

export function jobEventRoutes(app: App, deps: ApiDeps): void {
  useAuthentication(app, deps)
  useEntityTags(app)

  const database = deps.databases.main
  const streams = createStreamLimit()

  app.get(
    '/v2/agent/:projectId/job/:id/events',
    {
      schema: {
        tags: ['Agent jobs'],
        summary: 'Watch an agent job',
        operationId: 'watchEventsAgentJob',
        description:
          'The log of the job, oldest first. With `Accept: text/event-stream`, you get a stream that continues while the job is active. After a lost connection, send `Last-Event-ID` to resume. You can have 20 streams open.',
        params: JobParams,
        querystring: EventsQuery,
        headers: LastEventHeaders,
        response: responses(
          { 200: { content: { [JSON_TYPE]: { schema: JobEventList }, [STREAM_TYPE]: { schema: EventStream } } } },
          [400, 401, 403, 404, 429],
        ),
      },
    },
    async (request, reply) => {
      const { projectId, id: jobId } = request.params
      const { limit, follow } = request.query
      const after = Number(request.headers['last-event-id'] || request.query.after)
      if (!(await findJob(database, projectId, jobId))) throw notFound()

      if (chooseMediaType(request.headers.accept, [JSON_TYPE, STREAM_TYPE]) === JSON_TYPE) {
        const events = await readEvents(database, jobId, after, limit)
        return reply
          .header('vary', 'accept')
          .type(JSON_TYPE)
          .send({
            events: events.map((event) => presentEvent(event, deps.baseUrl())),
            nextAfter: events.at(-1)?.seq ?? after,
          })
      }
      const close = streams.open(request.caller!.id)
      // A stream has no length to tell, and its end may be far away.
      if (request.method === 'HEAD') {
        close()
        return sendEmptyStream(reply)
      }
      reply.raw.once('close', close)
      return sendEventStream(
        { clock: deps.clock, draining: deps.draining, present: (event) => presentEvent(event, deps.baseUrl()) },
        reply,
        (stopped) => {
          const options = { projectId, jobId, after, isFollowing: follow === 'true' }
          const batches = watchEvents({ database, clock: deps.clock, signal: deps.signal }, options, stopped)
          return whileAdmitted(deps.clock, batches, () => isStillAdmitted(deps, request))
        },
      )
    },
  )
}

/** Ends a stream soon after its caller lost the right to it. Batches come every second, also without events. */
async function* whileAdmitted(
  clock: Clock,
  batches: AsyncIterable<WatchedBatch>,
  isAdmitted: () => Promise<boolean>,
): AsyncGenerator<WatchedBatch, void, void> {
  let lookedAt = clock.now()
  for await (const batch of batches) {
    if (clock.now() - lookedAt >= LOOK_AGAIN_MS) {
      if (!(await isAdmitted())) return
      lookedAt = clock.now()
    }
    yield batch
  }
}

/** Counts the open streams of each caller. In memory, because they are connections to this process. */
function createStreamLimit(): { open(callerId: string): () => void } {
  const open = new Map<string, number>()
  return {
    open: (callerId) => {
      const count = open.get(callerId) ?? 0
      if (count >= STREAMS_PER_CALLER_MAX)
        throw new Problem(
          429,
          'too_many_streams',
          `You have ${STREAMS_PER_CALLER_MAX} event streams open. Close one of them first.`,
          { headers: { 'retry-after': RETRY_AFTER_SECONDS } },
        )
      open.set(callerId, count + 1)
      return () => {
        const left = open.get(callerId)! - 1
        if (left > 0) open.set(callerId, left)
        else open.delete(callerId)
      }
    },
  }
}
