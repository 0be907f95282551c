import fastify, { type FastifyInstance, type FastifyTypeProvider, LogController, type RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Static, TSchema } from 'typebox'
import type { Classifier } from '../analytics/classify/classifier.ts'
import type { SignatureVerifier } from '../analytics/classify/verify-signature.ts'
import type { CountingRules } from '../analytics/collect/normalise.ts'
import type { Rankings } from '../analytics/ranking.ts'
import type { ViewStore } from '../analytics/store/view-store.ts'
import type { CodeHost } from '../codehosts/code-host.ts'
import type { CodeHosts } from '../codehosts/code-hosts.ts'
import type { Databases } from '../database/databases.ts'
import type { Git } from '../git/git.ts'
import type { Mirrors } from '../git/mirror.ts'
import type { JobSignal } from '../jobs/job-signal.ts'
import type { Job } from '../jobs/job.ts'
import type { PullRequestStandings } from '../jobs/pull-request-standings.ts'
import type { Clock } from '../lib/clock.ts'
import type { Ids } from '../lib/ids.ts'
import type { Logger } from '../lib/log.ts'
import type { Network } from '../lib/networks.ts'
import type { SingleSignOn } from '../people/single-sign-on.ts'
import type { ConfiguredModels } from '../projects/project.ts'
import type { PullRequestDeps } from '../pull-requests/pull-request-deps.ts'
import type { SitePages } from '../site/list/site-pages.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { useBodyEncodings } from './plugins/body-encodings.ts'
import { useDescription } from './routes/description.ts'
import { useDraining } from './plugins/draining.ts'
import { useHeadRoutes } from './plugins/head-routes.ts'
import { refuseBrokenRequest, refuseUnroutable, useProblems } from './plugins/problems.ts'
import { useRequestIds } from './plugins/request-ids.ts'
import { agentJobRoutes } from './routes/agent-jobs.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { collectRoutes } from './routes/collect.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import { drainRoutes } from './routes/drains.ts'
import { healthRoutes } from './routes/health.ts'
import { inviteRoutes } from './routes/invites.ts'
import { jobDiffRoutes } from './routes/job-diff.ts'
import { jobEventRoutes } from './routes/job-events.ts'
import { noteIgnoredForwarding } from './plugins/ignored-forwarding.ts'
import { keyRoutes } from './routes/keys.ts'
import { noticeRoutes } from './routes/notices.ts'
import { peopleRoutes } from './routes/people.ts'
import { projectRoutes } from './routes/projects.ts'
import { pullRequestActionRoutes, pullRequestFormRoutes, pullRequestRoutes } from './routes/pull-requests.ts'
import { recoveryRoutes } from './routes/recovery.ts'
import { secretRoutes } from './routes/secrets.ts'
import { sessionRoutes } from './routes/session.ts'
import { createSerializerCompiler } from './plugins/serialization.ts'
import { singleSignOnRoutes } from './routes/single-sign-on.ts'
import { compileValidator } from './plugins/validation.ts'

/** Types of a handler's input from the TypeBox schemas that validate it. */
interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, Logger, TypeBoxProvider>

export interface ApiDeps {
  databases: Databases
  viewStore: ViewStore
  /** What the secrets of log drains are derived from. */
  serverSecret: Buffer
  classifier: Classifier
  signatures: SignatureVerifier
  rulesFor(projectId: string): Promise<CountingRules>
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
  /** Aborts when the service begins to stop. */
  draining: AbortSignal
  /** What a job may name besides `offline`. */
  models: ConfiguredModels
  analyticsReadsPerMinute: number
  /** Proxies that are believed who the client is. */
  trustedProxies: readonly Network[]
  /** Null when the installation has none. */
  singleSignOn: SingleSignOn | null
  /** Where the built pages are; left out, where the build puts them. */
  dashboardFolder?: string
  /** Where clients reach the service; known only once it listens. */
  baseUrl(): string
}

const BODY_BYTES_MAX = 1024 * 1024
const HEADER_BYTES_MAX = 16 * 1024
/** To receive a request, headers and all of it: slower ones are attacks or broken. Long polls are answers, not requests. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than the longest poll (60 s) and than the usual proxy's own keep-alive. */
const CONNECTION_TIMEOUT_MS = 120_000
const KEEP_ALIVE_MS = 65_000

/** The whole HTTP surface. Nothing listens yet. */
export function createApp(deps: ApiDeps): App {
  const app: App = fastify({
    loggerInstance: deps.log,
    // One line of our own for each request, without its URL, instead of two of the framework's.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A request without a Host is refused in `problems.ts`; Node's own answer has no body.
    http: { maxHeaderSize: HEADER_BYTES_MAX, headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // The service answers 503 itself while it drains, in the same form as every other error.
    return503OnClosing: false,
    requestIdHeader: false,
    frameworkErrors: refuseUnroutable,
    clientErrorHandler: refuseBrokenRequest,
  }).withTypeProvider<TypeBoxProvider>()

  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(createSerializerCompiler())
  useRequestIds(app, deps)
  useProblems(app, deps)
  useHeadRoutes(app)
  useBodyEncodings(app)
  useDescription(app)
  useDraining(app, deps)
  noteIgnoredForwarding(app, deps)

  app.register(async (scope: App) => healthRoutes(scope, deps))
  app.register(async (scope: App) => agentJobRoutes(scope, deps))
  app.register(async (scope: App) => jobEventRoutes(scope, deps))
  app.register(async (scope: App) => jobDiffRoutes(scope, deps))
  app.register(async (scope: App) => analyticsRoutes(scope, deps))
  app.register(async (scope: App) => drainRoutes(scope, deps))
  app.register(async (scope: App) => collectRoutes(scope, deps))
  app.register(async (scope: App) => pullRequestRoutes(scope, deps))
  app.register(async (scope: App) => pullRequestActionRoutes(scope, deps))
  app.register(async (scope: App) => pullRequestFormRoutes(scope, deps))
  app.register(async (scope: App) => dashboardRoutes(scope, deps))
  app.register(async (scope: App) => sessionRoutes(scope, deps))
  app.register(async (scope: App) => singleSignOnRoutes(scope, deps))
  app.register(async (scope: App) => peopleRoutes(scope, deps))
  app.register(async (scope: App) => inviteRoutes(scope, deps))
  app.register(async (scope: App) => recoveryRoutes(scope, deps))
  app.register(async (scope: App) => noticeRoutes(scope, deps))
  app.register(async (scope: App) => projectRoutes(scope, deps))
  app.register(async (scope: App) => keyRoutes(scope, deps))
  app.register(async (scope: App) => secretRoutes(scope, deps))
  return app
}
