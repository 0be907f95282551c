import type { AddressInfo } from 'node:net'
import { createRankings } from './analytics/ranking.ts'
import { createApp } from './api/app.ts'
import { forgetIgnoredForwarding } from './api/ignored-forwarding.ts'
import { type Config, baseUrl } from './config.ts'
import { type Context, type ContextOptions, configuredModels, openContext, workerDeps } from './context.ts'
import { DataFolderError, describeExposed, lockDataFolder } from './database/data-folder.ts'
import { archiveIdleJobs } from './jobs/archive-idle-jobs.ts'
import { deleteOldAnswers } from './jobs/delete-old-answers.ts'
import { deleteOldEvents } from './jobs/delete-old-events.ts'
import { cleanDisk } from './jobs/clean-disk.ts'
import { sweepSessions } from './people/sessions.ts'
import { type Worker, startWorker } from './jobs/worker.ts'

const SWEEP_MS = 3_600_000

export interface Service {
  readonly url: string
  readonly context: Context
  /** Stops taking work, finishes what is under way, and lets go of everything. */
  stop(): Promise<void>
}

/** Puts the service together and starts it: stores, then workers, then HTTP. */
export async function startService(config: Config, options: ContextOptions = {}): Promise<Service> {
  const context = await openContext(config, options)
  const { folder, databases, signal, log, clock, ids } = context
  const runsWorker = config.role !== 'api'
  const servesApi = config.role !== 'worker'

  // A worker owns the folder: at its start it takes over what an earlier one left, so two must not run.
  const lock = runsWorker ? lockDataFolder(folder) : null
  if (runsWorker && !lock) {
    await context.close()
    throw new DataFolderError(
      `another Docwright works in ${folder.path}`,
      'stop it, choose another folder with DOCWRIGHT_DATA, or start this one with DOCWRIGHT_ROLE=api',
    )
  }

  if (folder.exposed.length > 0) log.warn({ paths: folder.exposed, ...describeExposed(folder) }, 'the data folder is not private')

  const draining = new AbortController()
  let listeningPort = config.port
  const app = createApp({
    databases,
    viewStore: context.viewStore,
    serverSecret: context.serverSecret,
    classifier: context.classifier,
    signatures: context.signatures,
    rulesFor: context.rulesFor,
    rankings: createRankings(context.viewStore, () => clock.now()),
    builtin: context.builtin,
    git: context.git,
    mirrors: context.mirrors,
    codeHosts: context.codeHosts,
    sitePages: context.sitePages,
    pullRequestStandings: context.pullRequestStandings,
    codeHostFor: context.codeHostFor,
    secrets: context.secrets,
    cipher: context.cipher,
    ids,
    clock,
    signal,
    log,
    singleSignOn: context.singleSignOn,
    draining: draining.signal,
    models: configuredModels(config),
    analyticsReadsPerMinute: config.analyticsReadsPerMinute,
    trustedProxies: config.trustedProxies,
    baseUrl: () => baseUrl(config, listeningPort),
  })
  let worker: Worker | null = null
  const sweep = async () => {
    await archiveIdleJobs({ database: databases.main, ids, signal }, config.archiveAfterDays).catch((error: unknown) =>
      log.error({ err: error }, 'archiving idle jobs failed'),
    )
    await sweepSessions(databases.main).catch((error: unknown) => log.error({ err: error }, 'deleting old sessions failed'))
    await deleteOldEvents(databases.main).catch((error: unknown) => log.error({ err: error }, 'deleting old events failed'))
    await deleteOldAnswers(databases.main).catch((error: unknown) => log.error({ err: error }, 'deleting old answers failed'))
    const { git, mirrors } = context
    await cleanDisk({ database: databases.main, git, mirrors, clock }, config.mirrorsGigabytes * 1e9).catch((error: unknown) =>
      log.error({ err: error }, 'cleaning the disk failed'),
    )
  }
  const maintain = () =>
    context.viewStore
      .maintain(async (projectId) => (await context.rulesFor(projectId)).aiKinds)
      .catch((error: unknown) => log.error({ err: error }, 'the upkeep of the views failed'))
  let sweeping: Promise<unknown> = Promise.resolve()
  const startSweep = () => {
    sweeping = Promise.all([sweep(), maintain()])
  }
  const sweeper = runsWorker ? setInterval(startSweep, SWEEP_MS) : null

  const stop = async () => {
    draining.abort()
    if (sweeper) clearInterval(sweeper)
    await Promise.all([app.close(), worker?.stop()])
    await sweeping
    await context.close()
    lock?.release()
  }
  try {
    if (runsWorker) worker = await startWorker(workerDeps(context))
    if (servesApi) {
      await forgetIgnoredForwarding(databases.main)
      await app.listen({ host: config.host, port: config.port })
      listeningPort = (app.server.address() as AddressInfo).port
    }
  } catch (error) {
    await stop()
    throw error
  }
  if (runsWorker) startSweep()
  return { url: baseUrl(config, listeningPort), context, stop }
}
