import type { ColumnType, Generated } from 'kysely'

/** A column that is set once, when the row is made. */
type Fixed<T> = ColumnType<T, T, never>

/** Times are milliseconds since 1970 (bigint columns); flags are 0 or 1; JSON is text. Both engines hold the same shapes. */
export interface ProjectTable {
  id: Fixed<string>
  name: string
  repository: string
  ref: string
  code_host: string
  agent: string
  settings: string
  created_at: Fixed<number>
}

export interface KeyTable {
  id: Fixed<string>
  project_id: Fixed<string>
  kind: Fixed<string>
  name: string
  digest: Fixed<string>
  display: Fixed<string>
  scopes: Fixed<string>
  origins: Fixed<string>
  created_by: Fixed<string>
  created_at: Fixed<number>
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

export interface AuditTable {
  id: Fixed<string>
  project_id: Fixed<string | null>
  at: Fixed<number>
  actor: Fixed<string>
  action: Fixed<string>
  object: Fixed<string>
}

export interface JobTable {
  id: Fixed<string>
  project_id: Fixed<string>
  status: string
  repository: Fixed<string>
  ref: Fixed<string>
  model: string
  requested_model: Fixed<string | null>
  branch: Fixed<string>
  title: Fixed<string | null>
  draft: Fixed<number>
  /** The page that it is for, if it is for one. */
  page: Fixed<string | null>
  pr_link: string | null
  /** What the code host last said of it; null until it was asked. */
  pr_state: Generated<string | null>
  pr_merged_at: Generated<number | null>
  created_at: Fixed<number>
  updated_at: number
  archived_at: number | null
  archived_from: string | null
  summary: string | null
  failure: string | null
  usage: string | null
  diff_stat: string | null
  outcome: string | null
  choices: string | null
  epoch: number
  attempt: number
  retries: number
  not_before: number
  lease_owner: string | null
  lease_until: number | null
}

/** A project's place in the line of those whose jobs wait for a worker. */
export interface ProjectTurnTable {
  project_id: Fixed<string>
  /** When a worker last took a job of it; 0 before the first. */
  claimed_at: number
  /** From when on it may have a claimable job; null when it has none. */
  wake_at: number | null
}

export interface MessageTable {
  id: Fixed<string>
  job_id: Fixed<string>
  /** Counts from 1 within its job; the run that answers a message has the same number. */
  seq: Fixed<number>
  prompt: Fixed<string>
  asked_by: Fixed<string | null>
  state: string
  summary: string | null
  created_at: Fixed<number>
  finished_at: number | null
}

export interface StepTable {
  job_id: Fixed<string>
  run: Fixed<number>
  name: Fixed<string>
  output: string
  at: Fixed<number>
}

export interface EventTable {
  job_id: Fixed<string>
  /** Counts from 1 within its job, without gaps. */
  seq: Fixed<number>
  /** The run whose worker wrote it; null for what a caller did. */
  run: Fixed<number | null>
  at: Fixed<number>
  kind: Fixed<string>
  data: Fixed<string>
}

export interface LimitUseTable {
  id: Fixed<string>
  project_id: Fixed<string>
  bucket: Fixed<string>
  at: number
}

export interface IdempotencyTable {
  project_id: Fixed<string>
  endpoint: Fixed<string>
  key: Fixed<string>
  fingerprint: Fixed<string>
  answer: Fixed<string>
  created_at: Fixed<number>
}

export interface PullRequestTable {
  id: Fixed<string>
  project_id: Fixed<string>
  secret: Fixed<string>
  head: Fixed<string>
  base: Fixed<string>
  title: string
  body: string
  state: string
  base_commit: string
  head_commit: string
  created_at: Fixed<number>
  updated_at: number
  is_draft: number
  /** JSON, see `Checks`. */
  checks: string | null
  merged_at: number | null
  closed_at: number | null
  /** The commit on the base branch that brought the change; null when somebody merged it without Docwright. */
  merge_commit: string | null
}

export interface PersonTable {
  id: Fixed<string>
  /** In lower case. */
  email: Fixed<string>
  name: string
  role: string
  /** An argon2id hash in its usual notation; null for who signs in elsewhere only. */
  password: string | null
  /** Issuer and subject of the single sign-on that this person is known by. */
  openid_subject: string | null
  created_at: Fixed<number>
  last_sign_in_at: number | null
}

export interface SessionTable {
  digest: Fixed<string>
  person_id: Fixed<string>
  created_at: Fixed<number>
  last_used_at: number
}

export interface InviteTable {
  id: Fixed<string>
  digest: Fixed<string>
  email: Fixed<string>
  role: Fixed<string>
  created_at: Fixed<number>
  expires_at: Fixed<number>
}

/** Holds one row at most: the link that was printed last. */
export interface SetUpTable {
  digest: Fixed<string>
  created_at: Fixed<number>
}

/** Digests, because people type passwords into the wrong field, and addresses are not kept. */
export interface SignInAttemptTable {
  id: Fixed<string>
  email_digest: Fixed<string>
  address_digest: Fixed<string>
  at: number
}

/** People who were removed: a single sign-on does not let them back in without an invite. */
export interface RemovedPersonTable {
  id: Fixed<string>
  /** See `lib/mailbox.ts`. */
  mailbox: Fixed<string>
  openid_subject: Fixed<string | null>
  removed_at: Fixed<number>
}

/** Links with which people choose a new password; one for each person at most. */
export interface RecoveryTable {
  digest: Fixed<string>
  person_id: Fixed<string>
  expires_at: Fixed<number>
}

/** Links with which anyone can look at the readers of a project. */
export interface ShareTable {
  id: Fixed<string>
  project_id: Fixed<string>
  name: Fixed<string>
  digest: Fixed<string>
  /** A hash; null when the link alone is enough. */
  password: Fixed<string | null>
  created_by: Fixed<string>
  created_at: Fixed<number>
}

/** Who looks at a share link at the moment. */
export interface ShareVisitTable {
  digest: Fixed<string>
  share_id: Fixed<string>
  expires_at: Fixed<number>
}

/** What happened on a day, for the chart of the readers. */
export interface NoteTable {
  id: Fixed<string>
  project_id: Fixed<string>
  /** In UTC, as `2026-03-15`. */
  day: Fixed<string>
  text: Fixed<string>
  created_by: Fixed<string>
}

/** What operators should know about their set-up. `at` is when it was last seen. */
export interface NoticeTable {
  code: Fixed<string>
  at: number
}

export interface SecretTable {
  project_id: Fixed<string>
  name: Fixed<string>
  /** Encrypted, see `secrets/cipher.ts`. */
  sealed: string
  last_four: string | null
  set_at: number
  set_by: string
}

/** What the agents of a project used on one day. `day` counts days since 1970, UTC. */
export interface ProjectDayTable {
  project_id: Fixed<string>
  day: Fixed<number>
  tokens: number
  cost_usd: number
}

/** Projects, keys, jobs and all that belongs to them, and the people of the dashboard. */
/** Processes that work on jobs on a shared PostgreSQL, by the name that their leases have. */
export interface NodeTable {
  instance: Fixed<string>
  /** The machine and folder that last used the name, see `node-claim.ts`. */
  place: string
  seen_at: number
}

/** One row, or none before the first start. */
export interface ServerSecretTable {
  id: Fixed<number>
  fingerprint: string
}

export interface MainSchema {
  project: ProjectTable
  key: KeyTable
  audit: AuditTable
  job: JobTable
  project_turn: ProjectTurnTable
  message: MessageTable
  step: StepTable
  event: EventTable
  limit_use: LimitUseTable
  idempotency: IdempotencyTable
  pull_request: PullRequestTable
  person: PersonTable
  session: SessionTable
  invite: InviteTable
  set_up: SetUpTable
  sign_in_attempt: SignInAttemptTable
  removed_person: RemovedPersonTable
  recovery: RecoveryTable
  share: ShareTable
  share_visit: ShareVisitTable
  note: NoteTable
  notice: NoticeTable
  secret: SecretTable
  project_day: ProjectDayTable
  node: NodeTable
  server_secret: ServerSecretTable
}

export interface PageTable {
  project_id: Fixed<string>
  /** Counts from 1 within the project, without gaps. */
  id: Fixed<number>
  path: Fixed<string>
}

/**
 * Views that are not folded into blocks yet. `bucket` counts hours since 1970, UTC. Views by people that a server saw are in
 * `human`, those that the beacon saw in `human_beacon`; which of the two counts is settled when they are read. Likewise for AI.
 */
export interface ViewTable {
  project_id: Fixed<string>
  bucket: Fixed<number>
  page_id: Fixed<number>
  human: number
  human_beacon: number
  ai: number
  ai_beacon: number
}

export interface ExclusionTable {
  project_id: Fixed<string>
  day: Fixed<number>
  reason: Fixed<string>
  count: number
}

export interface SeenEventTable {
  project_id: Fixed<string>
  event_id: Fixed<string>
  at: number
}

export interface WatermarkTable {
  project_id: Fixed<string>
  value: number
  /** The last numbers that the project gave to a page and to a name. */
  pages: Generated<number>
  names: Generated<number>
}

/** Page views: a SQLite file of its own, or the same PostgreSQL database. Its other tables are in `analytics/store/tables.ts`. */
/** What is known of this database as a whole. */
interface FactTable {
  name: string
  value: string
}

export interface ViewsSchema {
  fact: FactTable
  page: PageTable
  view_hour: ViewTable
  exclusion: ExclusionTable
  seen_event: SeenEventTable
  watermark: WatermarkTable
}
