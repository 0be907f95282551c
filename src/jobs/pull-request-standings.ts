import type { CodeHost, PullRequestStanding } from '../codehosts/code-host.ts'
import type { Clock } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { createPool } from '../lib/pool.ts'
import type { Job } from './job.ts'

/** How long an answer of a code host is taken for true. A merge is for ever; a closed one may be opened again. */
const KEPT_MS = { open: 60_000, closed: 600_000, merged: Number.POSITIVE_INFINITY, unknown: 60_000 }

/** Pull requests that are remembered; some hundred bytes each. */
const KEPT_MAX = 20_000

/** Code hosts limit how many requests come at once. */
const ASKED_AT_ONCE = 4

/** All questions for one answer together: whoever looks at a list does not wait longer for its last column. */
const ASK_MS_MAX = 5_000

export type KnownStanding = PullRequestStanding | { state: 'unknown'; isDraft: false; mergedAt: null }

const MERGED = { state: 'merged', isDraft: false } as const

const UNKNOWN: KnownStanding = { state: 'unknown', isDraft: false, mergedAt: null }

export interface PullRequestStandings {
  /** Where the pull request of each job stands, by the job's id. Jobs without one are left out. */
  get(jobs: readonly Job[]): Promise<Map<string, KnownStanding>>
}

/** Asks code hosts about pull requests, and remembers what they said. What they do not tell in time is unknown, and no error. */
export function createPullRequestStandings(deps: {
  codeHostFor(job: Pick<Job, 'projectId'>): Promise<CodeHost>
  clock: Clock
  /** Keeps what a code host said, so that jobs can be listed by it. */
  remember(job: Job, link: string, standing: PullRequestStanding): Promise<void>
}): PullRequestStandings {
  const known = new Map<string, { standing: KnownStanding; until: number }>()

  const ask = async (job: Job, link: string, signal: AbortSignal): Promise<KnownStanding> => {
    try {
      return (await (await deps.codeHostFor(job)).readPullRequest(job.repository, link, signal)) ?? UNKNOWN
    } catch (error) {
      if (error instanceof Fault || signal.aborted) return UNKNOWN
      throw error
    }
  }

  const find = async (job: Job, link: string, signal: AbortSignal): Promise<KnownStanding> => {
    // Those of the built-in code host are in the database, and so never out of date.
    if (link.startsWith('/')) return ask(job, link, signal)
    // A merge is for ever.
    if (job.prStanding?.state === 'merged') return { ...MERGED, mergedAt: job.prStanding.mergedAt }
    const key = JSON.stringify([job.projectId, link])
    const now = deps.clock.now()
    const found = known.get(key)
    if (found && now < found.until) return found.standing
    if (signal.aborted) return found?.standing ?? UNKNOWN
    const standing = await ask(job, link, signal)
    if (known.size >= KEPT_MAX) known.delete(known.keys().next().value!)
    known.set(key, { standing, until: now + KEPT_MS[standing.state] })
    if (standing.state !== 'unknown') await deps.remember(job, link, standing)
    return standing
  }

  return {
    get: async (jobs) => {
      const signal = AbortSignal.timeout(ASK_MS_MAX)
      const standings = new Map<string, KnownStanding>()
      const pool = createPool(ASKED_AT_ONCE)
      for (const job of jobs) {
        const { prLink } = job
        if (prLink === null || job.status === 'active') continue
        await pool.add(async () => void standings.set(job.id, await find(job, prLink, signal)))
      }
      await pool.end()
      return standings
    },
  }
}
