import { createHash } from 'node:crypto'
import { type Dirent, constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import type { ChangeLimits } from './change-limits.ts'
import { readPlaceholder } from './placeholder.ts'
import { createPool } from '../lib/pool.ts'
import { changeTooLarge, fileTooLarge, pathFault, tooManyFiles } from './policy-fault.ts'
import { isDotGit, newPathDanger } from './tree-path.ts'
import type { WorkspaceFile } from './write-files.ts'

/** Enough to keep the disk busy. */
const READS_AT_ONCE = 16

/** The files of the largest repository and what an agent may add, with room for folders; more of them are not counted to the end. */
const ENTRIES_MAX = 200_000

export interface FoundChange {
  path: string
  /** Null for a removed file. */
  mode: string | null
  /** New content; without it the file has the content of `id`, which the repository knows. */
  content?: Buffer
  id?: string
}

interface Search {
  limits: ChangeLimits
  hasModes: boolean
  signal: AbortSignal
}

/**
 * Compares the agent's folder with what was written there.
 *
 * Every file is read and hashed: time stamps can be set by whoever wrote the file. Anything that is no plain file of its own
 * (a link of either kind, a pipe, a device) is refused, because its content may come from elsewhere.
 */
export async function findChanges(
  directory: string,
  files: ReadonlyMap<string, WorkspaceFile>,
  search: Search,
): Promise<FoundChange[]> {
  // The folder itself can have been put in another's place.
  if (!(await lstat(directory)).isDirectory()) throw symbolicLink('the folder of the agent')
  const paths = await listFiles(directory)
  // Only files: the id of a submodule is a commit of another repository.
  const known = new Set([...files.values()].filter(({ mode }) => mode.startsWith('100')).map(({ id }) => id))
  const changes: FoundChange[] = []
  let bytes = 0
  const add = (change: FoundChange) => {
    changes.push(change)
    bytes += change.content?.length ?? 0
    if (changes.length > search.limits.filesMax) throw tooManyFiles(search.limits)
    if (bytes > search.limits.bytesMax) throw changeTooLarge(search.limits)
  }
  const pool = createPool(READS_AT_ONCE)
  for (const path of paths) {
    search.signal.throwIfAborted()
    await pool.add(async () => {
      const change = await compare(directory, path, files.get(path), known, search)
      if (change) add(change)
    })
  }
  await pool.end()
  const found = new Set(paths)
  for (const [path, { shown }] of files) if (shown !== 'nothing' && !found.has(path)) add({ path, mode: null })
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** All plain files; folders themselves are nothing to git. */
async function listFiles(directory: string): Promise<string[]> {
  const paths: string[] = []
  const folders = ['']
  let entries = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readFolder(directory, folder)) {
      entries += 1
      if (entries > ENTRIES_MAX)
        throw new Fault(
          'policy_too_many_files',
          'The agent left more files than Docwright looks at, so nothing was published.',
          'Ask for a smaller change, for example one folder at a time.',
        )
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      // An agent may keep a repository of its own to undo its steps. It is nothing to us, and no program of ours reads it.
      if (path === '.git') continue
      if (isDotGit(entry.name)) throw gitFolder(path)
      refuseUnlessPlain(path, entry)
      if (entry.isDirectory()) folders.push(shortEnough(path))
      else paths.push(path)
    }
  }
  return paths
}

async function readFolder(directory: string, folder: string): Promise<Dirent[]> {
  try {
    return await readdir(join(directory, folder), { withFileTypes: true })
  } catch (error) {
    throw toFault(error, folder)
  }
}

function refuseUnlessPlain(path: string, entry: Dirent): void {
  if (entry.isSymbolicLink()) throw symbolicLink(path)
  if (!entry.isFile() && !entry.isDirectory()) throw specialFile(path)
}

/** A deep enough nest of folders has paths that no system call takes. */
function shortEnough(path: string): string {
  const danger = newPathDanger(path)
  if (danger !== null && danger.startsWith('is longer')) throw badPath(path, danger)
  return path
}

async function compare(
  directory: string,
  path: string,
  before: WorkspaceFile | undefined,
  known: ReadonlySet<string>,
  search: Search,
): Promise<FoundChange | null> {
  if (!before || before.shown === 'nothing') {
    const danger = newPathDanger(path)
    if (danger) throw badPath(path, danger)
  }
  const { content, isExecutable } = await readPlainFile(directory, path, search.limits)
  const standsFor = readPlaceholder(content)
  const isKnown = standsFor !== null && known.has(standsFor)
  const id = isKnown ? standsFor : createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
  const mode = modeOf(before, isExecutable, search.hasModes)
  if (before?.id === id && before.mode === mode) return null
  return isKnown || known.has(id) ? { path, mode, id } : { path, mode, content }
}

function modeOf(before: WorkspaceFile | undefined, isExecutable: boolean, hasModes: boolean): string {
  if (!hasModes || before?.shown === 'placeholder') return before?.mode.startsWith('100') ? before.mode : '100644'
  return isExecutable ? '100755' : '100644'
}

async function readPlainFile(
  directory: string,
  path: string,
  limits: ChangeLimits,
): Promise<{ content: Buffer; isExecutable: boolean }> {
  // Whatever came in the file's place since it was listed: a link is not followed, and a pipe is not waited for.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await open(join(directory, path), flags).catch((error: unknown) => {
    throw toFault(error, path)
  })
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw specialFile(path)
    if (stats.nlink > 1)
      throw pathFault(
        'policy_hard_link',
        path,
        'has a second name elsewhere',
        'Let the agent copy files instead of linking them.',
      )
    if (stats.size > limits.fileBytesMax) throw fileTooLarge(path, limits)
    return { content: await handle.readFile(), isExecutable: (stats.mode & 0o100) !== 0 }
  } finally {
    await handle.close()
  }
}

function toFault(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ELOOP') return symbolicLink(path)
  if (code === 'ENXIO') return specialFile(path)
  if (code === 'EACCES' || code === 'EPERM')
    return pathFault('policy_unreadable', path, 'cannot be read', 'Let the agent leave the permissions of files alone.')
  return error
}

function symbolicLink(path: string): Fault {
  return pathFault('policy_symlink', path, 'is a symbolic link', 'Let the agent copy files instead of linking them.')
}

function specialFile(path: string): Fault {
  return pathFault('policy_special_file', path, 'is no plain file', 'Let the agent write plain files only.')
}

function gitFolder(path: string): Fault {
  return pathFault('policy_git_file', path, 'is a name that git keeps for itself', 'Let the agent leave the files of git alone.')
}

function badPath(path: string, danger: string): Fault {
  return pathFault('policy_path', path, `is a path that ${danger}`, 'Ask for another file name.')
}
