import type { Git } from '../../git/git.ts'
import type { Mirrors, Remote } from '../../git/mirror.ts'
import type { Clock } from '../../lib/clock.ts'
import { isDiskFull } from '../../lib/disk-full.ts'
import { Fault } from '../../lib/fault.ts'
import { Problem } from '../../lib/problem.ts'
import { createTurns } from '../../lib/turns.ts'
import type { FactsPlace } from '../read/facts-store.ts'
import { readPages } from './read-pages.ts'
import type { ListedPages } from './site-thread.ts'

/** How long a branch is taken to be where it was: a fetch for each question would make it slow, and the code host busy. */
const FRESH_MS = 60_000

/** A first fetch of a large repository. The caller waits for it. */
const READ_MS_MAX = 120_000

/** Pages of all lists together that are kept; some 200 bytes each. */
const PAGES_MAX = 200_000

export interface SitePagesDeps {
  git: Git
  mirrors: Mirrors
  clock: Clock
  /** Shared with the jobs. */
  facts: FactsPlace
}

export interface SiteSource {
  projectId: string
  repository: string
  ref: string
  /** Where git finds the repository. */
  remote(): Promise<Remote>
  /** Ends it early. */
  signal: AbortSignal
}

export interface ListedSite extends ListedPages {
  ref: string
  commit: string
}

/** The pages of each project's documentation, as of the last commit of its branch. */
export interface SitePages {
  /** Throws a `Problem` that says why when the repository cannot be read. */
  get(source: SiteSource): Promise<ListedSite>
}

/**
 * Lists are kept by project and commit: pages change only with a commit. By project and not by repository, because what one project
 * may read with its token another one may not.
 */
export function createSitePages({ git, mirrors, clock, facts }: SitePagesDeps): SitePages {
  /** The one used last is the last. */
  const lists = new Map<string, ListedSite>()
  const heads = new Map<string, { commit: string; at: number }>()
  const turns = createTurns()

  const keep = (key: string, site: ListedSite): ListedSite => {
    lists.delete(key)
    lists.set(key, site)
    let total = [...lists.values()].reduce((sum, { count }) => sum + count, 0)
    for (const [oldest, { count }] of lists) {
      if (total <= PAGES_MAX || oldest === key) break
      lists.delete(oldest)
      total -= count
    }
    return site
  }

  const load = async ({ projectId, repository, ref, remote }: SiteSource, signal: AbortSignal): Promise<ListedSite> => {
    const branch = JSON.stringify([projectId, repository, ref])
    const mirror = await mirrors.open(await remote())
    const now = clock.now()
    const head = heads.get(branch)
    let commit = head && head.at <= now && now < head.at + FRESH_MS ? head.commit : null
    if (commit === null) {
      heads.delete(branch)
      commit = (await mirror.fetch([ref], signal)).get(ref) ?? null
      if (commit === null)
        throw new Fault({
          code: 'ref_not_found',
          message: `The repository has no branch ${ref}.`,
          hint: 'Check the branch of the project.',
        })
      heads.set(branch, { commit, at: now })
    }
    const key = JSON.stringify([projectId, repository, commit])
    return keep(key, lists.get(key) ?? { ...(await readPages(git, mirror, commit, facts, signal)), ref, commit })
  }

  return {
    get: async (source) => {
      const signal = AbortSignal.any([AbortSignal.timeout(READ_MS_MAX), source.signal])
      try {
        // Questions that come while a list is made wait for it, instead of each making it.
        return await turns.take(source.projectId, () => load(source, signal))
      } catch (error) {
        const fault = signal.aborted ? tooSlow() : error
        if (!(fault instanceof Fault)) throw fault
        const [status, code] = isDiskFull(fault) ? [507, fault.code] : [503, 'repository_unavailable']
        throw new Problem(status, code, fault.sentences, {
          headers: { 'retry-after': String(fault.retryAfterSeconds ?? FRESH_MS / 1000) },
        })
      }
    },
  }
}

function tooSlow(): Fault {
  return new Fault({
    code: 'site_too_slow',
    message: "The pages of the repository couldn't be listed in time.",
    hint: 'Try again: what was fetched is kept.',
  })
}
