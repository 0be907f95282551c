import { type KeyObject, createPrivateKey, sign } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Fault } from '../lib/fault.ts'
import { createTurns } from '../lib/turns.ts'
import type { HostApi, HostedDeps } from './host-api.ts'
import type { RepositoryAddress } from './repository-address.ts'

/** GitHub's tokens live for an hour. One that is about to end could end in the middle of a push. */
const REFRESH_BEFORE_MS = 5 * 60_000

/** GitHub takes at most ten minutes. The start lies back because its clock and ours may differ. */
const JWT_SECONDS = 9 * 60
const JWT_BACKDATE_SECONDS = 60

/** The least that a job needs. A token that leaks can then do no more than open pull requests in one repository. */
const PERMISSIONS = { contents: 'write', pull_requests: 'write', metadata: 'read' }

const Installation = Compile(Type.Object({ id: Type.Integer() }))
const InstallationToken = Compile(Type.Object({ token: Type.String({ minLength: 1 }), expires_at: Type.String() }))

export interface GithubApp {
  /** The App's id or client id. */
  appId: string
  /** PEM, as GitHub hands it out. Line ends may be written as `\n`, as they are in variables. */
  privateKey: string
  /** Where the App is installed. Without it GitHub is asked, for each repository. */
  installationId?: string | null
}

export interface GithubTokens {
  get(address: RepositoryAddress, signal?: AbortSignal): Promise<string>
  /** Drops a token that GitHub refused. True when another one can be had. */
  forget(address: RepositoryAddress): boolean
}

/** Tokens of a GitHub App: one for each repository, made when needed and kept until shortly before they end. */
export function createGithubAppTokens(deps: HostedDeps, api: HostApi, app: GithubApp): GithubTokens {
  const key = readKey(app.privateKey)
  const tokens = new Map<string, { token: string; expiresAt: number }>()
  const turns = createTurns()

  const request = async (address: RepositoryAddress, signal: AbortSignal | undefined): Promise<string> => {
    const kept = tokens.get(address.path)
    if (kept && kept.expiresAt - REFRESH_BEFORE_MS > deps.clock.now()) return kept.token
    const authorization = `Bearer ${createJwt(app.appId, key, deps.clock.now())}`
    const installation = app.installationId ?? (await findInstallation(api, address, authorization, signal))
    const reply = await api.send({
      method: 'POST',
      path: `/app/installations/${encodeURIComponent(installation)}/access_tokens`,
      body: { repositories: [address.name], permissions: PERMISSIONS },
      authorization,
      signal,
    })
    if (reply.status === 401) throw appRefused()
    if (reply.status === 404 || reply.status === 422) throw notGranted()
    const { token, expires_at: expiresAt } = api.accept(reply, InstallationToken)
    tokens.set(address.path, { token, expiresAt: Date.parse(expiresAt) || 0 })
    return token
  }

  return {
    // Two jobs that start together share the token that the first of them gets.
    get: (address, signal) => turns.take(address.path, () => request(address, signal)),
    forget: (address) => tokens.delete(address.path),
  }
}

/** Says who the App is, signed with its key (RS256). */
export function createJwt(appId: string, key: KeyObject, now: number): string {
  const seconds = Math.floor(now / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = [
    encode({ alg: 'RS256', typ: 'JWT' }),
    encode({ iat: seconds - JWT_BACKDATE_SECONDS, exp: seconds + JWT_SECONDS, iss: appId }),
  ].join('.')
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}

async function findInstallation(
  api: HostApi,
  address: RepositoryAddress,
  authorization: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const reply = await api.send({ method: 'GET', path: `/repos/${address.path}/installation`, authorization, signal })
  if (reply.status === 401) throw appRefused()
  if (reply.status === 404) throw notGranted()
  return String(api.accept(reply, Installation).id)
}

/** The error of the parser is left out: it could quote the key. */
function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Told below, together with keys of another kind.
  }
  throw new Fault({
    code: 'code_host_key_invalid',
    message: "The private key of the GitHub App isn't an RSA key in PEM format.",
    hint: "Download the key from the App's settings, and use the whole file.",
  })
}

function appRefused(): Fault {
  return new Fault({
    code: 'code_host_token_refused',
    message: "GitHub doesn't accept the App's key.",
    hint: "Check the App's id, that the key belongs to it, and the server's clock.",
  })
}

function notGranted(): Fault {
  return new Fault({
    code: 'repository_forbidden',
    message: "The GitHub App isn't installed for this repository, or lacks a permission.",
    hint: 'Install it for the repository, with read and write access to contents and pull requests.',
  })
}
