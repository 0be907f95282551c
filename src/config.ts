import { resolve } from 'node:path'
import type { AcpSettings } from './agents/acp/acp-settings.ts'
import type { ModelDefaults, ModelSettings } from './agents/models/model-settings.ts'
import type { KeyDirectories } from './analytics/classify/key-directory.ts'
import type { StorageSettings } from './analytics/collect/bucket/bucket.ts'
import { DEFAULT_RETENTION, type Retention } from './analytics/retention.ts'
import type { HostedName } from './lib/code-host-names.ts'
import { readAgentProgram } from './config/agent-program.ts'
import { type CodeHostSettings, readCodeHost } from './config/code-hosts.ts'
import { Environment } from './config/environment.ts'
import { readImpliedModel, readModel, readModels } from './config/models.ts'
import { readObjectStorage } from './config/object-storage.ts'
import { readSignatureDirectories } from './config/signature-directories.ts'
import { readSingleSignOn } from './config/single-sign-on.ts'
import { readTrustedProxies } from './config/trusted-proxies.ts'
import { LOG_LEVELS } from './lib/log-levels.ts'
import { distinct } from './lib/mask.ts'
import type { Network } from './lib/networks.ts'
import type { SingleSignOnSettings } from './people/single-sign-on-settings.ts'

const ROLES = ['all', 'api', 'worker'] as const

/** As many as 128 random bits have in base64, and then some. */
const SECRET_CHARACTERS_MIN = 24

/** Everything an operator can set. Made once at the start; nothing else reads the environment. */
export interface Config extends Retention {
  readonly host: string
  readonly port: number
  /** Absolute path of the data folder. */
  readonly data: string
  /** Where browsers reach the service; null means the address that it listens on. */
  readonly publicUrl: string | null
  /** PostgreSQL for everything; null means SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** What other secrets are derived from; null means one that is kept in the data folder. Several nodes need the same. */
  readonly secret: string | null
  readonly role: (typeof ROLES)[number]
  readonly logLevel: string
  readonly analyticsReadsPerMinute: number
  /** Proxies that are believed who the client is; no one else is. */
  readonly trustedProxies: readonly Network[]
  readonly jobsPerProject: number
  /** Jobs that one process runs at once. */
  readonly jobsPerWorker: number
  /** A worker that was not heard of for this long loses its jobs to another. */
  readonly leaseSeconds: number
  readonly archiveAfterDays: number
  /** How long `/ready` says 503 before a node that is told to stop does so. */
  readonly drainSeconds: number
  /** Who has it may read `/metrics`; null for this machine only. */
  readonly metricsToken: string | null
  /** Whether the port was chosen: a worker that may not have the default one does without. */
  readonly hasChosenPort: boolean
  /** Addresses and tokens of hosted code hosts, by name. */
  readonly codeHosts: Readonly<Record<HostedName, CodeHostSettings>>
  /** Disk for copies of repositories; the least recently used are removed beyond it. */
  readonly mirrorsGigabytes: number
  /** The model for projects that have none of their own; null when there is none. */
  readonly model: ModelSettings | null
  /** The default model of a provider whose key is set, where no model is named. Agent programs do not get it. */
  readonly impliedModel: ModelSettings | null
  /** Whether `doctor` and the first start look for a server with models on this machine. */
  readonly noticesLocalModels: boolean
  /** For all models: keys and addresses of providers, prices, limits. */
  readonly models: ModelDefaults
  /** An OpenID Connect provider that people sign in with; null for none. */
  readonly singleSignOn: SingleSignOnSettings | null
  /** The agent program of projects with the agent `acp`; null when there is none. */
  readonly acp: AcpSettings | null
  /** Which signers of requests (Web Bot Auth) are asked for their keys. */
  readonly signatureDirectories: KeyDirectories
  /** A file that tells the country of an address; null when no one looks countries up. */
  readonly geoDatabase: string | null
  /** Where logs in buckets are read from; null without keys. */
  readonly objectStorage: StorageSettings | null
  /** Where git and other programs are found. */
  readonly searchPath: string
}

export class ConfigError extends Error {
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
    this.name = 'ConfigError'
    this.mistakes = mistakes
  }
}

