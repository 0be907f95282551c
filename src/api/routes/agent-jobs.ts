import { archiveJob, unarchiveJob } from '../../jobs/archive-job.ts'
import { cancelJob } from '../../jobs/cancel-job.ts'
import { createJob } from '../../jobs/create-job.ts'
import type { Job } from '../../jobs/job.ts'
import { sendMessage } from '../../jobs/send-message.ts'
import { findJob, listJobs, listJobsOfPages, listMessages } from '../../jobs/store.ts'
import { waitForJob } from '../../jobs/wait-for-job.ts'
import { isSafeBranch } from '../../git/refs.ts'
import { isId } from '../../lib/ids.ts'
import { invalid, notFound } from '../../lib/problem.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useAuthentication } from '../plugins/authentication.ts'
import { useEntityTags } from '../plugins/entity-tags.ts'
import { readIdempotencyKey } from '../plugins/idempotency-key.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { useQuotaHeaders } from '../plugins/rate-limits.ts'
import { presentJob, presentMessage } from '../present/job.ts'
import { responses } from '../schemas/responses.ts'
import {
  GetJobQuery,
  INCLUDES,
  IdempotencyHeaders,
  type Include,
  IncludeQuery,
  JobList,
  JobParams,
  JobView,
  ListJobsQuery,
  MessageList,
  NewJobBody,
  NewMessageBody,
} from '../schemas/jobs.ts'
import { ProjectParams } from '../schemas/parts.ts'

const TAG = 'Agent jobs'

