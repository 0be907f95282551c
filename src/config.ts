import { resolve } from 'node:path'
import { ACP_PRESETS, type AcpSettings, readCommandLine } from './agents/acp/acp-settings.ts'
import { KEY_VARIABLES, type ModelDefaults, type ModelSettings, modelSettings } from './agents/models/model-settings.ts'
import type { KeyDirectories } from './analytics/classify/key-directory.ts'
import { DEFAULT_RETENTION, type Retention } from './analytics/retention.ts'
import type { HostedName } from './lib/code-host-names.ts'
import { LOG_LEVELS } from './lib/log-levels.ts'
import { distinct } from './lib/mask.ts'
import { LOOPBACK, type Network, PRIVATE, readNetwork } from './lib/networks.ts'
import { MODEL_PROVIDERS, type ModelProvider, readModelName } from './lib/model-providers.ts'
import { readDomain } from './people/email-domain.ts'
import { ROLES as PEOPLE_ROLES, type Role } from './people/person.ts'
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
  /** A worker that was not heard of for this long loses its jobs to another. */
  readonly leaseSeconds: number
  readonly archiveAfterDays: number
  /** Addresses and tokens of hosted code hosts, by name. */
  readonly codeHosts: Readonly<Record<HostedName, CodeHostSettings>>
  /** Disk for copies of repositories; the least recently used are removed beyond it. */
  readonly mirrorsGigabytes: number
  /** The model for projects that have none of their own; null when there is none. */
  readonly model: ModelSettings | null
  /** For all models: keys and addresses of providers, prices, limits. */
  readonly models: ModelDefaults
  /** An OpenID Connect provider that people sign in with; null for none. */
  readonly singleSignOn: SingleSignOnSettings | null
  /** The agent program of projects with the agent `acp`; null when there is none. */
  readonly acp: AcpSettings | null
  /** Which signers of requests (Web Bot Auth) are asked for their keys. */
  readonly signatureDirectories: KeyDirectories
  /** Where git and other programs are found. */
  readonly searchPath: string
}

/** What an operator sets for one code host; all of it may be missing. */
export interface CodeHostSettings {
  readonly url: string | null
  readonly token: string | null
  readonly username: string | null
  readonly app: { readonly appId: string; readonly privateKey: string } | null
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

  /** `none`, or any of `loopback`, `private` and prefixes, with commas in between. */
  const proxies = (name: string): Network[] => {
    const entries = (text(name) ?? 'loopback')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    if (entries.includes('none') && entries.length > 1) mistakes.push(`${name} must be none alone, or name proxies without it`)
    return entries.flatMap((entry) => {
      if (entry === 'none') return []
      if (entry === 'loopback') return [...LOOPBACK]
      if (entry === 'private') return [...PRIVATE]
      const network = readNetwork(entry)
      if (network) return [network]
      mistakes.push(
        `${name} must be none, loopback, private, or addresses and prefixes such as 172.64.0.0/13,2606:4700::/32, not "${entry}"`,
      )
      return []
    })
  }

