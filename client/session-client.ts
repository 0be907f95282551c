import { Http, type Query } from './http.ts'
import type {
  AuditEntry,
  ChangedProject,
  Checklist,
  Connection,
  ConnectionTest,
  CreatedKey,
  CreatedShare,
  Invite,
  Key,
  NewInvite,
  NewKey,
  NewProject,
  Notice,
  OpenedShare,
  Person,
  Project,
  ProjectChange,
  Role,
  Secret,
  SecretName,
  Session,
  Share,
  User,
} from './session-types.ts'

/**
 * What only a signed-in person can do: accounts, projects and keys. It has no key of its own; the browser sends the cookie of
 * the session, so it works on pages of the service itself.
 */
export class SessionClient {
  readonly #http: Http

  constructor(options: { baseUrl: string; fetch?: typeof fetch }) {
    this.#http = new Http(options)
  }

  getSession(): Promise<Session> {
    return this.#send('GET', 'session')
  }

  signIn(email: string, password: string): Promise<{ user: User }> {
    return this.#send('POST', 'session', { email, password })
  }

  /** @param everywhere Ends the sessions on all other devices as well. */
  signOut(everywhere = false): Promise<void> {
    return this.#send('DELETE', 'session', undefined, everywhere ? { everywhere: 'true' } : {})
  }

  /** Makes the first account, with the one-time token of the set-up link. */
  setUp(account: { token: string; email: string; name: string; password: string }): Promise<{ user: User }> {
    return this.#send('POST', 'setup', account)
  }

  changePassword(current: string, next: string): Promise<void> {
    return this.#send('POST', 'password', { current, new: next })
  }

  /** Where to send the browser, so that the account there signs this person in, too. */
  linkSingleSignOn(password: string): Promise<{ location: string }> {
    return this.#send('POST', 'sign-in/openid/link', { password })
  }

  /** Whom a recovery link is for. */
  peekRecovery(token: string): Promise<{ email: string }> {
    return this.#send('POST', 'recovery/peek', { token })
  }

  recover(token: string, password: string): Promise<{ user: User }> {
    return this.#send('POST', 'recovery', { token, password })
  }

  listUsers(): Promise<{ users: Person[] }> {
    return this.#send('GET', 'users')
  }

  setRole(userId: string, role: Role): Promise<Person> {
    return this.#send('PATCH', `users/${encodeURIComponent(userId)}`, { role })
  }

  removeUser(userId: string): Promise<void> {
    return this.#send('DELETE', `users/${encodeURIComponent(userId)}`)
  }

  listInvites(): Promise<{ invites: Invite[]; defaultRole: Role }> {
    return this.#send('GET', 'invites')
  }

  invite(email: string, role: Role): Promise<NewInvite> {
    return this.#send('POST', 'invites', { email, role })
  }

  withdrawInvite(inviteId: string): Promise<void> {
    return this.#send('DELETE', `invites/${encodeURIComponent(inviteId)}`)
  }

  /** Whom an invite is for. */
  peekInvite(token: string): Promise<{ email: string; role: Role }> {
    return this.#send('POST', 'invites/peek', { token })
  }

  acceptInvite(token: string, account: { name: string; password: string }): Promise<{ user: User }> {
    return this.#send('POST', 'invites/accept', { token, ...account })
  }

  listNotices(): Promise<{ notices: Notice[] }> {
    return this.#send('GET', 'notices')
  }

  listProjects(): Promise<{ projects: Project[] }> {
    return this.#send('GET', 'projects')
  }

  getProject(projectId: string): Promise<Project> {
    return this.#send('GET', projectPath(projectId))
  }

  createProject(project: NewProject): Promise<Project> {
    return this.#send('POST', 'projects', project)
  }

  /** Says whether the service can reach a repository, and what is wrong if it cannot. */
  testConnection(project: Connection): Promise<ConnectionTest> {
    return this.#send('POST', 'projects/test', project)
  }

  changeProject(projectId: string, change: ProjectChange): Promise<ChangedProject> {
    return this.#send('PATCH', projectPath(projectId), change)
  }

  getChecklist(projectId: string): Promise<Checklist> {
    return this.#send('GET', `${projectPath(projectId)}/checklist`)
  }

  listKeys(projectId: string): Promise<{ keys: Key[] }> {
    return this.#send('GET', `${projectPath(projectId)}/keys`)
  }

  createKey(projectId: string, key: NewKey): Promise<CreatedKey> {
    return this.#send('POST', `${projectPath(projectId)}/keys`, key)
  }

  revokeKey(projectId: string, keyId: string): Promise<void> {
    return this.#send('DELETE', `${projectPath(projectId)}/keys/${encodeURIComponent(keyId)}`)
  }

  /** Makes a key like another one, which goes on working for the overlap. */
  rotateKey(projectId: string, keyId: string, overlapHours?: number): Promise<CreatedKey> {
    return this.#send('POST', `${projectPath(projectId)}/keys/${encodeURIComponent(keyId)}/rotate`, { overlapHours })
  }

  listSecrets(projectId: string): Promise<{ secrets: Secret[] }> {
    return this.#send('GET', `${projectPath(projectId)}/secrets`)
  }

  /** Keeps a token or key for the project, in the place of the one that had this name. It cannot be read again. */
  setSecret(projectId: string, name: SecretName, value: string): Promise<Secret> {
    return this.#send('PUT', `${projectPath(projectId)}/secrets/${name}`, { value })
  }

  deleteSecret(projectId: string, name: SecretName): Promise<void> {
    return this.#send('DELETE', `${projectPath(projectId)}/secrets/${name}`)
  }

  /** @param head The commit that the person looked at: a merge is refused when something newer would be merged. */
  changePullRequest(token: string, action: 'merge' | 'close' | 'ready', head?: string): Promise<{ state: string }> {
    return this.#send('POST', `pull-requests/${encodeURIComponent(token)}/${action}`, head === undefined ? {} : { head })
  }

  listShares(projectId: string): Promise<{ shares: Share[] }> {
    return this.#send('GET', `${projectPath(projectId)}/shares`)
  }

  createShare(projectId: string, share: { name: string; password?: string }): Promise<CreatedShare> {
    return this.#send('POST', `${projectPath(projectId)}/shares`, share)
  }

  revokeShare(projectId: string, shareId: string): Promise<void> {
    return this.#send('DELETE', `${projectPath(projectId)}/shares/${encodeURIComponent(shareId)}`)
  }

  /** Throws the problem `share_password` when the link needs a password, or another one. */
  openShare(token: string, password?: string): Promise<OpenedShare> {
    return this.#send('POST', 'shares/open', { token, ...(password === undefined ? {} : { password }) })
  }

  listAudit(projectId: string, limit?: number): Promise<{ entries: AuditEntry[] }> {
    return this.#send('GET', `${projectPath(projectId)}/audit`, undefined, { limit })
  }

  #send<Result>(method: string, path: string, body?: unknown, query: Query = {}): Promise<Result> {
    return this.#http.send(method, `/v1/${path}`, query, body)
  }
}

function projectPath(projectId: string): string {
  return `projects/${encodeURIComponent(projectId)}`
}
