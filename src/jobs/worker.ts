import { isUnavailable } from '../database/unavailable.ts'
import { cleanAfterCrash } from '../git/clean.ts'
import type { Clock } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import type { Logger } from '../lib/log.ts'
import type { Meter } from '../lib/meter.ts'
import type { JobEvent } from './events.ts'
import { toFailure } from './failures.ts'
import { claimJob } from './claim-job.ts'
import { releaseLease, releaseLeasesOf } from './lease-store.ts'
import { addUsage } from './job.ts'
import { type Lease, keepLease } from './keep-lease.ts'
import { Fenced } from './fenced.ts'
import type { PipelineDeps } from './run.ts'
import { type RunEvents, openRunEvents } from './run-events.ts'
import { readRunUsage } from './run-usage.ts'
import { endRun } from './steps/finish-run.ts'
import { type JobRow, nextQueuedMessage, settleJob } from './store.ts'
import { isAnyTurnDue, refreshTurns } from './turn-store.ts'

/** How often a worker looks for jobs that other processes queued; its own process tells it at once. */
const POLL_MS = 500
/** How often it looks for jobs of nodes that don't say which project has work: those of the version before. */
const REFRESH_MS = 5_000
/** Errors of the outside world in one step before the run fails. */
const TRIES_MAX = 3
/**
 * Claims of a job without any step done: more of them mean that the job itself brings its worker down. With the pauses between
 * them (see `takeLease`) they take minutes, in which a machine that restarts again and again is not the job's fault.
 */
const CLAIMS_MAX = 20
const BACKOFF_MS = 2_000
/** How long running jobs may go on after a stop was asked for. */
const DRAIN_MS = 25_000
/** How long a run may take to end once its lease is lost: agents, git and the sandbox stop within a second or two. */
const ABANDON_MS = 15_000

/** How a run ended, for the metrics: `lost` to another worker or a cancel, `released` because this one stops. */
type RunEnd = 'done' | 'failed' | 'retried' | 'released' | 'lost'

export interface WorkerDeps extends PipelineDeps {
  clock: Clock
  log: Logger
  meter: Meter
  /** Stays the same over restarts, see `DataFolder.instance`. */
  owner: string
  /** Jobs at once in this process, and for each project in all of them. */
  jobsMax: number
  jobsPerProject: number
  leaseMs: number
}

export interface Worker {
  /** Stops claiming, lets running jobs finish for a while, gives the rest back. */
  stop(): Promise<void>
}

/** Takes jobs from the queue and runs them until it is stopped. */
export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  await releaseLeasesOf(deps.database, deps.owner)
  await cleanAfterCrash({ mirrors: deps.mirrors.folder, workspaces: deps.workspaces })

  const stopClaiming = new AbortController()
  const stopRunning = new AbortController()
  const running = new Set<Promise<void>>()
  let wake = new AbortController()

  const unsubscribe = deps.signal.subscribe(() => wake.abort())
  let refreshedAt = deps.clock.now()
  const refresh = async () => {
    if (deps.clock.now() - refreshedAt < REFRESH_MS) return
    refreshedAt = deps.clock.now()
    await refreshTurns(deps.database, await deps.database.now())
  }
  const claim = async () => {
    await refresh()
    // Most looks find nothing: this one question costs less than a claim.
    if (!(await isAnyTurnDue(deps.database, await deps.database.now()))) return null
    return claimJob(deps.database, deps)
  }
  const loop = (async () => {
    while (!stopClaiming.signal.aborted) {
      wake = new AbortController()
      const job =
        running.size < deps.jobsMax
          ? await claim().catch((error: unknown) =>
              deps.log[isUnavailable(error) ? 'warn' : 'error']({ err: error }, 'claiming a job failed'),
            )
          : null
      if (!job) {
        await deps.clock.sleep(POLL_MS, AbortSignal.any([wake.signal, stopClaiming.signal]))
        continue
      }
      const work = runJob(deps, job, stopRunning.signal).finally(() => {
        running.delete(work)
        wake.abort()
      })
      running.add(work)
    }
  })()

  return {
    stop: async () => {
      stopClaiming.abort()
      unsubscribe()
      const drained = new AbortController()
      // The loop ends at once, unless it waits for a database that does not answer. A job that it still claims then is given back.
      const drain = async () => {
        await loop
        await Promise.all(running)
        drained.abort()
      }
      await Promise.race([drain(), deps.clock.sleep(DRAIN_MS, drained.signal)])
      stopRunning.abort()
      await Promise.all(running)
    },
  }
}