  /** `3/15` for the model of the installation, `openai/gpt-5*=1.25/10` for others, with commas in between. */
  const prices = (name: string, ownModel: string | null): ModelDefaults['prices'] => {
    const entries = (text(name) ?? '').split(',').map((entry) => entry.trim())
    return entries
      .filter((entry) => entry !== '')
      .flatMap((entry) => {
        const [, pattern, input, output] = /^(?:([^\s=]+)=)?(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(entry) ?? []
        if (input !== undefined && output !== undefined && (pattern === undefined || readModelName(pattern)))
          return [{ pattern: pattern ?? ownModel ?? '', price: { input: Number(input), output: Number(output) } }]
        mistakes.push(
          `${name} must be US dollars for a million tokens in and out, such as 3/15 or openai/gpt-5*=1.25/10, not "${entry}"`,
        )
        return []
      })
  }

  const codeHost = (name: string): CodeHostSettings => {
    const [appId, privateKey] = [text(`${name}_APP_ID`), text(`${name}_APP_PRIVATE_KEY`)]
    if ((appId === null) !== (privateKey === null))
      mistakes.push(`${name}_APP_ID and ${name}_APP_PRIVATE_KEY must be set together`)
    return {
      url: url(`${name}_URL`, ['https:', 'http:']),
      token: text(`${name}_TOKEN`),
      username: text(`${name}_USERNAME`),
      app: appId !== null && privateKey !== null ? { appId, privateKey } : null,
    }
  }

  const models = (): ModelDefaults => {
    const ownModel = text('DOCWRIGHT_MODEL')
    const ownUrl = url('DOCWRIGHT_MODEL_URL', ['https:', 'http:'])
    const provider = (name: ModelProvider) => ({
      key: KEY_VARIABLES[name].map(text).find((key) => key !== null) ?? null,
      url: url(`DOCWRIGHT_${name.toUpperCase()}_URL`, ['https:', 'http:']) ?? (ownModel?.startsWith(`${name}/`) ? ownUrl : null),
    })
    return {
      providers: {
        anthropic: provider('anthropic'),
        openai: provider('openai'),
        google: provider('google'),
        compatible: provider('compatible'),
      },
      prices: prices('DOCWRIGHT_MODEL_PRICE', ownModel),
      costUsdMax: integer('DOCWRIGHT_RUN_COST_MAX', 5, 1, 10_000),
      contextTokens: integer('DOCWRIGHT_MODEL_CONTEXT', 128_000, 4_000, 100_000_000),
    }
  }

  const model = (defaults: ModelDefaults): ModelSettings | null => {
    const value = text('DOCWRIGHT_MODEL')
    if (value === null) return null
    const settings = modelSettings(value, defaults)
    if (!settings) {
      const forms = MODEL_PROVIDERS.map((one) => `${one}/…`).join(', ')
      mistakes.push(`DOCWRIGHT_MODEL must name a provider and a model (${forms}), not "${value}"`)
    } else if (settings.provider === 'compatible' && settings.url === null && !text('DOCWRIGHT_MODEL_URL'))
      mistakes.push('DOCWRIGHT_MODEL_URL must be set for a compatible model, such as http://127.0.0.1:11434/v1')
    return settings
  }

  const acp = (): AcpSettings | null => {
    const [name, line] = [text('DOCWRIGHT_ACP_AGENT'), text('DOCWRIGHT_ACP_COMMAND')]
    const command = readCommandLine(line ?? '')
    if (name === null) {
      // A command without a name is called as its program is.
      const program =
        command[0]
          ?.split('/')
          .at(-1)
          ?.replaceAll(/[^\w.-]/g, '') ?? ''
      return line === null ? null : { name: program || 'program', command, preset: null }
    }
    const preset = Object.hasOwn(ACP_PRESETS, name) ? ACP_PRESETS[name]! : null
    if (preset) return { name, command: line === null ? preset.command : command, preset }
    mistakes.push(`DOCWRIGHT_ACP_AGENT must be one of ${Object.keys(ACP_PRESETS).join(', ')}, not "${name}"`)
    return null
  }

  // Not repeated in a mistake either.
  const secret = (name: string): string | null => {
    const value = text(name)
    if (value !== null && value.length < SECRET_CHARACTERS_MIN)
      mistakes.push(`${name} must have at least ${SECRET_CHARACTERS_MIN} characters`)
    return value
  }

  /** `example.com=editor`, or `example.com` for the role that holds for all, with commas in between. */
  const domains = (name: string, fallback: Role): Map<string, Role> => {
    const found = new Map<string, Role>()
    const entries = (text(name) ?? '').split(',').map((entry) => entry.trim())
    for (const entry of entries.filter((one) => one !== '')) {
      const [typed = '', named = fallback, ...rest] = entry.split('=').map((part) => part.trim())
      const domain = readDomain(typed)
      const role = PEOPLE_ROLES.find((one) => one === named)
      if (domain === null || role === undefined || rest.length > 0 || found.has(domain))
        mistakes.push(
          `${name} must be domains, each once, with or without a role, such as example.com=editor,partner.org, not "${entry}"`,
        )
      else found.set(domain, role)
    }
    return found
  }

  const singleSignOn = (): SingleSignOnSettings | null => {
    const [issuer, clientId, clientSecret] = [
      // Not without its last slash: a provider is known by every character of its address.
      url('DOCWRIGHT_OIDC_ISSUER', ['https:', 'http:']) && text('DOCWRIGHT_OIDC_ISSUER'),
      text('DOCWRIGHT_OIDC_CLIENT_ID'),
      text('DOCWRIGHT_OIDC_CLIENT_SECRET'),
    ]
    const organisation = text('DOCWRIGHT_OIDC_ORGANISATION')
    const claim = text('DOCWRIGHT_OIDC_ORGANISATION_CLAIM')
    if (claim !== null && organisation === null)
      mistakes.push('DOCWRIGHT_OIDC_ORGANISATION must be set together with DOCWRIGHT_OIDC_ORGANISATION_CLAIM')
    const settings = {
      label: text('DOCWRIGHT_OIDC_LABEL') ?? 'Single sign-on',
      domains: domains('DOCWRIGHT_OIDC_DOMAINS', choice('DOCWRIGHT_OIDC_ROLE', 'viewer', PEOPLE_ROLES)),
      organisation: organisation === null ? null : { claim: claim ?? 'hd', value: organisation },
    }
    if (issuer !== null && clientId !== null && clientSecret !== null) {
      if (!/^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/.test(issuer))
        mistakes.push('DOCWRIGHT_OIDC_ISSUER must start with https:// unless it is on this machine')
      return { issuer, clientId, clientSecret, ...settings }
    }
    if (issuer !== null || clientId !== null || clientSecret !== null)
      mistakes.push('DOCWRIGHT_OIDC_ISSUER, DOCWRIGHT_OIDC_CLIENT_ID and DOCWRIGHT_OIDC_CLIENT_SECRET must be set together')
    return null
  }

  /** `off` for the signers of the registry, `host=url` for others, with commas in between. */
  const signatureDirectories = (name: string): KeyDirectories => {
    const entries = (text(name) ?? '').split(',').map((entry) => entry.trim())
    const own = entries
      .filter((entry) => entry !== '' && entry !== 'off')
      .flatMap((entry): [string, string][] => {
        const [, host, address] = /^([a-z0-9][a-z0-9.-]*)=(https?:\/\/\S+)$/i.exec(entry) ?? []
        if (host !== undefined && URL.canParse(address!)) return [[host.toLowerCase(), address!]]
        mistakes.push(`${name} must be off, or a host with the address of its keys (host=url), not "${entry}"`)
        return []
      })
    return { asksKnownSigners: !entries.includes('off'), own: Object.fromEntries(own) }
  }

  if (text('DOCWRIGHT_CLICKHOUSE_URL')) mistakes.push('DOCWRIGHT_CLICKHOUSE_URL is not supported by this version: unset it')

  const modelDefaults = models()
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
    trustedProxies: proxies('DOCWRIGHT_TRUSTED_PROXIES'),
    jobsPerProject: integer('DOCWRIGHT_JOBS_PER_PROJECT', 2, 1, 100),
    leaseSeconds: integer('DOCWRIGHT_LEASE_SECONDS', 30, 1, 3600),
    archiveAfterDays: integer('DOCWRIGHT_ARCHIVE_AFTER_DAYS', 30, 1, 36_500),
    codeHosts: {
      github: codeHost('GITHUB'),
      gitlab: codeHost('GITLAB'),
      gitea: codeHost('GITEA'),
      bitbucket: codeHost('BITBUCKET'),
    },
    mirrorsGigabytes: integer('DOCWRIGHT_MIRRORS_GIGABYTES', 10, 1, 100_000),
    model: model(modelDefaults),
    models: modelDefaults,
    singleSignOn: singleSignOn(),
    acp: acp(),
    rawDays: integer('DOCWRIGHT_RAW_DAYS', DEFAULT_RETENTION.rawDays, 0, 90),
    signatureDirectories: signatureDirectories('DOCWRIGHT_SIGNATURE_DIRECTORIES'),
    detailDays: integer('DOCWRIGHT_DETAIL_DAYS', DEFAULT_RETENTION.detailDays, 90, 36_500),
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

/** What the environment trusts the service with: none of it may get into a change that an agent makes. */
export function listSecrets({ codeHosts, models, singleSignOn, secret, databaseUrl }: Config): string[] {
  return distinct([
    ...Object.values(codeHosts).flatMap(({ token, app }) => [token, app?.privateKey ?? null]),
    ...Object.values(models.providers).map(({ key }) => key),
    singleSignOn?.clientSecret ?? null,
    secret,
    databaseUrl && decodeURIComponent(new URL(databaseUrl).password),
  ])
}

/** A variable that somebody named on the command line. */
export function readVariable(name: string): string | null {
  return process.env[name]?.trim() || null
}
