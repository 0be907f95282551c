import type { FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Static, TSchema } from 'typebox'
import type { Classifier } from '../analytics/classify/classifier.ts'
import type { SignatureVerifier } from '../analytics/classify/verify-signature.ts'
import type { RulesOfProjects } from '../analytics/counting-rules.ts'
import type { Rankings } from '../analytics/ranking.ts'
import type { RegistryHolder } from '../analytics/take-up-registry.ts'
import type { ViewStore } from '../analytics/store/view-store.ts'
import type { CodeHost } from '../codehosts/code-host.ts'
import type { CodeHosts } from '../codehosts/code-hosts.ts'
import type { Databases } from '../database/databases.ts'
import type { Git } from '../git/git.ts'
import type { Mirrors } from '../git/mirror.ts'
import type { Job } from '../jobs/job.ts'
import type { JobSignal } from '../jobs/job-signal.ts'
import type { PullRequestStandings } from '../jobs/pull-request-standings.ts'
import type { Clock } from '../lib/clock.ts'
import type { Ids } from '../lib/ids.ts'
import type { Logger } from '../lib/log.ts'
import type { Metrics } from '../lib/meter.ts'
import type { Network } from '../lib/networks.ts'
import type { SingleSignOn } from '../people/single-sign-on.ts'
import type { ConfiguredModels } from '../projects/project.ts'
import type { PullRequestDeps } from '../pull-requests/pull-request-deps.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { SitePages } from '../site/list/site-pages.ts'

/** Types of a handler's input from the TypeBox schemas that validate it. */
export interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, Logger, TypeBoxProvider>

/** What requests are answered with: the context that everything is put together in, and what only a running service knows. */
export interface ApiDeps {
  config: {
    readonly analyticsReadsPerMinute: number
    readonly rawDays: number
    /** Proxies that are believed who the client is. */
    readonly trustedProxies: readonly Network[]
    /** Who has it may read `/metrics`; null for this machine only. */
    readonly metricsToken: string | null
  }
  metrics: Metrics
  databases: Databases
  viewStore: ViewStore
  /** What the secrets of log drains are derived from. */
  serverSecret: Buffer
  classifier: Classifier
  registry: Pick<RegistryHolder, 'current'>
  signatures: SignatureVerifier
  rulesFor: RulesOfProjects
  rankings: Rankings
  builtin: PullRequestDeps
  git: Git
  mirrors: Mirrors
  codeHosts: CodeHosts
  sitePages: SitePages
  pullRequestStandings: PullRequestStandings
  codeHostFor(job: Pick<Job, 'projectId'>): Promise<CodeHost>
  secrets: Secrets
  /** What secrets of projects are stored with. */
  cipher: Cipher
  ids: Ids
  clock: Clock
  signal: JobSignal
  log: Logger
  /** Aborts when the service is about to stop, a while before it does: balancers send their requests elsewhere. */
  leaving: AbortSignal
  /** Aborts when the service begins to stop. */
  draining: AbortSignal
  /** What a job may name besides `offline`. */
  models: ConfiguredModels
  /** Null when the installation has none. */
  singleSignOn: SingleSignOn | null
  /** Where the built pages are; left out, where the build puts them. */
  dashboardFolder?: string
  /** Where clients reach the service; known only once it listens. */
  baseUrl(): string
}
