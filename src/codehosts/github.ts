import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Fault } from '../lib/fault.ts'
import type { CodeHost } from './code-host.ts'
import { type GithubApp, type GithubTokens, createGithubAppTokens } from './github-app-token.ts'
import { type HostApi, type HostRequest, type HostedDeps, createHostApi } from './host-api.ts'
import { forbidden, refNotFound, wordsOf } from './host-fault.ts'
import type { HostReply } from './host-reply.ts'
import {
  type HostAdapter,
  type PullRequestText,
  archived,
  createHosted,
  encodeRef,
  hasNextPage,
  readPages,
  toLink,
  toTime,
  toToken,
  tokenMissing,
} from './hosted.ts'
import type { FoundPullRequest, PullRequestCalls } from './open-once.ts'
import { type RepositoryAddress, checkAddress } from './repository-address.ts'

const NAME = 'GitHub'

/** GitHub's limit is 65,536 characters. */
const BODY_CHARACTERS_MAX = 65_000

const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

const PullRequest = Compile(
  Type.Object({
    number: Type.Integer(),
    html_url: Type.String(),
    state: Type.String(),
    head: Type.Object({
      ref: Type.String(),
      sha: Type.String(),
      // Null when the fork was deleted.
      repo: Type.Union([Type.Null(), Type.Object({ full_name: Type.String() })]),
    }),
  }),
)
const Standing = Compile(
  Type.Object({
    state: Type.String(),
    draft: Type.Optional(Type.Boolean()),
    merged_at: Type.Union([Type.Null(), Type.String()]),
  }),
)
const PullRequestList = Compile(Type.Array(PullRequest.Type()))

const RuleList = Compile(Type.Array(Type.Object({ type: Type.String() })))

/** Rules that keep a branch for some people or for merges. Others, such as signed commits, apply to everyone's branches. */
const RESERVING_RULES: ReadonlySet<string> = new Set(['creation', 'update', 'pull_request', 'merge_queue'])

const Repository = Compile(
  Type.Object({
    archived: Type.Boolean(),
    permissions: Type.Optional(Type.Object({ push: Type.Boolean() })),
  }),
)

export interface GithubSettings {
  /** `https://github.com` unless the host is an Enterprise server. */
  url?: string | null
  /** A personal token, fine-grained or classic. Ignored when there is an App. */
  token?: string | null
  app?: GithubApp | null
}

/** GitHub and GitHub Enterprise, with a personal token or as an App. */
export function createGithubHost(deps: HostedDeps, settings: GithubSettings): CodeHost {
  const url = checkAddress(settings.url ?? 'https://github.com', deps.isLoopbackHttpAllowed ?? false)
  const api = createHostApi(deps, NAME, toApiUrl(url), HEADERS)
  const tokens = settings.app ? createGithubAppTokens(deps, api, settings.app) : personalToken(toToken(settings.token))
  const call = createCall(api, tokens)

  const adapter: HostAdapter = {
    name: NAME,
    url,
    isNested: false,
    bodyCharactersMax: BODY_CHARACTERS_MAX,
    filesOf: (commit) => `blob/${commit}`,
    credentials: async (address, signal) => ({ username: 'x-access-token', password: await tokens.get(address, signal) }),
    pullRequests: (address, text, signal) => pullRequestCalls(api, call, address, text, signal),
    readPullRequest: async (address, number, signal) => {
      const reply = await call(address, { method: 'GET', path: `/repos/${address.path}/pulls/${number}`, signal })
      if (reply.status === 404) return null
      const { state, draft = false, merged_at: mergedAt } = api.accept(reply, Standing)
      const ended = mergedAt === null ? 'closed' : 'merged'
      return { state: state === 'open' ? 'open' : ended, isDraft: draft, mergedAt: toTime(mergedAt) }
    },
    isProtected: async (address, branch, signal) => {
      const path = `/repos/${address.path}/rules/branches/${encodeURIComponent(branch)}`
      const reply = await call(address, { method: 'GET', path, query: { per_page: '100' }, signal })
      // Older Enterprise servers have no such rules.
      return reply.status === 200 && api.accept(reply, RuleList).some(({ type }) => RESERVING_RULES.has(type))
    },
    inspect: async (address, ref, signal) => {
      const repository = api.accept(await call(address, { method: 'GET', path: `/repos/${address.path}`, signal }), Repository)
      if (repository.archived) throw archived(NAME)
      // Of an App these are the rights of nobody; its own were asked for together with the token.
      if (!settings.app && repository.permissions?.push === false) throw forbidden(NAME)
      const branch = await call(address, {
        method: 'GET',
        path: `/repos/${address.path}/git/ref/heads/${encodeRef(ref)}`,
        signal,
      })
      // 409 is what an empty repository answers.
      if (branch.status === 404 || branch.status === 409) throw refNotFound(ref)
      if (branch.status !== 200) throw api.fault(branch)
    },
  }
  return createHosted(deps, adapter)
}