async function runJob(deps: WorkerDeps, job: JobRow, stopping: AbortSignal): Promise<void> {
  const log = deps.log.child({ jobId: job.id, projectId: job.projectId })
  const lease = keepLease(deps, job)
  const ended = new AbortController()
  const since = deps.clock.now()
  const work = workOnJob(deps, job, lease, stopping, log)
    .then((status) => deps.meter({ kind: 'run', status, seconds: (deps.clock.now() - since) / 1000 }))
    .finally(() => ended.abort())
  await Promise.race([work, untilAbandoned(deps.clock, lease.lost, ended.signal)])
  lease.stop()
  if (!ended.signal.aborted) log.warn('a run that lost its lease does not end and is left to itself')
}

/**
 * A run ends soon after its lease is lost. Only one that waits for a database that no longer answers does not; its place is given to
 * another job, and whatever it does later is refused, because its epoch is over.
 */
async function untilAbandoned(clock: Clock, lost: AbortSignal, ended: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of [lost, ended]) {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    }
  })
  await clock.sleep(ABANDON_MS, ended)
}

async function workOnJob(
  deps: WorkerDeps,
  job: JobRow,
  lease: Lease,
  stopping: AbortSignal,
  log: WorkerDeps['log'],
): Promise<RunEnd> {
  try {
    const message = await nextQueuedMessage(deps.database, job.id)
    // Every active job has a queued message; one without was ended by something that went wrong elsewhere.
    if (!message) throw new Error('an active job has no queued message')
    const events = await openRunEvents(deps, job, message.seq)
    try {
      if (job.attempt > CLAIMS_MAX)
        throw new Fault({
          code: 'gave_up',
          message: 'The job stopped the server, or was cut off, several times in the same step.',
          hint: 'Send the job a message to try once more.',
        })
      // Loaded later, like the agents: the service starts sooner.
      const { runPipeline } = await import('./pipeline.ts')
      await runPipeline(deps, job, message, events, lease.confirm, AbortSignal.any([lease.lost, stopping]))
      log.info('the run is done')
      return 'done'
    } catch (error) {
      if (error instanceof Fenced || lease.lost.aborted) throw new Fenced()
      // What the agent said comes before the news of how it ended.
      await events.flush()
      if (!stopping.aborted) return await settleFailure(deps, job, message.seq, events, error, log)
      await releaseLease(deps.database, job.id, job.epoch, true)
      return 'released'
    }
  } catch (error) {
    if (error instanceof Fenced) log.info('the job was stopped or taken over')
    else
      log[isUnavailable(error) ? 'warn' : 'error'](
        { err: error },
        'the outcome of a run could not be written; its lease will run out',
      )
    return 'lost'
  }
}

/** Passing trouble is tried again, later and later; the rest ends the run with the reason. */
async function settleFailure(
  deps: WorkerDeps,
  job: JobRow,
  seq: number,
  events: RunEvents,
  error: unknown,
  log: WorkerDeps['log'],
): Promise<RunEnd> {
  const isPassing = error instanceof Fault ? error.isPassing : true
  const failure = toFailure(error, deps.hide)
  if (isPassing && job.retries + 1 < TRIES_MAX) {
    // Half to one and a half of the time, so that jobs that failed together do not come back together.
    const backoff = BACKOFF_MS * 2 ** job.retries * (0.5 + Math.random())
    // A code host that says when to come back knows better.
    const wait = Math.max(backoff, (error instanceof Fault ? (error.retryAfterSeconds ?? 0) : 0) * 1000)
    log.warn({ err: error, code: failure.code, retries: job.retries }, 'the run failed and will be tried again')
    const message = `${failure.message} The next try is in ${Math.ceil(wait / 1000)} s.`
    await deps.database.transaction(async (tx) => {
      const now = await tx.now()
      const change = { retries: job.retries + 1, notBefore: Math.round(now + wait) }
      if (!(await settleJob(tx, job.id, job.epoch, now, change))) throw new Fenced()
      await events.within(tx, { kind: 'warning', data: { code: failure.code, message } })
    })
    return 'retried'
  }
  log.warn({ err: error, code: failure.code, retries: job.retries }, 'the run failed')
  const used = await readRunUsage(deps.database, job.id, seq)
  const usage = used && job.usage ? addUsage(job.usage, used) : used
  const news: JobEvent[] = used ? [{ kind: 'usage', data: used }] : []
  await endRun(deps, job, seq, { status: 'failed', failure, outcome: null, choices: [], ...(usage ? { usage } : {}) }, news)
  return 'failed'
}
