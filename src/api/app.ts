import fastify, { LogController } from 'fastify'
import type { ApiDeps, App, TypeBoxProvider } from './api-deps.ts'
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
import { measureRequests } from './plugins/measure-requests.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { noticeRoutes } from './routes/notices.ts'
import { peopleRoutes } from './routes/people.ts'
import { projectRoutes } from './routes/projects.ts'
import { pullRequestActionRoutes, pullRequestFormRoutes, pullRequestRoutes } from './routes/pull-requests.ts'
import { recoveryRoutes } from './routes/recovery.ts'
import { secretRoutes } from './routes/secrets.ts'
import { noteRoutes } from './routes/notes.ts'
import { sessionRoutes } from './routes/session.ts'
import { shareRoutes } from './routes/shares.ts'
import { createSerializerCompiler } from './plugins/serialization.ts'
import { singleSignOnRoutes } from './routes/single-sign-on.ts'
import { compileValidator } from './plugins/validation.ts'

const BODY_BYTES_MAX = 1024 * 1024
const HEADER_BYTES_MAX = 16 * 1024
/** To receive a request, headers and all of it: slower ones are attacks or broken. Long polls are answers, not requests. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than the longest poll (60 s) and than the usual proxy's own keep-alive. */
const CONNECTION_TIMEOUT_MS = 120_000
const KEEP_ALIVE_MS = 65_000

/** Each in a scope of its own: what one part asks of its requests does not hold for another. */
const PROBES = [healthRoutes, metricsRoutes]
const ROUTES = [
  ...PROBES,
  agentJobRoutes,
  jobEventRoutes,
  jobDiffRoutes,
  analyticsRoutes,
  drainRoutes,
  collectRoutes,
  pullRequestRoutes,
  pullRequestActionRoutes,
  pullRequestFormRoutes,
  dashboardRoutes,
  sessionRoutes,
  singleSignOnRoutes,
  peopleRoutes,
  inviteRoutes,
  recoveryRoutes,
  noticeRoutes,
  projectRoutes,
  keyRoutes,
  secretRoutes,
  shareRoutes,
  noteRoutes,
]

/** The whole HTTP surface, or for a node that only works on jobs, what watches over it. Nothing listens yet. */
export function createApp(deps: ApiDeps, surface: 'all' | 'probes' = 'all'): App {
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
  measureRequests(app, deps.metrics)

  for (const addRoutes of surface === 'all' ? ROUTES : PROBES) app.register(async (scope: App) => addRoutes(scope, deps))
  return app
}