type Call = (address: RepositoryAddress, request: Omit<HostRequest, 'authorization'>) => Promise<HostReply>

function createCall(api: HostApi, tokens: GithubTokens): Call {
  const send: Call = async (address, request) =>
    api.send({ ...request, authorization: `Bearer ${await tokens.get(address, request.signal)}` })
  return async (address, request) => {
    const reply = await send(address, request)
    // The token of an App can be revoked before its time; a new one may do.
    return reply.status === 401 && tokens.forget(address) ? send(address, request) : reply
  }
}

function pullRequestCalls(
  api: HostApi,
  call: Call,
  address: RepositoryAddress,
  text: PullRequestText,
  signal: AbortSignal | undefined,
): PullRequestCalls {
  const path = `/repos/${address.path}/pulls`
  const { head, base, title, body } = text
  return {
    find: () =>
      readPages(
        async (page) => {
          const query = {
            state: 'all',
            head: `${address.owner}:${head}`,
            sort: 'created',
            direction: 'desc',
            per_page: '30',
            page,
          }
          const reply = await call(address, { method: 'GET', path, query, signal })
          const own = api.accept(reply, PullRequestList).filter(
            // GitHub filters by owner and branch, and an owner may have a fork of the repository.
            (one) => one.head.ref === head && one.head.repo?.full_name.toLowerCase() === address.path.toLowerCase(),
          )
          const items = own.map((one): FoundPullRequest => ({
            number: one.number,
            link: toLink(one.html_url, NAME),
            isOpen: one.state === 'open',
            headCommit: one.head.sha,
          }))
          return { items, hasMore: hasNextPage(reply) }
        },
        (item) => item.isOpen,
      ),
    create: async (isDraft) => {
      const reply = await call(address, { method: 'POST', path, body: { title, head, base, body, draft: isDraft }, signal })
      const words = reply.status === 422 ? wordsOf(reply) : ''
      if (/already exists/i.test(words)) return 'already-exists'
      if (isDraft && /draft/i.test(words)) return 'drafts-refused'
      return { link: toLink(api.accept(reply, PullRequest).html_url, NAME) }
    },
    update: async ({ number }) => {
      api.accept(await call(address, { method: 'PATCH', path: `${path}/${number}`, body: { body }, signal }), PullRequest)
    },
    close: async ({ number }) => {
      api.accept(
        await call(address, { method: 'PATCH', path: `${path}/${number}`, body: { state: 'closed' }, signal }),
        PullRequest,
      )
    },
  }
}

function personalToken(token: string | null): GithubTokens {
  return {
    get: () => (token ? Promise.resolve(token) : Promise.reject(tokenMissing(NAME))),
    forget: () => false,
  }
}

/** github.com and GitHub's own cloud for enterprises have a machine for the API; an Enterprise server has a path. */
function toApiUrl(url: string): string {
  const { hostname, pathname } = new URL(url)
  const isCloud = hostname === 'github.com' || hostname.endsWith('.ghe.com')
  if (isCloud && pathname !== '/')
    throw new Fault({
      code: 'code_host_url_invalid',
      message: `The address of ${NAME} must not have a path.`,
      hint: `Use https://${hostname}.`,
    })
  return isCloud ? `https://api.${hostname}` : `${url}/api/v3`
}