/** Reads the settings. All mistakes are named at once, so that they can be mended in one go. */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const env = new Environment(variables)
  if (env.text('DOCWRIGHT_CLICKHOUSE_URL'))
    env.mistakes.push('DOCWRIGHT_CLICKHOUSE_URL is not supported by this version: unset it')
  const models = readModels(env)
  const config: Config = {
    host: env.text('HOST') ?? '127.0.0.1',
    port: env.integer('PORT', 8080, 0, 65_535),
    data: resolve(env.text('DOCWRIGHT_DATA') ?? './data'),
    publicUrl: env.url('DOCWRIGHT_PUBLIC_URL', ['http:', 'https:']),
    databaseUrl: env.url('DOCWRIGHT_DATABASE_URL', ['postgres:', 'postgresql:']),
    secret: readSecret(env, 'DOCWRIGHT_SECRET'),
    role: env.choice('DOCWRIGHT_ROLE', 'all', ROLES),
    logLevel: env.choice('DOCWRIGHT_LOG', 'info', LOG_LEVELS),
    analyticsReadsPerMinute: env.integer('DOCWRIGHT_ANALYTICS_READS_PER_MINUTE', 1000, 1, 1_000_000),
    trustedProxies: readTrustedProxies(env),
    jobsPerProject: env.integer('DOCWRIGHT_JOBS_PER_PROJECT', 2, 1, 100),
    // They wait for git and models more than they compute.
    jobsPerWorker: env.integer('DOCWRIGHT_JOBS_PER_WORKER', 4, 1, 100),
    leaseSeconds: env.integer('DOCWRIGHT_LEASE_SECONDS', 30, 1, 3600),
    archiveAfterDays: env.integer('DOCWRIGHT_ARCHIVE_AFTER_DAYS', 30, 1, 36_500),
    drainSeconds: env.integer('DOCWRIGHT_DRAIN_SECONDS', 5, 0, 300),
    metricsToken: readSecret(env, 'DOCWRIGHT_METRICS_TOKEN'),
    hasChosenPort: env.text('PORT') !== null,
    codeHosts: {
      github: readCodeHost(env, 'GITHUB'),
      gitlab: readCodeHost(env, 'GITLAB'),
      gitea: readCodeHost(env, 'GITEA'),
      bitbucket: readCodeHost(env, 'BITBUCKET'),
    },
    mirrorsGigabytes: env.integer('DOCWRIGHT_MIRRORS_GIGABYTES', 10, 1, 100_000),
    model: readModel(env, models),
    impliedModel: readImpliedModel(env, models),
    noticesLocalModels: env.choice('DOCWRIGHT_LOCAL_MODELS', 'notice', ['notice', 'ignore']) === 'notice',
    models,
    singleSignOn: readSingleSignOn(env),
    acp: readAgentProgram(env),
    rawDays: env.integer('DOCWRIGHT_RAW_DAYS', DEFAULT_RETENTION.rawDays, 0, 90),
    signatureDirectories: readSignatureDirectories(env),
    objectStorage: readObjectStorage(env),
    detailDays: env.integer('DOCWRIGHT_DETAIL_DAYS', DEFAULT_RETENTION.detailDays, 90, 36_500),
    geoDatabase: readFile(env, 'DOCWRIGHT_GEO_DATABASE'),
    searchPath: variables['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  }
  if (env.mistakes.length > 0) throw new ConfigError(env.mistakes)
  return Object.freeze(config)
}

function readFile(env: Environment, name: string): string | null {
  const file = env.text(name)
  return file === null ? null : resolve(file)
}

/** Not repeated in a mistake. */
function readSecret(env: Environment, name: string): string | null {
  const value = env.text(name)
  if (value !== null && value.length < SECRET_CHARACTERS_MIN)
    env.mistakes.push(`${name} must have at least ${SECRET_CHARACTERS_MIN} characters`)
  return value
}

/** The address for links and printed commands: the public one, else the one listened on. */
export function baseUrl(config: Config, listeningPort = config.port): string {
  if (config.publicUrl) return config.publicUrl
  const reachable = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${listeningPort}`
}

/** What the environment trusts the service with: none of it may get into a change that an agent makes. */
export function listSecrets({ codeHosts, models, singleSignOn, secret, metricsToken, databaseUrl }: Config): string[] {
  return distinct([
    ...Object.values(codeHosts).flatMap(({ token, app }) => [token, app?.privateKey ?? null]),
    ...Object.values(models.providers).map(({ key }) => key),
    singleSignOn?.clientSecret ?? null,
    secret,
    metricsToken,
    databaseUrl && decodeURIComponent(new URL(databaseUrl).password),
  ])
}

/** A variable that somebody named on the command line. */
export function readVariable(name: string): string | null {
  return process.env[name]?.trim() || null
}
