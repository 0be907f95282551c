import { createGitlabHost } from '../../src/codehosts/gitlab.ts'
import { type JsonObject, createContract } from './openapi-contract.ts'
import {
  MERGED_AT,
  type ApiReply,
  type ApiRequest,
  type StandInKind,
  type StandInState,
  type StoredPullRequest,
  addPullRequest,
  pullRequestsByHead,
} from './stand-in.ts'

const PROJECT_ID = 3
const FORK_ID = 4

const DEVELOPER = 30
const REPORTER = 20

const text = { type: 'string' }
const integer = { type: 'integer' }
const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })
const query = (name: string, values?: string[]): JsonObject => ({
  name,
  in: 'query',
  schema: values ? { type: 'string', enum: values } : text,
})
const paged = [
  { name: 'page', in: 'query', schema: integer },
  { name: 'per_page', in: 'query', schema: integer },
]

/** The fields of docs.gitlab.com/api/merge_requests, "Response" of "List project merge requests". */
const mergeRequest = {
  type: 'object',
  required: [
    'id',
    'iid',
    'project_id',
    'title',
    'description',
    'state',
    'source_branch',
    'target_branch',
    'source_project_id',
    'target_project_id',
    'draft',
    'sha',
    'web_url',
  ],
  properties: {
    id: integer,
    iid: integer,
    project_id: integer,
    title: text,
    description: { type: 'string', nullable: true },
    state: { type: 'string', enum: ['opened', 'closed', 'locked', 'merged'] },
    source_branch: text,
    target_branch: text,
    source_project_id: { type: 'integer', nullable: true },
    target_project_id: integer,
    draft: { type: 'boolean' },
    merged_at: { type: 'string', nullable: true, format: 'date-time' },
    sha: { type: 'string', nullable: true },
    web_url: { type: 'string', format: 'uri' },
  },
}
const failure = { type: 'object', properties: { message: {}, error: text } }
const access = { type: 'object', nullable: true, required: ['access_level'], properties: { access_level: integer } }

/** What GitLab's documentation says of the calls that Docwright makes, as a description of the same form as the other hosts'. */
const description: JsonObject = {
  openapi: '3.0.0',
  paths: {
    // docs.gitlab.com/api/projects, "Retrieve a project".
    '/projects/{id}': {
      get: {
        responses: {
          '200': content({
            type: 'object',
            required: ['id', 'path_with_namespace', 'archived'],
            properties: {
              id: integer,
              path_with_namespace: text,
              archived: { type: 'boolean' },
              merge_requests_access_level: { type: 'string', enum: ['disabled', 'private', 'enabled'] },
              permissions: {
                type: 'object',
                required: ['project_access', 'group_access'],
                properties: { project_access: access, group_access: access },
              },
            },
          }),
          '404': content(failure),
        },
      },
    },
    // docs.gitlab.com/api/branches, "Retrieve a repository branch".
    '/projects/{id}/repository/branches/{branch}': {
      get: {
        responses: {
          '200': content({
            type: 'object',
            required: ['name', 'protected', 'commit'],
            properties: { name: text, protected: { type: 'boolean' }, commit: { type: 'object' } },
          }),
          '404': content(failure),
        },
      },
    },
    // docs.gitlab.com/api/protected_branches, "List protected branches".
    '/projects/{id}/protected_branches': {
      get: {
        parameters: paged,
        responses: {
          '200': content({ type: 'array', items: { type: 'object', required: ['name'], properties: { name: text } } }),
        },
      },
    },
    '/projects/{id}/merge_requests': {
      // "List project merge requests".
      get: {
        parameters: [
          ...paged,
          query('source_branch'),
          query('state', ['all', 'opened', 'closed', 'locked', 'merged']),
          query('order_by', ['created_at', 'title', 'merged_at', 'updated_at']),
          query('sort', ['asc', 'desc']),
        ],
        responses: { '200': content({ type: 'array', items: mergeRequest }) },
      },
      // "Create a merge request".
      post: {
        requestBody: content({
          type: 'object',
          required: ['source_branch', 'target_branch', 'title'],
          properties: {
            source_branch: text,
            target_branch: text,
            title: text,
            description: { type: 'string', maxLength: 1_048_576 },
          },
        }),
        responses: { '201': content(mergeRequest), '409': content(failure), '422': content(failure) },
      },
    },
    '/projects/{id}/merge_requests/{merge_request_iid}': {
      // "Get single MR".
      get: { responses: { '200': content(mergeRequest), '404': content(failure) } },
      // "Update a merge request".
      put: {
        requestBody: content({
          type: 'object',
          properties: {
            title: text,
            description: text,
            target_branch: text,
            state_event: { type: 'string', enum: ['close', 'reopen'] },
          },
        }),
        responses: { '200': content(mergeRequest), '404': content(failure) },
      },
    },
  },
}

