import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { dropKept, listKept, listMirrors, sweepMirrors, tidyMirror } from '../git/clean.ts'
import type { Git } from '../git/git.ts'
import type { Mirrors } from '../git/mirror.ts'
import { isDamage } from '../git/mirror-damage.ts'
import { removeMirror } from '../git/remove-mirror.ts'
import type { Clock } from '../lib/clock.ts'
import { listUnarchived } from './store.ts'

export interface CleanDiskDeps {
  database: Database<MainSchema>
  git: Git
  mirrors: Mirrors
  clock: Clock
}

/** Keeps the disk from filling up: mirrors that nobody uses, commits of archived jobs, packs without number. */
export async function cleanDisk(deps: CleanDiskDeps, mirrorBytesMax: number): Promise<void> {
  const { mirrors } = deps
  await sweepMirrors(mirrors, { now: deps.clock.now(), bytesMax: mirrorBytesMax })
  for (const gitDir of await listMirrors(mirrors.folder))
    await cleanMirror(deps, gitDir).catch(async (error: unknown) => {
      if (!isDamage(error)) throw error
      await mirrors.takeTurn(gitDir, () => removeIfDamaged(deps, gitDir))
    })
}

/** Looks again: whoever had the turn before may have made the mirror anew, or a fetch may be what looked like damage. */
async function removeIfDamaged(deps: CleanDiskDeps, gitDir: string): Promise<void> {
  await cleanMirror(deps, gitDir).catch((error: unknown) => {
    if (!isDamage(error)) throw error
    return removeMirror(gitDir)
  })
}

async function cleanMirror({ database, git }: CleanDiskDeps, gitDir: string): Promise<void> {
  const kept = await listKept(git, gitDir, 'jobs')
  const open = new Set(await listUnarchived(database, kept))
  // An archived job that is woken up finds its commits in the repository, like any other job after a while.
  const archived = kept.filter((id) => !open.has(id))
  await dropKept(git, gitDir, 'jobs', archived)
  await tidyMirror(git, gitDir)
}
