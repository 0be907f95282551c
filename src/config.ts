import { resolve } from 'node:path'
import { LOG_LEVELS } from './lib/log.ts'

const ROLES = ['all', 'api', 'worker'] as const

/** As many as 128 random bits have in base64, and then some. */
const SECRET_CHARACTERS_MIN = 24

/** Everything an operator can set. Made once at the start; nothing else reads the environment. */
export interface Config {
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
  readonly jobsPerProject: number
  readonly archiveAfterDays: number
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
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const mistakes: string[] = []
  const text = (name: string): string | null => env[name]?.trim() || null

  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name)
    if (value === null) return fallback
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    mistakes.push(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
    return fallback
  }

  const choice = <T extends string>(name: string, fallback: T, options: readonly T[]): T => {
    const value = text(name)
    if (value === null) return fallback
    const found = options.find((option) => option === value)
    if (found) return found
    mistakes.push(`${name} must be one of ${options.join(', ')}, not "${value}"`)
    return fallback
  }

  // The value itself is never repeated in a mistake here: a database URL holds a password.
  const url = (name: string, protocols: string[]): string | null => {
    const value = text(name)
    if (value === null) return null
    const parsed = URL.canParse(value) ? new URL(value) : null
    if (parsed && protocols.includes(parsed.protocol)) return value.replace(/\/+$/, '')
    mistakes.push(`${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    return null
  }

  // Not repeated in a mistake either.
  const secret = (name: string): string | null => {
    const value = text(name)
    if (value !== null && value.length < SECRET_CHARACTERS_MIN)
      mistakes.push(`${name} must have at least ${SECRET_CHARACTERS_MIN} characters`)
    return value
  }

  if (text('DOCWRIGHT_CLICKHOUSE_URL')) mistakes.push('DOCWRIGHT_CLICKHOUSE_URL is not supported by this version: unset it')

  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port: integer('PORT', 8080, 0, 65_535),
    data: resolve(text('DOCWRIGHT_DATA') ?? './data'),
    publicUrl: url('DOCWRIGHT_PUBLIC_URL', ['http:', 'https:']),
    databaseUrl: url('DOCWRIGHT_DATABASE_URL', ['postgres:', 'postgresql:']),
    secret: secret('DOCWRIGHT_SECRET'),
    role: choice('DOCWRIGHT_ROLE', 'all', ROLES),
    logLevel: choice('DOCWRIGHT_LOG', 'info', LOG_LEVELS),
    analyticsReadsPerMinute: integer('DOCWRIGHT_ANALYTICS_READS_PER_MINUTE', 1000, 1, 1_000_000),
    jobsPerProject: integer('DOCWRIGHT_JOBS_PER_PROJECT', 2, 1, 100),
    archiveAfterDays: integer('DOCWRIGHT_ARCHIVE_AFTER_DAYS', 30, 1, 36_500),
    searchPath: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return Object.freeze(config)
}

/** The address for links and printed commands: the public one, else the one listened on. */
export function baseUrl(config: Config, listeningPort = config.port): string {
  if (config.publicUrl) return config.publicUrl
  const reachable = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${listeningPort}`
}
