import { CODE_HOST_NAMES, type CodeHostName } from '../lib/code-host-names.ts'
import { Problem } from '../lib/problem.ts'
import { isLoopbackHttp, toSegments } from './repository-address.ts'

/** The public hosts that are known by name. Any other machine could run any of the programs. */
const KNOWN_HOSTS: ReadonlyMap<string, CodeHostName> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
  ['codeberg.org', 'gitea'],
])

const HOSTED_NAMES = CODE_HOST_NAMES.filter((name) => name !== 'builtin').join(', ')

/** `user@host:path` or `host.name:path`, which git takes for ssh. A single letter in front is a drive of Windows. */
const SCP_LIKE = /^(?:[\w.-]+@([\w.-]+)|([\w-]+(?:\.[\w-]+)+)):(?!\/\/)\/?(.+)$/

const SCHEME = /^([a-z][a-z0-9+.-]+):/i

export interface DetectedRepository {
  codeHost: CodeHostName
  /** Normalised to `https://host/owner/name` for a hosted one; as it was given for `builtin`. */
  repository: string
}

export interface DetectOptions {
  /** What a person said that it is. Needed for hosts that are not known by name. */
  codeHost?: CodeHostName | null
  /** For tests: also takes `http:` on this machine. */
  isLoopbackHttpAllowed?: boolean
}

/** Finds out which code host a repository is on, from the address that a person pasted. */
export function detectCodeHost(named: string, options: DetectOptions = {}): DetectedRepository {
  const text = named.trim()
  const url = toUrl(text, options.isLoopbackHttpAllowed ?? false)
  if (!url) {
    if (options.codeHost && options.codeHost !== 'builtin')
      throw invalid(
        `A repository on ${options.codeHost} is named by its https: address, such as https://git.example.com/team/docs.`,
      )
    return { codeHost: 'builtin', repository: text }
  }
  const known = KNOWN_HOSTS.get(url.hostname)
  const codeHost = options.codeHost ?? known
  if (!codeHost)
    throw new Problem(
      400,
      'code_host_unknown',
      `Docwright does not know which program runs at ${url.host}: name the code host, one of ${HOSTED_NAMES}.`,
    )
  if (codeHost === 'builtin')
    throw invalid('The built-in code host works with local repositories: name one by its path or a file: URL.')
  if (known && known !== codeHost) throw invalid(`${url.host} is ${known}, not ${codeHost}.`)
  return { codeHost, repository: `${url.origin}/${toPath(url, codeHost).join('/')}` }
}

/** The address as an `https:` URL; null for a path or a `file:` URL. */
function toUrl(text: string, isLoopbackHttpAllowed: boolean): URL | null {
  const scp = text.includes('://') ? null : SCP_LIKE.exec(text)
  if (scp) return parse(`https://${scp[1] ?? scp[2]}/${scp[3]}`)
  // Copied from the address bar of a browser that hides the scheme.
  if (KNOWN_HOSTS.has(text.split('/')[0]!.toLowerCase())) return parse(`https://${text}`)
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  if (!scheme || scheme === 'file') return null
  // The port of an ssh address says nothing about the web server.
  if (scheme === 'ssh' || scheme === 'git+ssh') return parse(text.replace(/^[^:]+:\/\/([^/@]*@)?([^/:]+)(:\d+)?/, 'https://$2'))
  const url = parse(text)
  if (url.protocol === 'https:' || (isLoopbackHttpAllowed && isLoopbackHttp(url))) return withoutUser(url)
  throw invalid('The address of a repository must start with https:, ssh: or file:, or be a path.')
}

function parse(text: string): URL {
  if (URL.canParse(text)) return new URL(text)
  throw invalid('The address of the repository cannot be read.')
}

/** Bitbucket's own clone addresses name the user, which is of no use. A password is refused: it would be stored with the project. */
function withoutUser(url: URL): URL {
  if (url.password || /^(?:gh[a-z]_|github_pat_|glpat-|x-token-auth$|oauth2$)/.test(url.username))
    throw new Problem(
      400,
      'credentials_in_url',
      'The address contains a password or a token. Leave it out, and give the token separately.',
    )
  url.username = ''
  return url
}

function toPath(url: URL, codeHost: CodeHostName): string[] {
  // GitLab's pages are below `/-/`.
  const path = codeHost === 'gitlab' ? url.pathname.replace(/\/-(?:\/.*)?$/, '') : url.pathname
  const segments = toSegments(path)
  // A host of its own may live below a path, so only the public hosts have a fixed depth.
  const isTooDeep = codeHost !== 'gitlab' && KNOWN_HOSTS.has(url.hostname) && (segments?.length ?? 0) > 2
  if (!segments || segments.length < 2 || isTooDeep)
    throw invalid(`The address must lead to a repository, such as ${url.origin}/team/docs.`)
  return segments
}

function invalid(message: string): Problem {
  return new Problem(400, 'repository_invalid', message)
}
