import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { dropKept, listKept, listMirrors, sweepMirrors, tidyMirror } from '../git/clean.ts'
import type { Git } from '../git/git.ts'
import type { Mirrors } from '../git/mirror.ts'
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
  const { git, mirrors } = deps
  await sweepMirrors(mirrors.folder, { now: deps.clock.now(), bytesMax: mirrorBytesMax })
  for (const gitDir of await listMirrors(mirrors.folder)) {
    const kept = await listKept(git, gitDir, 'jobs')
    const open = new Set(await listUnarchived(deps.database, kept))
    // An archived job that is woken up finds its commits in the repository, like any other job after a while.
    await dropKept(
      git,
      gitDir,
      'jobs',
      kept.filter((id) => !open.has(id)),
    )
    await tidyMirror(git, gitDir)
  }
}
