import type { AddressInfo } from 'node:net'
import { createApp } from './api/app.ts'
import { forgetIgnoredForwarding } from './api/plugins/ignored-forwarding.ts'
import { type Config, baseUrl } from './config.ts'
import { DataFolderError, describeExposed, lockDataFolder } from './database/data-folder.ts'
import { claimNode } from './database/node-claim.ts'
import { adoptSecret, confirmSecret } from './database/secret-fingerprint.ts'
import { shareNews } from './jobs/share-news.ts'
import { standardError } from './lib/log.ts'
import { type Context, type ContextOptions, openContext } from './wiring/context.ts'
import type { RunningJobs } from './wiring/run-jobs.ts'
import { type JobThread, createJobThread } from './wiring/start-job-thread.ts'

const MAINTAIN_MS = 3_600_000

export interface ServiceOptions extends ContextOptions {
  /** For an operator who lost the secret: the one that this node has counts from now on. */
  takesNewSecret?: boolean
}

export interface Service {
  readonly url: string
  readonly context: Context
  /** Resolves when the thread that works on jobs ends and was not asked to: the process is of no more use, and must end. */
  readonly failed: Promise<Error>
  /** Stops taking work, finishes what is under way, and lets go of everything. */
  stop(options?: StopOptions): Promise<void>
}

interface StopOptions {
  /** How long `/ready` says 503 before requests are refused, so that balancers hear of it in time. */
  noticeSeconds?: number
}

/** Puts the service together and starts it: stores, then jobs on a thread of their own, and HTTP. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const runsJobs = config.role !== 'api'
  // It loads its code while the databases are opened. A clock that a test moves by hand stays on the thread of the test.
  const thread = runsJobs && !options.clock ? createJobThread() : null
  try {
    const { createMetrics } = await import('./lib/metrics.ts')
    const opened = await openContext(config, { metrics: createMetrics(), ...options })
    const release = [opened.close]
    const { folder, log } = opened
    if (folder.exposed.length > 0)
      log.warn({ paths: folder.exposed, ...describeExposed(folder) }, 'the data folder is not private')
    const letGo = async () => {
      for (const one of release.splice(0).reverse()) await one()
    }
    try {
      if (runsJobs) release.unshift(takeFolder(opened))
      const claim = runsJobs
        ? await claimNode(opened.databases.main, opened.folder, () => opened.ids.next('req', opened.clock.now()))
        : null
      if (claim) release.push(claim.release)
      const context = { ...opened, folder: claim?.folder ?? opened.folder }
      if (config.databaseUrl) release.push((await shareNews(context.signal, config.databaseUrl)).close)
      // Nodes with different secrets would store what the others cannot read.
      await (options.takesNewSecret ? adoptSecret : confirmSecret)(context.databases.main, context.serverSecret)
      return await startParts(context, () => startJobs(context, thread, options), thread?.failed ?? null, letGo)
    } catch (error) {
      await letGo()
      throw error
    }
  } catch (error) {
    await thread?.discard()
    throw error
  }
}

/** A worker owns the folder: at its start it takes over what an earlier one left, so two must not run. */
function takeFolder({ folder }: Context): () => Promise<void> {
  const lock = lockDataFolder(folder)
  if (!lock)
    throw new DataFolderError(
      `another Docwright works in ${folder.path}`,
      'stop it, choose another folder with DOCWRIGHT_DATA, or start this one with DOCWRIGHT_ROLE=api',
    )
  return async () => lock.release()
}

async function startJobs(context: Context, thread: JobThread | null, { logTo }: ContextOptions): Promise<RunningJobs | null> {
  if (context.config.role === 'api') return null
  if (thread) return thread.start(context, logTo ?? standardError)
  const { runJobs } = await import('./wiring/run-jobs.ts')
  return runJobs(context)
}

async function startParts(
  context: Context,
  start: () => Promise<RunningJobs | null>,
  failed: Promise<Error> | null,
  letGo: () => Promise<void>,
): Promise<Service> {
  const { config, log } = context
  const leaving = new AbortController()
  const draining = new AbortController()
  let listeningPort = config.port
  let jobs: RunningJobs | null = null
  let upkeep: Upkeep | null = null
  const app = createApp(
    { ...context, leaving: leaving.signal, draining: draining.signal, baseUrl: () => baseUrl(config, listeningPort) },
    config.role === 'worker' ? 'probes' : 'all',
  )
  const closeApp = async (noticeSeconds: number) => {
    if (noticeSeconds > 0) await context.clock.sleep(noticeSeconds * 1000)
    draining.abort()
    await app.close()
  }
  const stop = async ({ noticeSeconds = 0 }: StopOptions = {}) => {
    leaving.abort()
    try {
      await Promise.all([closeApp(noticeSeconds), jobs?.stop(), upkeep?.stop()])
    } finally {
      await letGo()
    }
  }
  const listen = async () => {
    if (config.role !== 'worker') await forgetIgnoredForwarding(context.databases.main)
    // Before the first view comes in.
    await context.registry.takeUp()
    try {
      await app.listen({ host: config.host, port: config.port })
    } catch (error) {
      // Beside an API node on the same machine, whose port it is. It works all the same.
      if (config.role !== 'worker' || config.hasChosenPort || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      log.warn('the port is in use, so this worker has no /health, /ready and /metrics; set PORT to another one')
      return
    }
    listeningPort = (app.server.address() as AddressInfo).port
  }
  // Beside each other: a job that comes before its worker is ready waits in the queue.
  const [started, listening] = await Promise.allSettled([start(), listen()])
  if (started.status === 'fulfilled') jobs = started.value
  const failure = [started, listening].find((one) => one.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }
  upkeep = startUpkeep(context, jobs !== null)
  void failed?.then((error) => log.fatal({ err: error }, 'the thread that works on jobs failed'))
  return { url: baseUrl(config, listeningPort), context, failed: failed ?? new Promise(() => undefined), stop }
}

interface Upkeep {
  stop(): Promise<void>
}

/**
 * The upkeep of the views stays on this thread: it only hands work to the threads of their store. A node that only answers leaves it to
 * the others, but judges views by the same registry.
 */
function startUpkeep({ viewStore, rulesFor, registry, log }: Context, isWorker: boolean): Upkeep {
  const maintain = () =>
    registry
      .takeUp()
      .then(() => (isWorker ? viewStore.maintain(rulesFor) : undefined))
      .catch((error: unknown) => log.error({ err: error }, 'the upkeep of the views failed'))
  let maintaining = maintain()
  const timer = setInterval(() => (maintaining = maintain()), MAINTAIN_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await maintaining
    },
  }
}
