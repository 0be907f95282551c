import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { tryLockFile } from '../lib/file-lock.ts'
import type { Git } from './git.ts'
import { removeLeftovers } from './leftovers.ts'
import { LAST_USE, type Mirrors, PROMISOR_SETTINGS, TURN_ENDING, turnFile } from './mirror.ts'
import { removeFolder } from './remove-folder.ts'
import { removeMirror } from './remove-mirror.ts'

const DAY_MS = 24 * 3_600_000

/** A mirror is a copy: the next job makes it anew in seconds. */
const UNUSED_DAYS_MAX = 14

/** A job may run on a mirror that was used since; no run takes as long. */
const IN_USE_MS = 6 * 3_600_000

/** Each fetch leaves a pack of its own, and git looks through all of them. */
const PACKS_MAX = 50

/**
 * What a crash left. Only for a process that has just taken the folder for itself, so that no workspace can be in use. A mirror that
 * a command is using is left alone: whoever has its turn clears up after a failed fetch.
 */
export async function cleanAfterCrash(folders: { mirrors: string; workspaces: string }): Promise<void> {
  for (const name of await namesIn(folders.workspaces)) await removeFolder(join(folders.workspaces, name))
  for (const name of await namesIn(folders.mirrors)) {
    if (name.endsWith(TURN_ENDING)) continue
    const path = join(folders.mirrors, name)
    // Drafts and what was moved away are named after their mirror.
    const lock = tryLockFile(turnFile(path.replace(/\.git\..*$/, '.git')))
    if (!lock) continue
    try {
      if (name.endsWith('.git')) await removeLeftovers(path)
      else await rm(path, { recursive: true, force: true })
    } finally {
      lock.release()
    }
  }
}

export interface SweepOptions {
  /** Milliseconds since 1970. */
  now: number
  bytesMax: number
}

/** Removes mirrors that nobody used for long, then the least recently used ones until the rest fits; returns how many. */
export async function sweepMirrors(
  mirrors: Pick<Mirrors, 'folder' | 'takeTurn'>,
  { now, bytesMax }: SweepOptions,
): Promise<number> {
  const found = await Promise.all((await listMirrors(mirrors.folder)).map(measure))
  found.sort((one, other) => one.usedAt - other.usedAt)
  let bytes = found.reduce((sum, mirror) => sum + mirror.bytes, 0)
  let removed = 0
  for (const mirror of found) {
    const isDue = (usedAt: number) => now - usedAt > UNUSED_DAYS_MAX * DAY_MS || (bytes > bytesMax && now - usedAt > IN_USE_MS)
    if (!isDue(mirror.usedAt)) continue
    const isRemoved = await mirrors.takeTurn(mirror.gitDir, async () => {
      // Someone may have begun to use it while the others were removed.
      if (!isDue(await lastUse(mirror.gitDir))) return false
      await removeMirror(mirror.gitDir)
      return true
    })
    if (!isRemoved) continue
    bytes -= mirror.bytes
    removed += 1
  }
  return removed
}

/** Puts many small packs into one, and drops what no branch needs and nobody touched for long. */
export async function tidyMirror(git: Git, gitDir: string): Promise<void> {
  const packs = (await namesIn(join(gitDir, 'objects', 'pack'))).filter((name) => name.endsWith('.pack'))
  if (packs.length <= PACKS_MAX) return
  // A job's files are in no branch until they are committed, so nothing young is dropped.
  const options = { gitDir, settings: PROMISOR_SETTINGS }
  await git.text(['repack', '-a', '-d', '--keep-unreachable', '--quiet'], options)
  await git.text(['prune', `--expire=${UNUSED_DAYS_MAX}.days.ago`], options)
}

/** The git folders of all mirrors. */
export async function listMirrors(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => name.endsWith('.git')).map((name) => join(folder, name))
}

/** The last part of the names that `keepCommit` gave under this prefix. */
export async function listKept(git: Git, gitDir: string, prefix: string): Promise<string[]> {
  const names = await git.text(['for-each-ref', '--format=%(refname)', `refs/docwright/${prefix}/`], { gitDir })
  return names
    .split('\n')
    .filter(Boolean)
    .map((name) => basename(name))
}

export async function dropKept(git: Git, gitDir: string, prefix: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const input = names.map((name) => `delete refs/docwright/${prefix}/${name}\n`).join('')
  await git.text(['update-ref', '--stdin'], { gitDir, input })
}

async function measure(gitDir: string): Promise<{ gitDir: string; usedAt: number; bytes: number }> {
  let bytes = 0
  for (const entry of await readdir(gitDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += await sizeOf(join(entry.parentPath, entry.name))
  return { gitDir, usedAt: await lastUse(gitDir), bytes }
}

/** A mirror of an older version has no such file; the folder itself changes with its first use by this one. */
async function lastUse(gitDir: string): Promise<number> {
  return (await stat(join(gitDir, LAST_USE)).catch(() => stat(gitDir))).mtimeMs
}

/** A file that git removed since it was listed has no size. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
}
