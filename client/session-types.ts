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
  /** How the user can sign in. */
  signsInWith: ('password' | 'single-sign-on')[]
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

/** What admins should know about the set-up of the service. */
export interface Notice {
  code: string
  message: string
  advice: string
}

export interface PathSettings {
  basePath: string
  trailingSlash: 'cut' | 'kept'
  case: 'kept' | 'folded'
  twins: 'folded' | 'kept'
  foldedLocales: string[]
}

export interface ViewSettings {
  hosts: string[]
  ignoredPaths: string[]
  ignoredAddresses: string[]
  /** Of the IANA database, such as `Europe/Berlin`. */
  timeZone: string
  people: 'auto' | 'script' | 'server'
}

/** What agents may use; null for the installation's own limit, or for none. Days are those of UTC. */
export interface Budgets {
  runCostUsd: number | null
  dayCostUsd: number | null
  dayTokens: number | null
  dayJobs: number | null
  runFiles: number | null
}

export interface ProjectSettings {
  branchTemplate: string
  titleTemplate: string
  allowCiFiles: boolean
  /** Lets agents change code: whatever builds, servers and editors run or obey, in separate files or in pages. */
  allowCode: boolean
  /** The model of jobs that name none, as `provider/model`; null for that of the installation. */
  model: string | null
  /** What else jobs may name: models, or patterns such as `openai/*`. */
  models: string[]
  budgets: Budgets
  /** Puts what a run had done when its budget was used up into a draft pull request. */
  keepUnfinished: boolean
  /** What counts as AI: all of it, or only what was read for somebody who asked. */
  ai: 'all' | 'assistants'
  /** How your servers write their logs, in the words of GoAccess, nginx or Apache; null to let Docwright find out. */
  logFormat: string | null
  paths: PathSettings
  views: ViewSettings
}

export type CodeHostName = 'builtin' | 'github' | 'gitlab' | 'gitea' | 'bitbucket'
export type AgentName = 'auto' | 'offline' | 'model' | 'acp'

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
  /** For the code host, in the place of that of the installation. A new project keeps it; a test does not. */
  token?: string
}

export interface NewProject extends Connection {
  name: string
  agent?: AgentName
}

/** A project after a change. */
export interface ChangedProject extends Project {
  /** What a change of settings for views comes to: sentences about which earlier views it applies to. */
  notes: string[]
}

export interface ProjectChange {
  name?: string
  ref?: string
  agent?: AgentName
  settings?: Partial<Omit<ProjectSettings, 'paths' | 'views' | 'budgets'>> & {
    paths?: Partial<PathSettings>
    views?: Partial<ViewSettings>
    budgets?: Partial<Budgets>
  }
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

export type SecretName = 'code-host-token' | 'anthropic' | 'openai' | 'google' | 'compatible'

/** A secret of a project. Its value goes in and never comes out. */
export interface Secret {
  name: SecretName
  /** Null for a short one. */
  lastFour: string | null
  setAt: string
  setBy: string
}

/** A link with which anyone can see the readers of a project. */
export interface Share {
  id: string
  name: string
  hasPassword: boolean
  createdBy: string
  createdAt: string
}

export interface CreatedShare extends Share {
  /** Shown this once. */
  link: string
}

export interface OpenedShare {
  project: { projectId: string; name: string; timeZone: string }
  /** The key of a `DocwrightClient` that reads the numbers of this project and nothing else. */
  pass: string
  expiresAt: string
}

export interface AuditEntry {
  at: string
  action: string
  actor: string
  detail: string
}