export const gitlabKind: StandInKind = {
  name: 'GitLab',
  path: 'acme/guides/docs',
  apiPath: '/api/v4',
  contract: createContract(description),
  isAuthorized: (authorization, { token }) => authorization === `Bearer ${token}`,
  isGitUser: (username) => username === 'oauth2',
  answer,
  createHost: (deps, { url, token }) => createGitlabHost(deps, { url, token }),
}

function answer(request: ApiRequest, state: StandInState): ApiReply {
  const { method, path } = request
  const project = `/projects/${encodeURIComponent(state.path)}`
  if (!path.startsWith(project)) return { status: 404, body: { message: '404 Project Not Found' } }
  const rest = path.slice(project.length)
  if (method === 'GET' && rest === '') return { status: 200, body: toProject(state) }
  if (method === 'GET' && rest.startsWith('/repository/branches/'))
    return getBranch(rest.slice('/repository/branches/'.length), state)
  if (method === 'GET' && rest === '/protected_branches') return { status: 200, body: state.protects.map((name) => ({ name })) }
  if (method === 'GET' && rest === '/merge_requests') {
    const found = pullRequestsByHead(state, request.query.get('source_branch') ?? '')
    return { status: 200, body: found.map((one) => toMergeRequest(one, state)) }
  }
  if (method === 'POST' && rest === '/merge_requests') return create(request.body as Record<string, string>, state)
  const number = Number(/^\/merge_requests\/(\d+)$/.exec(rest)?.[1])
  const one = state.pullRequests.find((other) => other.number === number)
  if (method === 'GET' && one) return { status: 200, body: toMergeRequest(one, state) }
  if (method !== 'PUT' || !one) return { status: 404, body: { message: '404 Not found' } }
  const {
    description: body = one.body,
    title = one.title,
    state_event: event,
  } = request.body as { description?: string; title?: string; state_event?: string }
  Object.assign(one, { body, title, ...(event === 'close' ? { state: 'closed' } : {}) })
  return { status: 200, body: toMergeRequest(one, state) }
}

function create(wanted: Record<string, string>, state: StandInState): ApiReply {
  if (state.isArchived) return { status: 403, body: { message: '403 Forbidden - The project is archived' } }
  const { source_branch: head = '', target_branch: base = '', title = '', description: body = '' } = wanted
  const added = addPullRequest(state, { head, base, title, body, isDraft: title.startsWith('Draft: ') })
  if (added === 'exists')
    return { status: 409, body: { message: ['Another open merge request already exists for this source branch: !1'] } }
  if (added === 'no-head') return { status: 422, body: { message: ['Source branch does not exist'] } }
  if (added === 'no-base') return { status: 422, body: { message: ['Target branch does not exist'] } }
  return { status: 201, body: toMergeRequest(added, state) }
}

/** GitLab wants slashes in names encoded. */
function getBranch(name: string, state: StandInState): ApiReply {
  const id = name.includes('/') ? null : state.repositories.commitOf(state.path, decodeURIComponent(name))
  return id
    ? { status: 200, body: { name, protected: false, commit: { id } } }
    : { status: 404, body: { message: '404 Branch Not Found' } }
}

function toProject(state: StandInState) {
  return {
    id: PROJECT_ID,
    path_with_namespace: state.path,
    archived: state.isArchived,
    merge_requests_access_level: 'enabled',
    permissions: { project_access: { access_level: state.access === 'write' ? DEVELOPER : REPORTER }, group_access: null },
  }
}

function toMergeRequest(one: StoredPullRequest, state: StandInState) {
  return {
    id: one.number + 1000,
    iid: one.number,
    project_id: PROJECT_ID,
    title: one.title,
    description: one.body,
    state: one.state === 'open' ? 'opened' : one.state,
    source_branch: one.head,
    target_branch: one.base,
    source_project_id: one.headRepository === state.path ? PROJECT_ID : FORK_ID,
    target_project_id: PROJECT_ID,
    draft: one.isDraft,
    merged_at: one.state === 'merged' ? MERGED_AT : null,
    sha: one.headCommit,
    web_url: `${state.url}/${state.path}/-/merge_requests/${one.number}`,
  }
}
