import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** What a git process that was killed leaves behind: locks that stop the next one, and parts of files that nobody ends. */
const LEFT_BEHIND = /\.lock$|^tmp_|^\.tmp-|^fast_import_crash_/

/** Where only a fetch writes, and what of it: other commands may be at work in the same repository. */
const OF_FETCH: readonly [folder: string, names: RegExp][] = [
  ['refs/remotes', /\.lock$/],
  ['objects/pack', /^tmp_(?:pack|idx|rev)_/],
]

/** Removes all of it. Only for a repository that nobody uses. */
export async function removeLeftovers(gitDir: string): Promise<void> {
  await removeNamed(gitDir, LEFT_BEHIND)
}

/** Removes what a fetch left that was stopped; true when there was something. Only while no other fetch runs. */
export async function removeFetchLeftovers(gitDir: string): Promise<boolean> {
  let removed = 0
  for (const [folder, names] of OF_FETCH) removed += await removeNamed(join(gitDir, folder), names)
  return removed > 0
}

/** A push holds the lock of its branch for milliseconds. */
const LOCK_MS_MAX = 2_000

/** Removes a lock file if it is the same after a time that no git process holds one for; true when it did. */
export async function removeDeadLock(path: string): Promise<boolean> {
  const before = await stat(path).catch(() => null)
  if (!before) return false
  await delay(LOCK_MS_MAX)
  const after = await stat(path).catch(() => null)
  if (before.ino !== after?.ino || before.mtimeMs !== after.mtimeMs) return false
  await rm(path, { force: true })
  return true
}

async function removeNamed(folder: string, names: RegExp): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const left = entries.filter((entry) => names.test(entry.name))
  for (const { parentPath, name } of left) await rm(join(parentPath, name), { recursive: true, force: true })
  return left.length
}
