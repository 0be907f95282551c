/** What the routes for signed-in people take and answer. */

export type Role = 'viewer' | 'editor' | 'admin'

export interface User {
  id: string
  email: string
  name: string
  role: Role
}

export interface Session {
  /** Null when nobody is signed in. */
  user: User | null
  /** True until the first person has an account. */
  needsSetup: boolean
  singleSignOn: { label: string } | null
  version: string
}

export interface Person extends User {
  createdAt: string
  lastSignInAt: string | null
}

export interface Invite {
  id: string
  email: string
  role: Role
  createdAt: string
  expiresAt: string
}

export interface NewInvite {
  id: string
  /** Shown this once. */
  link: string
  expiresAt: string
}

export interface PathSettings {
  basePath: string
  trailingSlash: 'cut' | 'kept'
  case: 'kept' | 'folded'
  twins: 'folded' | 'kept'
  foldedLocales: string[]
}

export interface ProjectSettings {
  branchTemplate: string
  titleTemplate: string
  allowCiFiles: boolean
  /** What counts as AI: all of it, or only what was read for somebody who asked. */
  ai: 'all' | 'assistants'
  paths: PathSettings
}

export type CodeHostName = 'builtin' | 'github' | 'gitlab' | 'gitea' | 'bitbucket'
export type AgentName = 'offline' | 'model' | 'acp'

export interface Project {
  projectId: string
  name: string
  repository: string
  ref: string
  codeHost: CodeHostName
  agent: AgentName
  settings: ProjectSettings
  createdAt: string
}

/** Where a repository is. */
export interface Connection {
  repository: string
  ref?: string
  codeHost?: CodeHostName
}

export interface NewProject extends Connection {
  name: string
  agent?: AgentName
}

export interface ProjectChange {
  name?: string
  ref?: string
  agent?: AgentName
  settings?: Partial<Omit<ProjectSettings, 'paths'>> & { paths?: Partial<PathSettings> }
}

export type ConnectionTest =
  | { ok: true; codeHost: CodeHostName; repository: string; ref: string }
  | { ok: false; code: string; message: string; hint: string | null }

export interface Checklist {
  repository: boolean
  job: boolean
  view: boolean
}

export type KeyKind = 'admin' | 'site'
export type KeyScope = 'read' | 'write'

export interface Key {
  id: string
  kind: KeyKind
  name: string
  scopes: KeyScope[]
  /** Where a site key may be used; none means anywhere. */
  origins: string[]
  prefix: string
  lastFour: string
  createdAt: string
  createdBy: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

/** A key with its secret, which is shown this once. */
export interface CreatedKey extends Key {
  key: string
}

export interface NewKey {
  kind?: KeyKind
  name: string
  scopes?: KeyScope[]
  expiresAt?: string | null
  origins?: string[]
}

export interface AuditEntry {
  at: string
  action: string
  actor: string
  detail: string
}
