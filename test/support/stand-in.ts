import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { CodeHost } from '../../src/codehosts/code-host.ts'
import type { HostedDeps } from '../../src/codehosts/host-api.ts'
import { systemClock } from '../../src/lib/clock.ts'
import {
  type GitAccess,
  type GitRepositories,
  argumentListsWith,
  createGitRepositories,
  listen,
  serveGit,
} from './git-http-server.ts'
import type { Contract, ContractRequest } from './openapi-contract.ts'

/** When a pull request of the state `merged` was. */
export const MERGED_AT = '2026-02-03T04:05:06Z'

export interface StoredPullRequest {
  number: number
  head: string
  headRepository: string
  headCommit: string
  base: string
  title: string
  body: string
  isDraft: boolean
  state: 'open' | 'closed' | 'merged'
  reviewers: string[]
}

/** What the code host knows and how it is set. Tests change it. */
export interface StandInState {
  /** Its web address, known once it listens. */
  url: string
  readonly path: string
  readonly token: string
  readonly repositories: GitRepositories
  pullRequests: StoredPullRequest[]
  refusesSecond: boolean
  allowsDrafts: boolean
  isArchived: boolean
  /** Names of branches that rules protect, or patterns with `*` at the end, on hosts whose API tells. */
  protects: string[]
  access: GitAccess
}

export interface ApiRequest extends ContractRequest {
  authorization: string
}

export interface ApiReply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** What makes a stand-in behave like one of the hosts. */
export interface StandInKind {
  name: string
  path: string
  /** Where the API begins. */
  apiPath: string
  contract: Contract
  isAuthorized(authorization: string, state: StandInState): boolean
  isGitUser(username: string): boolean
  answer(request: ApiRequest, state: StandInState): ApiReply
  createHost(deps: HostedDeps, state: StandInState): CodeHost
}

/** A failure in place of the answer: a reply, silence, or a cut line, before or after the request did its work. */
export type Trouble = ApiReply | 'silence' | 'cut' | 'cut-afterwards'

export interface StandIn {
  state: StandInState
  /** The address of the repository, as a project has it. */
  repository: string
  calls: string[]
  /** Where a request or an answer breaks the description of the host. */
  violations: string[]
  /** Argument lists of the git processes that asked, seen while they waited. */
  gitCommands: string[]
  trouble: { api: Trouble | null; git: ApiReply | null }
  host(deps?: Partial<HostedDeps>): CodeHost
  close(): Promise<void>
}

/** Starts a code host on this machine: real git over HTTP, and an API that is held against the host's own description. */
export async function startStandIn(kind: StandInKind): Promise<StandIn> {
  const repositories = createGitRepositories(kind.path)
  const state: StandInState = {
    url: '',
    path: kind.path,
    token: `tok_${crypto.randomUUID().replaceAll('-', '')}`,
    repositories,
    pullRequests: [],
    refusesSecond: true,
    allowsDrafts: true,
    isArchived: false,
    protects: [],
    access: 'write',
  }
  const parts = {
    calls: [] as string[],
    violations: [] as string[],
    gitCommands: [] as string[],
    trouble: { api: null, git: null } as StandIn['trouble'],
  }
  const access = (username: string, password: string): GitAccess =>
    password === state.token && kind.isGitUser(username) ? state.access : 'none'

  const server = await listen(async (request, response) => {
    if (request.url?.startsWith(kind.apiPath)) {
      await serveApi(kind, state, parts, request, response)
      return
    }
    parts.gitCommands.push(...argumentListsWith(`${state.url}/${kind.path}.git`))
    const interrupt = () =>
      parts.trouble.git && {
        ...parts.trouble.git,
        body: typeof parts.trouble.git.body === 'string' ? parts.trouble.git.body : '',
      }
    await serveGit({ repositories, access, interrupt }, request, response)
  })
  state.url = server.url
  return {
    ...parts,
    state,
    repository: `${server.url}/${kind.path}`,
    host: (deps = {}) => kind.createHost({ fetch, clock: systemClock, isLoopbackHttpAllowed: true, ...deps }, state),
    close: async () => {
      await server.close()
      repositories.remove()
    },
  }
}

async function serveApi(
  kind: StandInKind,
  state: StandInState,
  parts: Pick<StandIn, 'calls' | 'violations' | 'trouble'>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await readRequest(kind, incoming)
  parts.calls.push(`${request.method} ${request.path}`)
  parts.violations.push(...kind.contract.checkRequest(request))
  const { api: trouble } = parts.trouble
  if (trouble === 'silence') return
  if (trouble === 'cut') return void incoming.socket.destroy()
  const reply = typeof trouble === 'object' && trouble ? trouble : answer(kind, state, request)
  if (trouble === 'cut-afterwards') return void incoming.socket.destroy()
  parts.violations.push(...kind.contract.checkResponse(request, reply.status, reply.body))
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
  response.end(reply.body === undefined ? '' : JSON.stringify(reply.body))
}

function answer(kind: StandInKind, state: StandInState, request: ApiRequest): ApiReply {
  if (!kind.isAuthorized(request.authorization, state))
    return { status: 401, body: { message: 'Bad credentials', documentation_url: 'https://example.com', type: 'error' } }
  return kind.answer(request, state)
}

async function readRequest(kind: StandInKind, incoming: IncomingMessage): Promise<ApiRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname.slice(kind.apiPath.length),
    query: url.searchParams,
    body: text ? (JSON.parse(text) as unknown) : undefined,
    authorization: incoming.headers.authorization ?? '',
  }
}

/** Adds a pull request, or gives the one that stands in the way on a host that refuses a second. */
export function addPullRequest(
  state: StandInState,
  wanted: Pick<StoredPullRequest, 'head' | 'base' | 'title' | 'body' | 'isDraft'>,
): StoredPullRequest | 'exists' | 'no-head' | 'no-base' {
  const headCommit = state.repositories.commitOf(state.path, wanted.head)
  if (!headCommit) return 'no-head'
  if (!state.repositories.commitOf(state.path, wanted.base)) return 'no-base'
  const isSame = (one: StoredPullRequest) =>
    one.state === 'open' && isDeepStrictEqual([one.head, one.base, one.headRepository], [wanted.head, wanted.base, state.path])
  if (state.refusesSecond && state.pullRequests.some(isSame)) return 'exists'
  const added: StoredPullRequest = {
    ...wanted,
    number: state.pullRequests.length + 1,
    headRepository: state.path,
    headCommit,
    state: 'open',
    reviewers: ['{7e8b0a3c-0000-4000-8000-000000000001}'],
  }
  state.pullRequests.push(added)
  return added
}

/** The newest first, as all hosts list them. */
export function pullRequestsByHead(state: StandInState, head: string): StoredPullRequest[] {
  return state.pullRequests.filter((one) => one.head === head).toReversed()
}
