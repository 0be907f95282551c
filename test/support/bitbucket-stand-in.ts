import { createBitbucketHost } from '../../src/codehosts/bitbucket.ts'
import { readContract } from './openapi-contract.ts'
import {
  type ApiReply,
  type ApiRequest,
  type StandInKind,
  type StandInState,
  type StoredPullRequest,
  addPullRequest,
  pullRequestsByHead,
} from './stand-in.ts'

/** Bitbucket shortens the ids of commits in pull requests. */
const COMMIT_CHARACTERS = 12

export const bitbucketKind: StandInKind = {
  name: 'Bitbucket',
  path: 'acme/docs',
  apiPath: '/2.0',
  contract: readContract('bitbucket-openapi.json', {
    // developer.atlassian.com/cloud/bitbucket/rest/intro, "Filtering", "Sorting" and "Pagination".
    queryEverywhere: ['q', 'sort', 'page', 'pagelen'],
    // The description itself: "you only need to include the elements you want to initialize".
    isPartialRequestAllowed: true,
  }),
  isAuthorized: (authorization, { token }) =>
    authorization === `Bearer ${token}` ||
    authorization === `Basic ${Buffer.from(`ada@example.com:${token}`).toString('base64')}`,
  isGitUser: (username) => username === 'x-token-auth' || username === 'x-bitbucket-api-token-auth',
  answer,
  createHost: (deps, { url, token }) => createBitbucketHost(deps, { url, token }),
}

function answer(request: ApiRequest, state: StandInState): ApiReply {
  const { method, path } = request
  const repository = `/repositories/${state.path}`
  if (!path.startsWith(repository)) return notFound()
  const rest = path.slice(repository.length)
  if (method === 'GET' && rest === '')
    return { status: 200, body: { type: 'repository', full_name: state.path, is_private: true } }
  if (method === 'GET' && rest.startsWith('/refs/branches/'))
    return getBranch(decodeURIComponent(rest.slice('/refs/branches/'.length)), state)
  if (method === 'GET' && rest === '/pullrequests') return list(request, state)
  if (method === 'POST' && rest === '/pullrequests') return create(request.body as NewPullRequest, state)
  const [, digits, action] = /^\/pullrequests\/(\d+)(\/decline)?$/.exec(rest) ?? []
  const number = Number(digits)
  const one = state.pullRequests.find((other) => other.number === number)
  if (!one) return notFound()
  if (method === 'POST' && action) one.state = 'closed'
  if (method === 'PUT') return update(one, request.body as Partial<NewPullRequest>, state)
  return { status: 200, body: toPullRequest(one, state, 'full') }
}

interface NewPullRequest {
  title: string
  description: string
  draft?: boolean
  source: { branch: { name: string } }
  destination: { branch: { name: string } }
  reviewers?: { uuid: string }[]
}

function list({ query }: ApiRequest, state: StandInState): ApiReply {
  const head = /^source\.branch\.name = "([^"]*)"$/.exec(query.get('q') ?? '')?.[1] ?? ''
  const states = query.getAll('state')
  const values = pullRequestsByHead(state, head).map((one) => toPullRequest(one, state, 'short'))
  return {
    status: 200,
    body: { pagelen: 50, page: 1, size: values.length, values: values.filter((one) => states.includes(one.state)) },
  }
}

function create(wanted: NewPullRequest, state: StandInState): ApiReply {
  if (wanted.draft && !state.allowsDrafts) return invalid('draft: Draft pull requests are not enabled for this workspace.')
  const { title, description: body } = wanted
  const added = addPullRequest(state, {
    head: wanted.source.branch.name,
    base: wanted.destination.branch.name,
    title,
    body,
    isDraft: wanted.draft ?? false,
  })
  if (added === 'exists') return invalid('There is already a pull request open for this branch: already exists.')
  if (added === 'no-head') return invalid('source branch not found')
  if (added === 'no-base') return invalid('destination branch not found')
  return { status: 201, body: toPullRequest(added, state, 'full') }
}

/** Replaces the whole, as Bitbucket does: a title is required, and reviewers that are left out are taken off. */
function update(one: StoredPullRequest, wanted: Partial<NewPullRequest>, state: StandInState): ApiReply {
  if (!wanted.title) return invalid('title: This field is required.')
  Object.assign(one, {
    title: wanted.title,
    body: wanted.description ?? '',
    reviewers: (wanted.reviewers ?? []).map(({ uuid }) => uuid),
  })
  return { status: 200, body: toPullRequest(one, state, 'full') }
}

function getBranch(name: string, state: StandInState): ApiReply {
  const hash = state.repositories.commitOf(state.path, name)
  return hash ? { status: 200, body: { type: 'branch', name, target: { type: 'commit', hash } } } : notFound()
}

function toPullRequest(one: StoredPullRequest, state: StandInState, form: 'short' | 'full') {
  const states = { open: 'OPEN', closed: 'DECLINED', merged: 'MERGED' } as const
  return {
    type: 'pullrequest',
    id: one.number,
    state: states[one.state],
    title: one.title,
    description: one.body,
    draft: one.isDraft,
    close_source_branch: false,
    links: { html: { href: `${state.url}/${state.path}/pull-requests/${one.number}` } },
    source: {
      branch: { name: one.head },
      commit: { hash: one.headCommit.slice(0, COMMIT_CHARACTERS) },
      repository: { type: 'repository', full_name: one.headRepository },
    },
    destination: { branch: { name: one.base }, repository: { type: 'repository', full_name: state.path } },
    ...(form === 'full' ? { reviewers: one.reviewers.map((uuid) => ({ type: 'user', uuid })) } : {}),
  }
}

function invalid(message: string): ApiReply {
  return { status: 400, body: { type: 'error', error: { message } } }
}

function notFound(): ApiReply {
  return { status: 404, body: { type: 'error', error: { message: 'Not found' } } }
}
