import { Fault } from '../lib/fault.ts'

/** What the hosts allow in the names of owners, groups and repositories. Nothing in it needs encoding or can leave the path. */
const SEGMENT = /^[A-Za-z0-9_~][A-Za-z0-9_.~-]{0,254}$/

/** Where a repository is on its code host. */
export interface RepositoryAddress {
  /** `owner/name`, on GitLab with any number of groups in front. */
  path: string
  owner: string
  name: string
  /** For git. */
  gitUrl: string
}

export interface CodeHostAddress {
  /** As people know it: `GitHub`. */
  name: string
  /** Its web address, without a slash at the end. */
  url: string
  /** True where groups contain groups. */
  isNested: boolean
}

/**
 * Finds a repository on a code host. One that is elsewhere is refused: the token of this host would be sent to whoever runs the
 * other one.
 */
export function locateRepository(host: CodeHostAddress, repository: string): RepositoryAddress {
  const elsewhere = new Fault({
    code: 'repository_elsewhere',
    message: `The repository is not one on ${host.name} at ${host.url}.`,
    hint: "Check the project's repository and the address of its code host.",
  })
  const url = URL.canParse(repository) ? new URL(repository) : null
  const base = new URL(host.url)
  if (!url || url.origin !== base.origin || url.username || url.password || url.search || url.hash) throw elsewhere
  const prefix = base.pathname === '/' ? '' : base.pathname
  if (!url.pathname.startsWith(`${prefix}/`)) throw elsewhere
  const segments = toSegments(url.pathname.slice(prefix.length))
  if (!segments || segments.length < 2 || (segments.length > 2 && !host.isNested)) throw elsewhere
  const path = segments.join('/')
  return { path, owner: segments.slice(0, -1).join('/'), name: segments.at(-1)!, gitUrl: `${host.url}/${path}.git` }
}

/** The parts of a repository's path, without the `.git` that some addresses end with; null when they are no names. */
export function toSegments(path: string): string[] | null {
  const segments = path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
    .split('/')
  return segments.every((segment) => SEGMENT.test(segment)) ? segments : null
}

/**
 * Makes sure that tokens travel encrypted: only `https:`, except to this machine itself, and that only where tests ask for it.
 * Returns the address without a slash at the end.
 */
export function checkAddress(address: string, isLoopbackHttpAllowed: boolean): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const isSafe = url && (url.protocol === 'https:' || (isLoopbackHttpAllowed && isLoopbackHttp(url)))
  if (!isSafe || url.username || url.password || url.search || url.hash)
    throw new Fault({
      code: 'code_host_url_invalid',
      message: 'The address of the code host must be an https: URL without a user name, a query or a fragment.',
      hint: 'Use an address such as https://git.example.com.',
    })
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === '[::1]' || url.hostname === 'localhost')
}
