import { type Dirent, constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { blobId } from '../lib/blob-id.ts'
import { Fault } from '../lib/fault.ts'
import { type HeldFolder, closeAll, descend, holdFolder } from '../lib/held-folder.ts'
import type { ChangeLimits } from './change-limits.ts'
import { type FoundChange, badPath, createChangeList, idsOfFiles, refuseBadPath } from './found-changes.ts'
import { readPlaceholder } from './placeholder.ts'
import { createPool } from '../lib/pool.ts'
import { fileTooLarge, pathFault } from './policy-fault.ts'
import { isDotGit, newPathDanger } from './tree-path.ts'
import type { WorkspaceFile } from './workspace-files.ts'

/** Enough to keep the disk busy. */
const READS_AT_ONCE = 16

/** The files of the largest repository and what an agent may add, with room for folders; more of them are not counted to the end. */
const ENTRIES_MAX = 200_000

interface Search {
  limits: ChangeLimits
  hasModes: boolean
  signal: AbortSignal
}

/**
 * Compares the agent's folder with what was written there.
 *
 * Every file is read and hashed: time stamps can be set by whoever wrote the file. Anything that is no plain file of its own
 * (a link of either kind, a pipe, a device) is refused, because its content may come from elsewhere. Folders are held open while
 * their files are read, so one that is swapped for a link meanwhile leads nowhere.
 */
export async function findChanges(
  directory: string,
  files: ReadonlyMap<string, WorkspaceFile>,
  search: Search,
): Promise<FoundChange[]> {
  // The folder itself can have been put in another's place.
  const root = await holdFolder(directory).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? symbolicLink('the folder of the agent') : error
  })
  try {
    const folders = await listFiles(root)
    const known = idsOfFiles(files)
    const changes = createChangeList(search.limits)
    await eachFile(root, folders, search.signal, async (folder, name, path) => {
      const change = await compare(folder, name, path, files.get(path), known, search)
      if (change) changes.add(change)
    })
    const found = new Set([...folders].flatMap(([folder, names]) => names.map((name) => pathOf(folder, name))))
    for (const [path, { shown }] of files) if (shown !== 'nothing' && !found.has(path)) changes.add({ path, mode: null, id: '' })
    return changes.sorted()
  } finally {
    await root.close()
  }
}

/** All plain files by their folder; folders themselves are nothing to git. */
async function listFiles(root: HeldFolder): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  let entries = 0
  const list = async (held: HeldFolder, folder: string): Promise<void> => {
    const names: string[] = []
    for (const entry of await held.entries().catch((error: unknown) => Promise.reject(toFault(error, folder)))) {
      entries += 1
      if (entries > ENTRIES_MAX)
        throw new Fault({
          code: 'policy_too_many_files',
          message: 'The agent left more files than Docwright looks at, so nothing was published.',
          hint: 'Ask for a smaller change, for example one folder at a time.',
        })
      const path = pathOf(folder, entry.name)
      // An agent may keep a repository of its own to undo its steps. It is nothing to us, and no program of ours reads it.
      if (path === '.git') continue
      if (isDotGit(entry.name)) throw gitFolder(path)
      refuseUnlessPlain(path, entry)
      if (!entry.isDirectory()) names.push(entry.name)
      else await within(held, entry.name, shortEnough(path), (inner) => list(inner, path))
    }
    if (names.length > 0) found.set(folder, names)
  }
  await list(root, '')
  return found
}

async function within(above: HeldFolder, name: string, path: string, act: (held: HeldFolder) => Promise<void>): Promise<void> {
  const held = await above.folder(name).catch((error: unknown) => Promise.reject(toFault(error, path)))
  try {
    await act(held)
  } finally {
    await held.close()
  }
}

