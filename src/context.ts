import { join } from 'node:path'
import { createKeyResolver } from './analytics/classify/key-directory.ts'
import { type SignatureVerifier, createSignatureVerifier } from './analytics/classify/verify-signature.ts'
import { acpName } from './agents/acp/acp-settings.ts'
import { modelName } from './agents/model/model-settings.ts'
import type { ConfiguredModels } from './projects/project.ts'
import { createAgentFor } from './agent-for.ts'
import { type BuiltinDeps, createBuiltinHost } from './codehosts/builtin.ts'
import type { CodeHost } from './codehosts/code-host.ts'
import { type CodeHosts, createCodeHosts } from './codehosts/code-hosts.ts'
import { type Config, listSecrets } from './config.ts'
import { isUnavailable } from './database/unavailable.ts'
import { openServerSecret } from './database/server-secret.ts'
import { type Git, createGit } from './git/git.ts'
import { type Mirrors, createMirrors } from './git/mirror.ts'
import { type JobSignal, createJobSignal } from './jobs/job-signal.ts'
import type { Job } from './jobs/job.ts'
import { type PullRequestStandings, createPullRequestStandings } from './jobs/pull-request-standings.ts'
import type { WorkerDeps } from './jobs/worker.ts'
import type { Clock } from './lib/clock.ts'
import { type DestinationStream, type Logger, createLog } from './lib/log.ts'
import { type Mask, createMask, distinct } from './lib/mask.ts'
import { type SingleSignOn, createSingleSignOn } from './people/single-sign-on.ts'
import { findProject } from './projects/store.ts'
import { type SitePages, createSitePages } from './sites/site-pages.ts'
import { type Cipher, createCipher } from './secrets/cipher.ts'
import { type Secrets, createSecrets } from './secrets/secrets.ts'
import { createFactsCache } from './verify/facts-cache.ts'
import { createTurns } from './lib/turns.ts'
import { type ViewsContext, openViewsContext } from './views-context.ts'

/** Jobs that one process runs at once: they wait for git and models more than they compute. */
const JOBS_AT_ONCE = 4

/** Everything that the service and the commands are made of, put together once. */
export interface Context extends ViewsContext {
  /** What the secrets of log drains are derived from. */
  serverSecret: Buffer
  /** Asks the signers that are known, and those of the settings, for their keys. */
  signatures: SignatureVerifier
  git: Git
  mirrors: Mirrors
  builtin: BuiltinDeps
  codeHosts: CodeHosts
  sitePages: SitePages
  pullRequestStandings: PullRequestStandings
  /** The code host of a project, with its own token if it has one. */
  codeHostFor(job: Pick<Job, 'projectId'>): Promise<CodeHost>
  secrets: Secrets
  /** What secrets of projects are stored with. */
  cipher: Cipher
  /** Null when the installation has none. */
  singleSignOn: SingleSignOn | null
  signal: JobSignal
  log: Logger
  /** Knows the secrets of the service, and those of projects that it has worked with. */
  mask: Mask
}

export interface ContextOptions {
  /** Where log lines go; standard error when left out. */
  logTo?: DestinationStream
  /** For tests: moves by hand, also for the databases. */
  clock?: Clock
}

export async function openContext(config: Config, options: ContextOptions = {}): Promise<Context> {
  const mask = createMask(listSecrets(config))
  const log = createLog(config.logLevel, options.logTo, mask.hide)
  const views = await openViewsContext(config, {
    clock: options.clock,
    onUpkeepFailure: (projectId, error) =>
      log[isUnavailable(error) ? 'warn' : 'error']({ projectId, err: error }, 'the upkeep of views failed'),
  })
  const { folder, databases, ids, clock } = views
  const git = createGit(config.searchPath)
  const mirrors = createMirrors(git, join(folder.path, 'mirrors'))
  const builtin: BuiltinDeps = { database: databases.main, ids, git, mirrors, turns: createTurns() }
  const codeHosts = createCodeHosts(createBuiltinHost(builtin), { fetch, clock }, config.codeHosts)
  const serverSecret = openServerSecret(folder, config.secret)
  const cipher = createCipher(serverSecret)
  const secrets = createSecrets(databases.main, cipher, mask.learn)
  const codeHostFor: Context['codeHostFor'] = async ({ projectId }) => {
    const name = (await findProject(databases.main, projectId))?.codeHost ?? 'builtin'
    return codeHosts.get(name, name === 'builtin' ? null : await secrets.find(projectId, 'code-host-token'))
  }
  return {
    ...views,
    signatures: createSignatureVerifier({
      resolveKeys: createKeyResolver(config.signatureDirectories),
      now: () => clock.now(),
      onFailure: (host, error) => log.warn({ host, err: error }, 'the keys of a signer could not be had'),
    }),
    serverSecret,
    cipher,
    secrets,
    git,
    mirrors,
    builtin,
    codeHosts,
    sitePages: createSitePages({ git, mirrors, clock }),
    pullRequestStandings: createPullRequestStandings({ codeHostFor, clock }),
    codeHostFor,
    singleSignOn: config.singleSignOn && createSingleSignOn(config.singleSignOn),
    signal: createJobSignal(),
    log,
    mask,
  }
}

/** What jobs may be done by, besides the offline agent. */
export function configuredModels({ model, acp }: Config): ConfiguredModels {
  return { model: model && modelName(model), acp: acp && acpName(acp) }
}

/** What a worker needs of it. */
export function workerDeps(context: Context): WorkerDeps {
  return {
    database: context.databases.main,
    git: context.git,
    mirrors: context.mirrors,
    signal: context.signal,
    clock: context.clock,
    log: context.log,
    factsCache: createFactsCache(),
    knownProblems: new Map(),
    workspaces: join(context.folder.path, 'workspaces'),
    owner: context.folder.instance,
    jobsMax: JOBS_AT_ONCE,
    jobsPerProject: context.config.jobsPerProject,
    leaseMs: context.config.leaseSeconds * 1000,
    agentFor: createAgentFor(context),
    codeHostFor: context.codeHostFor,
    canariesFor: async ({ projectId }) => [
      ...listSecrets(context.config),
      ...distinct(await context.secrets.readable(projectId)),
    ],
    hide: context.mask.hide,
  }
}