export function agentJobRoutes(app: App, deps: ApiDeps): void {
  useAuthentication(app, deps)
  useJsonBodies(app)
  useQuotaHeaders(app, deps)
  useEntityTags(app)

  const useCase = { database: deps.databases.main, ids: deps.ids, signal: deps.signal, models: deps.models }
  const presentAll = async (jobs: Job[], include?: string) => {
    const wanted = readInclude(include)
    const standings = wanted.has('pullRequest') || wanted.has('state') ? await deps.pullRequestStandings.get(jobs) : null
    return Promise.all(
      jobs.map(async (job) => {
        const messages = wanted.has('messages') ? await listMessages(deps.databases.main, job.id) : []
        return presentJob(job, deps.baseUrl(), wanted, { messages, standing: standings?.get(job.id) })
      }),
    )
  }
  const present = async (job: Job, include?: string) => (await presentAll([job], include))[0]!

  app.post(
    '/v2/agent/:projectId/job',
    {
      config: { bucket: 'agent-job' },
      schema: {
        tags: [TAG],
        summary: 'Create an agent job',
        description:
          'Starts a background job. Poll it until its status is no longer `active`. If the agent changes files, it opens a pull request and puts the link in `prLink`.',
        params: ProjectParams,
        headers: IdempotencyHeaders,
        body: NewJobBody,
        sends: { 201: ['Location', 'Idempotency-Replayed'] },
        response: responses({ 201: JobView }, [400, 401, 403, 404, 409, 413, 415, 422, 429]),
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const { prompt, ref, branch, model, draft, title, page } = request.body
      if (ref !== undefined && !isSafeBranch(ref)) throw invalid('ref', 'is not a valid branch name')
      if (branch !== undefined && !isSafeBranch(branch)) throw invalid('branch', 'is not a valid branch name')
      const wanted = { prompt, ref, branch, model, draft, title, page }
      const { answer, isReplay } = await createJob(
        useCase,
        projectId,
        { ...wanted, askedBy: request.caller!.name },
        readIdempotencyKey(request, 'create-job', wanted),
      )
      if (isReplay) reply.header('idempotency-replayed', 'true')
      else request.quota = answer.quota
      return reply
        .code(201)
        .header('location', `/v2/agent/${projectId}/job/${answer.job.id}`)
        .send(presentJob(answer.job, deps.baseUrl()))
    },
  )

  app.post(
    '/v2/agent/:projectId/job/:id/message',
    {
      config: { bucket: 'agent-message' },
      schema: {
        tags: [TAG],
        summary: 'Send a follow-up message',
        operationId: 'sendFollowupMessageAgentJob',
        description:
          'Continues the job on the same pull request. A message to an `active` job waits for its turn. An `archived` job takes no messages.',
        params: JobParams,
        headers: IdempotencyHeaders,
        body: NewMessageBody,
        sends: { 200: ['Idempotency-Replayed'] },
        response: responses({ 200: JobView }, [400, 401, 403, 404, 409, 413, 415, 422, 429]),
      },
    },
    async (request, reply) => {
      const { projectId, id } = request.params
      const { prompt } = request.body
      const { answer, isReplay } = await sendMessage(
        useCase,
        projectId,
        id,
        prompt,
        readIdempotencyKey(request, `send-message ${id}`, { prompt }),
        request.caller!.name,
      )
      if (isReplay) reply.header('idempotency-replayed', 'true')
      else request.quota = answer.quota
      return presentJob(answer.job, deps.baseUrl())
    },
  )

  app.get(
    '/v2/agent/:projectId/job/:id',
    {
      schema: {
        tags: [TAG],
        summary: 'Get an agent job',
        description:
          'To poll cheaply, send the `ETag` of the last answer as `If-None-Match`. To wait for the end of the job, send `wait`.',
        params: JobParams,
        querystring: GetJobQuery,
        response: responses({ 200: JobView }, [400, 401, 403, 404]),
      },
    },
    async (request) => {
      const { projectId, id } = request.params
      const { include } = request.query
      // There is nothing to wait for without a body.
      const wait = request.method === 'HEAD' ? 0 : (request.query.wait ?? 0)
      // Waiting ends with the client's patience as well: a closed connection is not kept in mind.
      const closed = new AbortController()
      request.raw.once('close', () => closed.abort())
      const job = await waitForJob(
        { database: deps.databases.main, clock: deps.clock, signal: deps.signal },
        projectId,
        id,
        wait,
        AbortSignal.any([deps.draining, closed.signal]),
      )
      if (!job) throw notFound()
      return present(job, include)
    },
  )

  app.get(
    '/v2/agent/:projectId/jobs',
    {
      schema: {
        tags: [TAG],
        summary: 'List agent jobs',
        description: 'Newest first, in all states unless filtered.',
        params: ProjectParams,
        querystring: ListJobsQuery,
        response: responses({ 200: JobList }, [400, 401, 403, 404]),
      },
    },
    async (request) => {
      const { status = null, state = null, search = null, limit, cursor, include, page } = request.query
      if (page) {
        const newest = await listJobsOfPages(deps.databases.main, request.params.projectId, page)
        return { jobs: await presentAll(newest, include), nextCursor: null }
      }
      const found = await listJobs(deps.databases.main, {
        projectId: request.params.projectId,
        status,
        state,
        search,
        beforeId: readCursor(cursor),
        limit: limit + 1,
      })
      const jobs = await presentAll(found.slice(0, limit), include)
      const last = jobs.at(-1)
      return { jobs, nextCursor: found.length > limit && last ? Buffer.from(last.id).toString('base64url') : null }
    },
  )

  app.get(
    '/v2/agent/:projectId/job/:id/messages',
    {
      schema: {
        tags: [TAG],
        summary: 'List the messages of a job',
        operationId: 'listMessagesAgentJob',
        description: "In the order they were sent. The first one is the job's prompt.",
        params: JobParams,
        response: responses({ 200: MessageList }, [401, 403, 404]),
      },
    },
    async (request) => {
      const job = await findJob(deps.databases.main, request.params.projectId, request.params.id)
      if (!job) throw notFound()
      return { messages: (await listMessages(deps.databases.main, job.id)).map(presentMessage) }
    },
  )

  const actions = [
    {
      name: 'cancel',
      act: cancelJob,
      summary: 'Cancel an agent job',
      description: 'Stops an `active` job. Its status becomes `failed`, with the failure code `cancelled`.',
    },
    {
      name: 'archive',
      act: archiveJob,
      summary: 'Archive an agent job',
      description: 'Stops an `active` job first. Archiving twice changes nothing.',
    },
    {
      name: 'unarchive',
      act: unarchiveJob,
      summary: 'Unarchive an agent job',
      description: 'The job gets back the status it had before.',
    },
  ]
  for (const { name, act, summary, description } of actions) {
    app.post(
      `/v2/agent/:projectId/job/:id/${name}`,
      {
        schema: {
          tags: [TAG],
          summary,
          description,
          params: JobParams,
          querystring: IncludeQuery,
          response: responses({ 200: JobView }, [400, 401, 403, 404, 409]),
        },
      },
      async (request) => present(await act(useCase, request.params.projectId, request.params.id), request.query.include),
    )
  }
}

function readInclude(include: string | undefined): Set<Include> {
  const wanted = new Set<Include>()
  for (const name of include?.split(',').filter(Boolean) ?? []) {
    const known = INCLUDES.find((candidate) => candidate === name.trim())
    if (!known) throw invalid('include', `must be some of ${INCLUDES.join(', ')}, separated by commas`)
    wanted.add(known)
  }
  return wanted
}

function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!isId('job', id)) throw invalid('cursor', 'must be the `nextCursor` of another page')
  return id
}
