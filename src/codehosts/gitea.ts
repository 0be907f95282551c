import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Fault } from '../lib/fault.ts'
import type { CodeHost } from './code-host.ts'
import { type HostApi, type HostRequest, type HostedDeps, createHostApi } from './host-api.ts'
import { forbidden, refNotFound } from './host-fault.ts'
import type { HostReply } from './host-reply.ts'
import {
  type HostAdapter,
  type PullRequestText,
  archived,
  createHosted,
  encodeRef,
  hasNextPage,
  pullRequestsDisabled,
  readPages,
  toLink,
  toTime,
  toToken,
  tokenMissing,
} from './hosted.ts'
import type { FoundPullRequest, PullRequestCalls } from './open-once.ts'
import { type RepositoryAddress, checkAddress } from './repository-address.ts'

const NAME = 'Gitea'

/** Gitea keeps 64 KiB in a column of MySQL; other databases take more. */
const BODY_CHARACTERS_MAX = 60_000

/** Gitea and Forgejo know drafts by the title alone; this prefix is in the default settings of both. */
const DRAFT_PREFIX = 'WIP: '

/** No more than what is used: the list shows other people's pull requests too, and an odd one must not stop a job. */
const PullRequestObject = Type.Object({
  number: Type.Integer(),
  html_url: Type.String(),
  state: Type.String(),
  head: Type.Object({ ref: Type.String(), sha: Type.String(), repo_id: Type.Integer() }),
  base: Type.Object({ repo_id: Type.Integer() }),
})
const PullRequest = Compile(PullRequestObject)
const Standing = Compile(
  Type.Object({
    state: Type.String(),
    draft: Type.Optional(Type.Boolean()),
    merged: Type.Boolean(),
    merged_at: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  }),
)
const PullRequestList = Compile(Type.Array(PullRequestObject))

const Repository = Compile(
  Type.Object({
    archived: Type.Boolean(),
    has_pull_requests: Type.Optional(Type.Boolean()),
    permissions: Type.Optional(Type.Object({ push: Type.Boolean() })),
  }),
)

export interface GiteaSettings {
  /** `https://codeberg.org` unless the host is one's own; may have a path. */
  url?: string | null
  /** With read and write permission for repositories. */
  token?: string | null
}

/** Gitea and Forgejo. */
export function createGiteaHost(deps: HostedDeps, settings: GiteaSettings): CodeHost {
  const url = checkAddress(settings.url ?? 'https://codeberg.org', deps.isLoopbackHttpAllowed ?? false)
  const api = createHostApi(deps, NAME, `${url}/api/v1`)
  const token = toToken(settings.token)
  const call: Call = async (request) => {
    if (!token) throw tokenMissing(NAME)
    return api.send({ ...request, authorization: `token ${token}` })
  }

  const adapter: HostAdapter = {
    name: NAME,
    url,
    isNested: false,
    bodyCharactersMax: BODY_CHARACTERS_MAX,
    filesOf: (commit) => `src/commit/${commit}`,
    credentials: async () => {
      if (!token) throw tokenMissing(NAME)
      // The name is not looked at when the password is a token.
      return { username: 'docwright', password: token }
    },
    pullRequests: (address, text, signal) => pullRequestCalls(api, call, address, text, signal),
    readPullRequest: async (address, number, signal) => {
      const reply = await call({ method: 'GET', path: `/repos/${address.path}/pulls/${number}`, signal })
      if (reply.status === 404) return null
      const { state, draft = false, merged, merged_at: mergedAt } = api.accept(reply, Standing)
      const ended = merged ? 'merged' : 'closed'
      return { state: state === 'open' ? 'open' : ended, isDraft: draft, mergedAt: merged ? toTime(mergedAt) : null }
    },
    inspect: async (address, ref, signal) => {
      const path = `/repos/${address.path}`
      const repository = api.accept(await call({ method: 'GET', path, signal }), Repository)
      if (repository.archived) throw archived(NAME)
      if (repository.has_pull_requests === false) throw pullRequestsDisabled(NAME)
      if (repository.permissions?.push === false) throw forbidden(NAME)
      const branch = await call({ method: 'GET', path: `${path}/branches/${encodeRef(ref)}`, signal })
      if (branch.status === 404) throw refNotFound(ref)
      if (branch.status !== 200) throw api.fault(branch)
    },
  }
  return createHosted(deps, adapter)
}

type Call = (request: Omit<HostRequest, 'authorization'>) => Promise<HostReply>

function pullRequestCalls(
  api: HostApi,
  call: Call,
  address: RepositoryAddress,
  text: PullRequestText,
  signal: AbortSignal | undefined,
): PullRequestCalls {
  const path = `/repos/${address.path}/pulls`
  const { head, base, title, body } = text
  const isOwn = (one: Static<typeof PullRequestObject>) => one.head.ref === head && one.head.repo_id === one.base.repo_id

  /** One request that is exact, but shows a single pull request in whatever state, and only for the target it was made for. */
  const findByBranches = async (): Promise<FoundPullRequest[]> => {
    const reply = await call({ method: 'GET', path: `${path}/${encodeURIComponent(base)}/${encodeRef(head)}`, signal })
    if (reply.status === 404) return []
    return [api.accept(reply, PullRequest)].filter(isOwn).map(toFound)
  }
  /** Gitea cannot filter by head. The latest changes come first, so the one looked for is near the start. */
  const findInList = () =>
    readPages(
      async (page) => {
        const reply = await call({
          method: 'GET',
          path,
          query: { state: 'all', sort: 'recentupdate', limit: '50', page },
          signal,
        })
        return { items: api.accept(reply, PullRequestList).filter(isOwn).map(toFound), hasMore: hasNextPage(reply) }
      },
      (item) => item.isOpen,
    )

  return {
    find: async () => {
      const exact = await findByBranches()
      return exact.some((one) => one.isOpen) ? exact : findInList()
    },
    create: async (isDraft) => {
      const wanted = { head, base, title: isDraft ? `${DRAFT_PREFIX}${title}` : title, body }
      const reply = await call({ method: 'POST', path, body: wanted, signal })
      if (reply.status === 409) return 'already-exists'
      // The repository answered a moment ago, so it is one of the branches that is missing.
      if (reply.status === 404) throw branchMissing()
      return { link: toLink(api.accept(reply, PullRequest).html_url, NAME) }
    },
    update: async ({ number }) => {
      api.accept(await call({ method: 'PATCH', path: `${path}/${number}`, body: { body }, signal }), PullRequest)
    },
    close: async ({ number }) => {
      api.accept(await call({ method: 'PATCH', path: `${path}/${number}`, body: { state: 'closed' }, signal }), PullRequest)
    },
  }
}

function branchMissing(): Fault {
  return new Fault({
    code: 'branch_not_visible',
    message: `${NAME} does not show the pushed branch, or the branch to merge into.`,
    hint: 'Check the ref of the project or the job.',
    isPassing: true,
  })
}

function toFound(one: Static<typeof PullRequestObject>): FoundPullRequest {
  return { number: one.number, link: toLink(one.html_url, NAME), isOpen: one.state === 'open', headCommit: one.head.sha }
}
