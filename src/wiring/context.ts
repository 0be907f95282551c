import { acpName } from '../agents/acp/acp-settings.ts'
import { installedModel } from '../agents/models/model-settings.ts'
import { createKeyResolver } from '../analytics/classify/key-directory.ts'
import { type SignatureVerifier, createSignatureVerifier } from '../analytics/classify/verify-signature.ts'
import type { Config } from '../config.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { type PullRequestStandings, createPullRequestStandings } from '../jobs/pull-request-standings.ts'
import { recordStanding } from '../jobs/state-store.ts'
import type { Clock } from '../lib/clock.ts'
import type { DestinationStream } from '../lib/log.ts'
import { type Metrics, noMetrics } from '../lib/meter.ts'
import { type SingleSignOn, createSingleSignOn } from '../people/single-sign-on.ts'
import type { ConfiguredModels } from '../projects/project.ts'
import { type SitePages, createSitePages } from '../site/list/site-pages.ts'
import { type JobsContext, createJobsContext } from './jobs-context.ts'
import { type ViewsContext, openViewsContext } from './views-context.ts'

/** Everything that the service and the commands are made of, put together once. */
export interface Context extends ViewsContext, Omit<JobsContext, 'databases'> {
  /** Asks the signers that are known, and those of the settings, for their keys. */
  signatures: SignatureVerifier
  sitePages: SitePages
  pullRequestStandings: PullRequestStandings
  /** What jobs may be done by, besides the offline agent. */
  models: ConfiguredModels
  /** Null when the installation has none. */
  singleSignOn: SingleSignOn | null
  metrics: Metrics
}

export interface ContextOptions {
  /** Where log lines go; standard error when left out. */
  logTo?: DestinationStream
  /** For tests: moves by hand, also for the databases. */
  clock?: Clock
  /** For a service. Commands do without: what they are made of takes a while to load. */
  metrics?: Metrics
}

export async function openContext(config: Config, options: ContextOptions = {}): Promise<Context> {
  const { metrics = noMetrics } = options
  const views = await openViewsContext(config, {
    meter: metrics.take,
    clock: options.clock,
    onUpkeepFailure: (projectId, error) =>
      log[isUnavailable(error) ? 'warn' : 'error']({ projectId, err: error }, 'the upkeep of views failed'),
  })
  const { folder, databases, ids, clock } = views
  const jobs = createJobsContext({ config, folder, databases, ids, clock, meter: metrics.take }, options.logTo)
  const { git, mirrors, facts, codeHostFor, log } = jobs
  return {
    ...jobs,
    ...views,
    signatures: createSignatureVerifier({
      resolveKeys: createKeyResolver(config.signatureDirectories),
      now: () => clock.now(),
      onFailure: (host, error) => log.warn({ host, err: error }, 'the keys of a signer could not be had'),
    }),
    sitePages: createSitePages({ git, mirrors, clock, facts }),
    pullRequestStandings: createPullRequestStandings({
      codeHostFor,
      clock,
      remember: (job, link, standing) => recordStanding(databases.main, job.id, link, standing),
    }),
    models: { model: installedModel(config), acp: config.acp && acpName(config.acp) },
    singleSignOn: config.singleSignOn && createSingleSignOn(config.singleSignOn),
    metrics,
  }
}
