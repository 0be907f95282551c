import type { FastifyReply, FastifyRequest } from 'fastify'
import { findJobOfBranch } from '../../jobs/store.ts'
import { Problem } from '../../lib/problem.ts'
import { mayAct } from '../../people/person.ts'
import { findSession } from '../../people/sessions.ts'
import { noSuchPullRequest } from '../../pull-requests/change-pull-request.ts'
import { closePullRequest } from '../../pull-requests/close-pull-request.ts'
import { markPullRequestReady } from '../../pull-requests/mark-pull-request-ready.ts'
import { mergePullRequest } from '../../pull-requests/merge-pull-request.ts'
import { type LocatedPullRequest, pullRequestLink } from '../../pull-requests/pull-request.ts'
import { findPullRequestBySecret } from '../../pull-requests/pull-request-store.ts'
import { readPullRequestChanges } from '../../pull-requests/read-pull-request.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { sendPage } from '../pages/page.ts'
import { renderPullRequest } from '../pages/pull-request-page.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { isPercentEncoded, readText } from '../plugins/read-text.ts'
import { readSessionToken } from '../plugins/session-cookie.ts'
import { needRole, needSession, useSessions } from '../plugins/sessions.ts'
import { MergeBody, PullRequestParams, PullRequestState } from '../schemas/pull-requests.ts'
import { responses } from '../schemas/responses.ts'

/** What secrets are made of. Anything else is not looked up: PostgreSQL refuses some characters with an error. */
const SECRET_SHAPE = /^[\w-]{1,100}$/

const ACTIONS = ['merge', 'close', 'ready'] as const
type Action = (typeof ACTIONS)[number]

const DESCRIPTIONS: Record<Action, [summary: string, description: string, operationId?: string]> = {
  merge: ['Merge a pull request', 'Merges it in the repository. With `head`, only if that is still the newest commit.'],
  close: ['Close a pull request', 'Closes it without a merge. Its branch stays.'],
  ready: ['Mark a pull request as ready', 'A draft can be merged after that.', 'sayThatPullRequestIsReady'],
}

/** The pages behind the links of built-in pull requests. Whoever has the link may read; it cannot be guessed. */
export function pullRequestRoutes(app: App, deps: ApiDeps): void {
  app.get<{ Params: { secret: string }; Querystring: { view?: unknown } }>('/pull-requests/:secret', async (request, reply) =>
    sendPullRequest(deps, request, reply, await need(deps, request.params.secret), null),
  )
}

/** What an editor does with a pull request, for programs. */
export function pullRequestActionRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  for (const action of ACTIONS) {
    const [summary, description, operationId] = DESCRIPTIONS[action]
    app.post(
      `/v1/pull-requests/:token/${action}`,
      {
        config: { role: 'editor' },
        preValidation: async (request) => {
          // All of the body is optional, and so is the body.
          request.body ??= {}
        },
        schema: {
          tags: ['Dashboard'],
          summary,
          ...(operationId ? { operationId } : {}),
          description,
          params: PullRequestParams,
          body: MergeBody,
          response: responses({ 200: PullRequestState }, [400, 401, 403, 404, 409, 413, 415]),
        },
      },
      async (request) => {
        const pullRequest = await need(deps, request.params.token)
        return { state: (await act(deps, pullRequest, action, request.body.head ?? null, request.person!.email)).state }
      },
    )
  }
}

/** The same for the buttons of the page, which has no script: a form is sent, and the page is shown again. */
export function pullRequestFormRoutes(app: App, deps: ApiDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      const text = readText(body)
      if (!isPercentEncoded(text)) throw new Problem(400, 'invalid_request', "The form isn't encoded as UTF-8.")
      return Object.fromEntries(new URLSearchParams(text))
    },
  )
  app.addHook('onRequest', async (request, reply) => {
    try {
      needRole(await needSession(deps, request), 'editor')
      return undefined
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return reply.redirect('/sign-in', 303)
      throw error
    }
  })
  for (const action of ACTIONS) {
    app.post<{ Params: { secret: string }; Body: { head?: string } | undefined }>(
      `/pull-requests/:secret/${action}`,
      async (request, reply) => {
        const pullRequest = await need(deps, request.params.secret)
        try {
          await act(deps, pullRequest, action, request.body?.head ?? null, request.person!.email)
        } catch (error) {
          if (!(error instanceof Problem) || error.status !== 409) throw error
          const now = await need(deps, request.params.secret)
          return sendPullRequest(deps, request, reply.code(409), now, error.message)
        }
        return reply.redirect(pullRequestLink(pullRequest), 303)
      },
    )
  }
}

async function need(deps: ApiDeps, secret: string): Promise<LocatedPullRequest> {
  const pullRequest = SECRET_SHAPE.test(secret) ? await findPullRequestBySecret(deps.builtin.database, secret) : null
  if (!pullRequest) throw noSuchPullRequest()
  return pullRequest
}

async function act(
  { builtin }: ApiDeps,
  { id }: LocatedPullRequest,
  action: Action,
  expectedHead: string | null,
  actor: string,
): Promise<LocatedPullRequest> {
  if (action === 'merge') return mergePullRequest(builtin, id, { expectedHead, actor })
  return action === 'close' ? closePullRequest(builtin, id, actor) : markPullRequestReady(builtin, id, actor)
}

/** Where a signed-in person reviews it. */
async function findJobPage(deps: ApiDeps, { projectId, head }: LocatedPullRequest): Promise<string | null> {
  const jobId = await findJobOfBranch(deps.databases.main, projectId, head)
  return jobId === null ? null : `/projects/${projectId}/jobs/${jobId}`
}

async function sendPullRequest(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  pullRequest: LocatedPullRequest,
  refusal: string | null,
): Promise<FastifyReply> {
  const token = readSessionToken(deps, request)
  const person = token === null ? null : await findSession(deps.databases.main, deps.clock, token)
  const changes = await readPullRequestChanges(deps.builtin, pullRequest)
  const view = (request.query as { view?: unknown }).view === 'split' ? 'split' : 'unified'
  const isEditor = person !== null && mayAct(person.role, 'editor')
  const jobPage = person === null ? null : await findJobPage(deps, pullRequest)
  return sendPage(reply, pullRequest.title, renderPullRequest(pullRequest, changes, { view, isEditor, jobPage, refusal }), {
    hasForms: isEditor,
  })
}
