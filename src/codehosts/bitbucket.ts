import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { basicAuthorization } from '../git/credentials.ts'
import type { CodeHost } from './code-host.ts'
import { type HostApi, type HostRequest, type HostedDeps, createHostApi } from './host-api.ts'
import { refNotFound, wordsOf } from './host-fault.ts'
import type { HostReply } from './host-reply.ts'
import {
  type HostAdapter,
  type PullRequestText,
  createHosted,
  encodeRef,
  readPages,
  toLink,
  toToken,
  tokenMissing,
} from './hosted.ts'
import type { FoundPullRequest, PullRequestCalls } from './open-once.ts'
import { type RepositoryAddress, checkAddress } from './repository-address.ts'

const NAME = 'Bitbucket'

/** Bitbucket's limit is 32,768 characters. */
const BODY_CHARACTERS_MAX = 32_000

const STATES = ['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED']

const PullRequestObject = Type.Object({
  id: Type.Integer(),
  state: Type.String(),
  title: Type.String(),
  links: Type.Object({ html: Type.Object({ href: Type.String() }) }),
  source: Type.Object({
    branch: Type.Object({ name: Type.String() }),
    // Null when the fork or the branch was deleted.
    repository: Type.Optional(Type.Union([Type.Null(), Type.Object({ full_name: Type.String() })])),
    commit: Type.Optional(Type.Union([Type.Null(), Type.Object({ hash: Type.String() })])),
  }),
  close_source_branch: Type.Optional(Type.Boolean()),
  reviewers: Type.Optional(Type.Array(Type.Object({ uuid: Type.String() }))),
})
const PullRequest = Compile(PullRequestObject)
const Standing = Compile(Type.Object({ state: Type.String(), draft: Type.Optional(Type.Boolean()) }))
const PullRequestPage = Compile(
  Type.Object({ values: Type.Array(PullRequestObject), next: Type.Optional(Type.Union([Type.Null(), Type.String()])) }),
)
const Repository = Compile(Type.Object({ full_name: Type.String() }))

export interface BitbucketSettings {
  /** `https://bitbucket.org`; anything else is for tests. */
  url?: string | null
  /** An access token of the repository, project or workspace; with `username`, the API token or app password of that account. */
  token?: string | null
  /** The account's e-mail address for an API token, its user name for an app password. Not used with access tokens. */
  username?: string | null
}

/** Bitbucket Cloud. */
export function createBitbucketHost(deps: HostedDeps, settings: BitbucketSettings): CodeHost {
  const url = checkAddress(settings.url ?? 'https://bitbucket.org', deps.isLoopbackHttpAllowed ?? false)
  const api = createHostApi(
    deps,
    NAME,
    new URL(url).hostname === 'bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${url}/2.0`,
  )
  const token = toToken(settings.token)
  const username = settings.username?.trim() || null
  const call: Call = async (request) => {
    if (!token) throw tokenMissing(NAME)
    const authorization = username ? basicAuthorization({ username, password: token }) : `Bearer ${token}`
    return api.send({ ...request, authorization })
  }

  const adapter: HostAdapter = {
    name: NAME,
    url,
    isNested: false,
    bodyCharactersMax: BODY_CHARACTERS_MAX,
    hasHtml: false,
    filesOf: (commit) => `src/${commit}`,
    credentials: async () => {
      if (!token) throw tokenMissing(NAME)
      return { username: toGitUser(username), password: token }
    },
    pullRequests: (address, text, signal) => pullRequestCalls(api, call, address, text, signal),
    readPullRequest: async (address, number, signal) => {
      const reply = await call({ method: 'GET', path: `/repositories/${address.path}/pullrequests/${number}`, signal })
      if (reply.status === 404) return null
      const { state, draft = false } = api.accept(reply, Standing)
      const states = { OPEN: 'open', MERGED: 'merged' } as const
      // Bitbucket tells when a pull request was last changed, which a comment does, too, but not when it was merged.
      return { state: states[state as keyof typeof states] ?? 'closed', isDraft: draft, mergedAt: null }
    },
    // Bitbucket says nothing here about what the token may do; the push that is tried afterwards does.
    inspect: async (address, ref, signal) => {
      const path = `/repositories/${address.path}`
      api.accept(await call({ method: 'GET', path, signal }), Repository)
      const branch = await call({ method: 'GET', path: `${path}/refs/branches/${encodeRef(ref)}`, signal })
      if (branch.status === 404) throw refNotFound(ref)
      if (branch.status !== 200) throw api.fault(branch)
    },
  }
  return createHosted(deps, adapter)
}

type Call = (request: Omit<HostRequest, 'authorization'>) => Promise<HostReply>

/** Git at Bitbucket tells the kinds of token apart by the user name, and takes no e-mail address for one. */
function toGitUser(username: string | null): string {
  if (!username) return 'x-token-auth'
  return username.includes('@') ? 'x-bitbucket-api-token-auth' : username
}

function pullRequestCalls(
  api: HostApi,
  call: Call,
  address: RepositoryAddress,
  text: PullRequestText,
  signal: AbortSignal | undefined,
): PullRequestCalls {
  const path = `/repositories/${address.path}/pullrequests`
  const { head, base, title, body: description } = text
  return {
    find: () =>
      readPages(
        async (page) => {
          const query = {
            q: `source.branch.name = ${JSON.stringify(head)}`,
            state: STATES,
            sort: '-created_on',
            pagelen: '50',
            page,
          }
          const { values, next } = api.accept(await call({ method: 'GET', path, query, signal }), PullRequestPage)
          const own = values.filter(
            ({ source }) =>
              source.branch.name === head && source.repository?.full_name.toLowerCase() === address.path.toLowerCase(),
          )
          return { items: own.map(toFound), hasMore: Boolean(next) }
        },
        (item) => item.isOpen,
      ),
    create: async (isDraft) => {
      const body = {
        title,
        description,
        source: { branch: { name: head } },
        destination: { branch: { name: base } },
        ...(isDraft ? { draft: true } : {}),
      }
      const reply = await call({ method: 'POST', path, body, signal })
      const words = reply.status === 400 || reply.status === 409 || reply.status === 422 ? wordsOf(reply) : ''
      if (reply.status === 409 || /already (?:exists|an open|a pull request)|only one pull request/i.test(words))
        return 'already-exists'
      if (isDraft && /draft/i.test(words)) return 'drafts-refused'
      return { link: toLink(api.accept(reply, PullRequest).links.html.href, NAME) }
    },
    update: async ({ number }) => {
      const one = `${path}/${number}`
      // Bitbucket replaces the whole: what is left out of the body would be lost. Lists leave the reviewers out, so it is read anew.
      const now = api.accept(await call({ method: 'GET', path: one, signal }), PullRequest)
      const body = {
        title: now.title,
        description,
        ...(now.reviewers ? { reviewers: now.reviewers.map(({ uuid }) => ({ uuid })) } : {}),
        ...(now.close_source_branch === undefined ? {} : { close_source_branch: now.close_source_branch }),
      }
      api.accept(await call({ method: 'PUT', path: one, body, signal }), PullRequest)
    },
    // What other hosts call closing.
    close: async ({ number }) => {
      api.accept(await call({ method: 'POST', path: `${path}/${number}/decline`, signal }), PullRequest)
    },
  }
}

function toFound(one: Static<typeof PullRequestObject>): FoundPullRequest {
  return {
    number: one.id,
    link: toLink(one.links.html.href, NAME),
    isOpen: one.state === 'OPEN',
    headCommit: one.source.commit?.hash ?? null,
  }
}