/** Reads some files at once. A folder is held until the last of its files was read. */
async function eachFile(
  root: HeldFolder,
  folders: ReadonlyMap<string, readonly string[]>,
  signal: AbortSignal,
  act: (folder: HeldFolder, name: string, path: string) => Promise<void>,
): Promise<void> {
  const open = new Set<HeldFolder>()
  const pool = createPool(READS_AT_ONCE)
  try {
    for (const [path, names] of folders) {
      const way = await descend(root, path).catch((error: unknown) => Promise.reject(toFault(error, path)))
      const folder = way.pop() ?? root
      await closeAll(way)
      open.add(folder)
      let waiting = names.length
      for (const name of names) {
        signal.throwIfAborted()
        await pool.add(async () => {
          await act(folder, name, pathOf(path, name))
          waiting -= 1
          if (waiting > 0 || folder === root) return
          open.delete(folder)
          await folder.close()
        })
      }
    }
  } finally {
    await pool.end().finally(() => closeAll(open))
  }
}

function pathOf(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
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
  folder: HeldFolder,
  name: string,
  path: string,
  before: WorkspaceFile | undefined,
  known: ReadonlySet<string>,
  search: Search,
): Promise<FoundChange | null> {
  refuseBadPath(path, before)
  const { content, isExecutable } = await readPlainFile(folder, name, path, search.limits)
  const standsFor = readPlaceholder(content)
  const isKnown = standsFor !== null && known.has(standsFor)
  const id = isKnown ? standsFor : blobId(content)
  const mode = modeOf(before, isExecutable, search.hasModes)
  if (before?.id === id && before.mode === mode) return null
  return isKnown || known.has(id) ? { path, mode, id } : { path, mode, id, content }
}

function modeOf(before: WorkspaceFile | undefined, isExecutable: boolean, hasModes: boolean): string {
  if (!hasModes || before?.shown === 'placeholder') return before?.mode.startsWith('100') ? before.mode : '100644'
  return isExecutable ? '100755' : '100644'
}

async function readPlainFile(
  folder: HeldFolder,
  name: string,
  path: string,
  limits: ChangeLimits,
): Promise<{ content: Buffer; isExecutable: boolean }> {
  // Whatever came in the file's place since it was listed: a link is not followed, and a pipe is not waited for.
  const handle = await folder.file(name, constants.O_RDONLY).catch((error: unknown) => {
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
    return { content: await readExactly(handle, stats.size, path), isExecutable: (stats.mode & 0o100) !== 0 }
  } finally {
    await handle.close()
  }
}

/** A file that grows while it is read would never end. Files of the kernel, which say that they are empty, are caught here, too. */
async function readExactly(handle: FileHandle, size: number, path: string): Promise<Buffer> {
  const content = Buffer.alloc(size + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(content, length, content.length - length, length)
    if (bytesRead === 0) break
    length += bytesRead
    if (length > size) throw changedMeanwhile(path)
  }
  return content.subarray(0, length)
}

function toFault(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ELOOP') return symbolicLink(path)
  if (code === 'ENXIO') return specialFile(path)
  // It was listed a moment ago as what it is no longer.
  if (code === 'ENOENT' || code === 'ENOTDIR') return changedMeanwhile(path)
  if (code === 'EACCES' || code === 'EPERM')
    return pathFault('policy_unreadable', path, 'cannot be read', 'Let the agent leave the permissions of files alone.')
  return error
}

function symbolicLink(path: string): Fault {
  return pathFault('policy_symlink', path, 'is a symbolic link', 'Let the agent copy files instead of linking them.')
}

function specialFile(path: string): Fault {
  return pathFault('policy_special_file', path, "isn't a plain file", 'Let the agent write plain files only.')
}

function changedMeanwhile(path: string): Fault {
  return pathFault(
    'policy_unsteady',
    path,
    'changed while Docwright read it',
    'Let the agent leave no program running that writes files.',
  )
}

function gitFolder(path: string): Fault {
  return pathFault('policy_git_file', path, 'is a name that git keeps for itself', 'Let the agent leave the files of git alone.')
}
