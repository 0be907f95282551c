import { type Credentials, basicAuthorization } from '../git/credentials.ts'
import { Fault } from '../lib/fault.ts'
import { createTurns } from '../lib/turns.ts'
import type { CodeHost, PullRequestStanding } from './code-host.ts'
import { type HostedDeps, createHostApi } from './host-api.ts'
import type { HostReply } from './host-reply.ts'
import { type PullRequestCalls, openOnce } from './open-once.ts'
import { toBody, toTitle, unfold } from './pull-request-text.ts'
import { type CodeHostAddress, type RepositoryAddress, locateRepository } from './repository-address.ts'

/** A head has a handful of pull requests at most. This many pages end the search on a host that cannot filter. */
const PAGES_MAX = 10

export interface PullRequestText {
  head: string
  base: string
  title: string
  body: string
}

/** What differs between the hosted code hosts. */
export interface HostAdapter extends CodeHostAddress {
  bodyCharactersMax: number
  /** False where HTML in a text is shown as it is written. */
  hasHtml?: boolean
  /** What stands between a repository's web address and the path of a file. A commit, because a branch may have slashes. */
  filesOf(commit: string): string
  /** For git. Throws a `Fault` when there is no token. */
  credentials(address: RepositoryAddress, signal?: AbortSignal): Promise<Credentials>
  pullRequests(address: RepositoryAddress, text: PullRequestText, signal?: AbortSignal): PullRequestCalls
  /** Null when there is none with that number. */
  readPullRequest(address: RepositoryAddress, number: number, signal?: AbortSignal): Promise<PullRequestStanding | null>
  /** See `CodeHost`. */
  isProtected?(address: RepositoryAddress, branch: string, signal?: AbortSignal): Promise<boolean>
  /** Looks at the repository and the branch; throws a `Fault` for what is wrong. */
  inspect(address: RepositoryAddress, ref: string, signal?: AbortSignal): Promise<void>
}

export function createHosted(deps: HostedDeps, adapter: HostAdapter): CodeHost {
  // Some hosts take two pull requests for one head. Calls from this process wait for each other; jobs have a lease for the rest.
  const turns = deps.turns ?? createTurns()
  return {
    remote: (repository) => {
      const address = locateRepository(adapter, repository)
      return {
        url: address.gitUrl,
        protocol: address.gitUrl.startsWith('https:') ? 'https' : 'http',
        credentials: (signal) => adapter.credentials(address, signal),
      }
    },
    openPullRequest: async (request, signal) => {
      const address = locateRepository(adapter, request.repository)
      const text: PullRequestText = {
        head: request.head,
        base: request.base,
        title: toTitle(request.title),
        body: toBody(adapter.hasHtml === false ? unfold(request.body) : request.body, adapter.bodyCharactersMax),
      }
      return turns.take(`${address.path}#${request.head}`, () => openOnce(adapter.pullRequests(address, text, signal), request))
    },
    readPullRequest: async (repository, link, signal) => {
      const address = locateRepository(adapter, repository)
      // A project may have moved on to another repository; what belongs to the old one cannot be asked here.
      const isHere = link.toLowerCase().startsWith(`${adapter.url}/${address.path}/`.toLowerCase())
      const number = isHere ? /\/(\d{1,15})$/.exec(link)?.[1] : undefined
      return number === undefined ? null : adapter.readPullRequest(address, Number(number), signal)
    },
    isProtected: async (repository, branch, signal) =>
      (await adapter.isProtected?.(locateRepository(adapter, repository), branch, signal)) ?? false,
    showsChecks: false,
    fileLink: (repository, commit, path) => {
      const address = locateRepository(adapter, repository)
      return `${adapter.url}/${address.path}/${adapter.filesOf(commit)}/${encodeRef(path)}`
    },
    check: async (repository, ref, signal) => {
      try {
        const address = locateRepository(adapter, repository)
        await adapter.inspect(address, ref, signal)
        await checkPush(deps, adapter, address, signal)
        return null
      } catch (error) {
        if (error instanceof Fault) return error
        throw error
      }
    },
  }
}

/**
 * Asks the git server for the branches as a push would. Only who may write gets them, on every host and with every kind of token,
 * whereas the hosts' APIs tell what the account may do and not what the token may.
 */
async function checkPush(
  deps: HostedDeps,
  adapter: HostAdapter,
  address: RepositoryAddress,
  signal?: AbortSignal,
): Promise<void> {
  const authorization = basicAuthorization(await adapter.credentials(address, signal))
  const withoutBody: HostedDeps = {
    ...deps,
    // The list of branches may be long; the status is all that counts.
    fetch: async (url, init) => {
      const response = await deps.fetch(url, init)
      await response.body?.cancel()
      return new Response(null, { status: response.status, headers: response.headers })
    },
  }
  const api = createHostApi(withoutBody, adapter.name, address.gitUrl, { accept: '*/*' })
  const reply = await api.send({
    method: 'GET',
    path: '/info/refs',
    query: { service: 'git-receive-pack' },
    authorization,
    signal,
  })
  if (reply.status === 401 || reply.status === 403 || reply.status === 404)
    throw new Fault({
      code: 'repository_forbidden',
      message: `The token can read the repository on ${adapter.name} but can't push to it.`,
      hint: 'Give it write access to contents, then run `docwright doctor`.',
    })
  if (reply.status !== 200) throw api.fault(reply)
}

/** Reads pages until there are no more, something is found, or it is enough. Addresses of further pages are never taken from an answer. */
export async function readPages<Item>(
  read: (page: string) => Promise<{ items: Item[]; hasMore: boolean }>,
  isFound: (item: Item) => boolean,
): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const { items, hasMore } = await read(String(page))
    all.push(...items)
    if (!hasMore || items.some(isFound)) break
  }
  return all
}

/** True when the answer names a further page, the way GitHub, GitLab and Gitea do. */
export function hasNextPage({ headers }: HostReply): boolean {
  return /rel="next"/.test(headers.get('link') ?? '')
}

/** The link as the host gave it. Only a web address: the dashboard makes it clickable. */
export function toLink(link: string, name: string): string {
  const url = URL.canParse(link) ? new URL(link) : null
  if (url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password) return link
  throw new Fault({
    code: 'code_host_answer_invalid',
    message: `${name} sent a link to the pull request that isn't a web address.`,
  })
}

/** A time as the hosts write it. */
export function toTime(text: string | null | undefined): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}

export function tokenMissing(name: string): Fault {
  return new Fault({
    code: 'code_host_token_missing',
    message: `There is no token for ${name}.`,
    hint: 'Give it with `--token-from-env VARIABLE`, as the project secret `code-host-token`, or to the server (such as GITHUB_TOKEN).',
  })
}

/** A token that was pasted with a line end would break the header that it is sent in. */
export function toToken(token: string | null | undefined): string | null {
  return token?.trim() || null
}

export function archived(name: string): Fault {
  return new Fault({
    code: 'repository_archived',
    message: 'The repository is archived and takes no changes.',
    hint: `Unarchive it on ${name}.`,
  })
}

export function pullRequestsDisabled(name: string): Fault {
  return new Fault({
    code: 'pull_requests_disabled',
    message: "The repository doesn't take pull requests.",
    hint: `Switch them on in its settings on ${name}.`,
  })
}

/** A branch name, or the path of a file, inside a path whose slashes the host wants to see. */
export function encodeRef(ref: string): string {
  return ref.split('/').map(encodeURIComponent).join('/')
}
