import { createGiteaHost } from '../../src/codehosts/gitea.ts'
import { readContract } from './openapi-contract.ts'
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

const REPOSITORY_ID = 7
const FORK_ID = 8

/** Gitea shows at most this many in one page, whatever was asked for. */
const PAGE_ITEMS_MAX = 50

export const giteaKind: StandInKind = {
  name: 'Gitea',
  path: 'acme/docs',
  apiPath: '/api/v1',
  contract: readContract('gitea-openapi.json'),
  isAuthorized: (authorization, { token }) => authorization === `token ${token}`,
  isGitUser: () => true,
  answer,
  createHost: (deps, { url, token }) => createGiteaHost(deps, { url, token }),
}

function answer(request: ApiRequest, state: StandInState): ApiReply {
  const { method, path } = request
  const repository = `/repos/${state.path}`
  if (!path.startsWith(repository)) return { status: 404, body: { message: 'not found', url: state.url } }
  const rest = path.slice(repository.length)
  if (method === 'GET' && rest === '') return { status: 200, body: toRepository(state) }
  if (method === 'GET' && rest.startsWith('/branches/'))
    return getBranch(decodeURIComponent(rest.slice('/branches/'.length)), state)
  if (method === 'GET' && rest === '/pulls') return list(request, state)
  if (method === 'POST' && rest === '/pulls') return create(request.body as Record<string, string>, state)
  const number = Number(/^\/pulls\/(\d+)$/.exec(rest)?.[1])
  const one = state.pullRequests.find((other) => other.number === number)
  if (method === 'GET' && one) return { status: 200, body: toPullRequest(one, state) }
  if (method === 'PATCH' && one) {
    Object.assign(one, request.body)
    return { status: 201, body: toPullRequest(one, state) }
  }
  const [, base, head] = /^\/pulls\/([^/]+)\/(.+)$/.exec(rest) ?? []
  // Gitea shows the first one that it finds, open or not.
  const first =
    base && head
      ? pullRequestsByHead(state, decodeURIComponent(head)).findLast(
          (other) => other.base === decodeURIComponent(base) && other.headRepository === state.path,
        )
      : null
  return first
    ? { status: 200, body: toPullRequest(first, state) }
    : { status: 404, body: { message: 'not found', url: state.url } }
}

function list({ query }: ApiRequest, state: StandInState): ApiReply {
  const page = Number(query.get('page') ?? 1)
  const size = Math.min(Number(query.get('limit') ?? 30), PAGE_ITEMS_MAX)
  const all = state.pullRequests.toReversed()
  const shown = all.slice((page - 1) * size, page * size)
  const hasMore = all.length > page * size
  return {
    status: 200,
    body: shown.map((one) => toPullRequest(one, state)),
    headers: hasMore ? { link: `<http://example.com/elsewhere?page=${page + 1}>; rel="next"` } : {},
  }
}

function create({ head = '', base = '', title = '', body = '' }: Record<string, string>, state: StandInState): ApiReply {
  if (state.isArchived) return { status: 423, body: { message: 'Repo is archived.', url: state.url } }
  const added = addPullRequest(state, { head, base, title, body, isDraft: title.startsWith('WIP: ') })
  if (added === 'exists')
    return { status: 409, body: { message: 'pull request already exists for these targets', url: state.url } }
  if (typeof added === 'string') return { status: 404, body: { message: "The target couldn't be found.", url: state.url } }
  return { status: 201, body: toPullRequest(added, state) }
}

function getBranch(name: string, state: StandInState): ApiReply {
  const id = state.repositories.commitOf(state.path, name)
  return id
    ? { status: 200, body: { name, commit: { id }, protected: false } }
    : { status: 404, body: { message: 'not found', url: state.url } }
}

function toRepository(state: StandInState) {
  return {
    id: REPOSITORY_ID,
    full_name: state.path,
    archived: state.isArchived,
    has_pull_requests: true,
    permissions: { admin: false, push: state.access === 'write', pull: true },
  }
}

function toPullRequest(one: StoredPullRequest, state: StandInState) {
  const isFork = one.headRepository !== state.path
  return {
    id: one.number,
    number: one.number,
    html_url: `${state.url}/${state.path}/pulls/${one.number}`,
    state: one.state === 'open' ? 'open' : 'closed',
    merged: one.state === 'merged',
    title: one.title,
    body: one.body,
    draft: one.isDraft,
    ...(one.state === 'merged' ? { merged_at: MERGED_AT } : {}),
    head: { label: one.head, ref: one.head, sha: one.headCommit, repo_id: isFork ? FORK_ID : REPOSITORY_ID },
    base: { label: one.base, ref: one.base, sha: '', repo_id: REPOSITORY_ID },
  }
}
