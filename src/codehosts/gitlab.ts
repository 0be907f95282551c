import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { CodeHost } from './code-host.ts'
import { type HostApi, type HostRequest, type HostedDeps, createHostApi } from './host-api.ts'
import { forbidden, refNotFound } from './host-fault.ts'
import type { HostReply } from './host-reply.ts'
import {
  type HostAdapter,
  type PullRequestText,
  archived,
  createHosted,
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

const NAME = 'GitLab'

/** GitLab's limit is 1,048,576 characters; nobody reads that many. */
const BODY_CHARACTERS_MAX = 100_000

/** GitLab's number for the role "Developer", the least that may push. */
const DEVELOPER = 30

const DRAFT_PREFIX = 'Draft: '

const MergeRequest = Compile(
  Type.Object({
    iid: Type.Integer(),
    web_url: Type.String(),
    state: Type.String(),
    source_branch: Type.String(),
    // Null when the fork was deleted.
    source_project_id: Type.Union([Type.Null(), Type.Integer()]),
    target_project_id: Type.Integer(),
    // Null when the branch is gone.
    sha: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  }),
)
const Standing = Compile(
  Type.Object({
    state: Type.String(),
    draft: Type.Optional(Type.Boolean()),
    merged_at: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  }),
)
const ProtectedList = Compile(Type.Array(Type.Object({ name: Type.String() })))
const MergeRequestList = Compile(Type.Array(MergeRequest.Type()))

const Access = Type.Union([Type.Null(), Type.Object({ access_level: Type.Integer() })])
const Project = Compile(
  Type.Object({
    id: Type.Integer(),
    archived: Type.Optional(Type.Boolean()),
    merge_requests_access_level: Type.Optional(Type.String()),
    permissions: Type.Optional(Type.Object({ project_access: Access, group_access: Access })),
  }),
)

export interface GitlabSettings {
  /** `https://gitlab.com` unless the host is one's own; may have a path. */
  url?: string | null
  /** A personal, group or project access token with the scopes `api` and `write_repository`. */
  token?: string | null
}

/** GitLab, on gitlab.com or one's own. Its merge requests are what Docwright calls pull requests. */
export function createGitlabHost(deps: HostedDeps, settings: GitlabSettings): CodeHost {
  const url = checkAddress(settings.url ?? 'https://gitlab.com', deps.isLoopbackHttpAllowed ?? false)
  const api = createHostApi(deps, NAME, `${url}/api/v4`)
  const token = toToken(settings.token)
  const call: Call = async (request) => {
    if (!token) throw tokenMissing(NAME)
    return api.send({ ...request, authorization: `Bearer ${token}` })
  }

  const adapter: HostAdapter = {
    name: NAME,
    url,
    isNested: true,
    bodyCharactersMax: BODY_CHARACTERS_MAX,
    filesOf: (commit) => `-/blob/${commit}`,
    credentials: async () => {
      if (!token) throw tokenMissing(NAME)
      // Any name will do; this one works for tokens of all kinds.
      return { username: 'oauth2', password: token }
    },
    pullRequests: (address, text, signal) => mergeRequestCalls(api, call, address, text, signal),
    readPullRequest: async (address, number, signal) => {
      const reply = await call({ method: 'GET', path: `${toPath(address)}/merge_requests/${number}`, signal })
      if (reply.status === 404) return null
      const { state, draft = false, merged_at: mergedAt } = api.accept(reply, Standing)
      // `locked` is one that is being merged at the moment.
      const states = { merged: 'merged', closed: 'closed' } as const
      return { state: states[state as keyof typeof states] ?? 'open', isDraft: draft, mergedAt: toTime(mergedAt) }
    },
    isProtected: async (address, branch, signal) => {
      const path = `${toPath(address)}/protected_branches`
      const isMatch = ({ name }: { name: string }) => matchesWildcard(name, branch)
      const found = await readPages(async (page) => {
        const reply = await call({ method: 'GET', path, query: { per_page: '100', page }, signal })
        // A token that may not read the rules leaves it to GitLab to refuse the push.
        if (reply.status !== 200) return { items: [], hasMore: false }
        return { items: api.accept(reply, ProtectedList), hasMore: hasNextPage(reply) }
      }, isMatch)
      return found.some(isMatch)
    },
    inspect: async (address, ref, signal) => {
      const path = toPath(address)
      const project = api.accept(await call({ method: 'GET', path, signal }), Project)
      if (project.archived) throw archived(NAME)
      if (project.merge_requests_access_level === 'disabled') throw pullRequestsDisabled(NAME)
      const { project_access: own = null, group_access: inherited = null } = project.permissions ?? {}
      const levels = [own, inherited].filter((level) => level !== null)
      // An administrator has no entry of either kind, so none at all says nothing.
      if (levels.length > 0 && levels.every((level) => level.access_level < DEVELOPER)) throw forbidden(NAME)
      const branch = await call({ method: 'GET', path: `${path}/repository/branches/${encodeURIComponent(ref)}`, signal })
      if (branch.status === 404) throw refNotFound(ref)
      if (branch.status !== 200) throw api.fault(branch)
    },
  }
  return createHosted(deps, adapter)
}

/** GitLab's patterns know `*` only, which stands for any characters. */
function matchesWildcard(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === pattern
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

type Call = (request: Omit<HostRequest, 'authorization'>) => Promise<HostReply>

function toPath(address: RepositoryAddress): string {
  return `/projects/${encodeURIComponent(address.path)}`
}

function mergeRequestCalls(
  api: HostApi,
  call: Call,
  address: RepositoryAddress,
  text: PullRequestText,
  signal: AbortSignal | undefined,
): PullRequestCalls {
  const path = `${toPath(address)}/merge_requests`
  const { head, base, title, body: description } = text
  return {
    find: () =>
      readPages(
        async (page) => {
          const query = { source_branch: head, state: 'all', order_by: 'created_at', sort: 'desc', per_page: '50', page }
          const reply = await call({ method: 'GET', path, query, signal })
          const own = api
            .accept(reply, MergeRequestList)
            .filter((one) => one.source_branch === head && one.source_project_id === one.target_project_id)
          const items = own.map((one): FoundPullRequest => ({
            number: one.iid,
            link: toLink(one.web_url, NAME),
            isOpen: one.state === 'opened',
            headCommit: one.sha ?? null,
          }))
          return { items, hasMore: hasNextPage(reply) }
        },
        (item) => item.isOpen,
      ),
    create: async (isDraft) => {
      const body = {
        source_branch: head,
        target_branch: base,
        title: isDraft ? `${DRAFT_PREFIX}${title}` : title,
        description,
      }
      const reply = await call({ method: 'POST', path, body, signal })
      if (reply.status === 409) return 'already-exists'
      return { link: toLink(api.accept(reply, MergeRequest).web_url, NAME) }
    },
    update: async ({ number }) => {
      api.accept(await call({ method: 'PUT', path: `${path}/${number}`, body: { description }, signal }), MergeRequest)
    },
    close: async ({ number }) => {
      api.accept(await call({ method: 'PUT', path: `${path}/${number}`, body: { state_event: 'close' }, signal }), MergeRequest)
    },
  }
}
