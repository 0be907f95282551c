import { join } from 'node:path'
import { blobId } from '../lib/blob-id.ts'
import { readBlobs, readSizes } from './blobs.ts'
import { WIDE_LIMITS } from './change-limits.ts'
import { compareTrees } from './compare-trees.ts'
import { type FoundChange, createChangeList, idsOfFiles, refuseBadPath } from './found-changes.ts'
import type { Git } from './git.ts'
import { workLost } from './git-fault.ts'
import type { Mirror } from './mirror.ts'
import { fileTooLarge } from './policy-fault.ts'
import { removeFolder } from './remove-folder.ts'
import { type FilesOfCommit, type SeenFiles, seenFiles } from './seen-files.ts'
import { storeChanges } from './store-changes.ts'
import { linksAmong } from './workspace-files.ts'
import { type Workspace, prepareWorkspace } from './workspace.ts'

/** A workspace whose files are written by nobody but the caller. */
export interface MemoryWorkspace extends Workspace {
  /** Null removes a file. */
  write(changes: Iterable<{ path: string; bytes: Buffer | null }>): void
}

/**
 * Keeps the changes in memory, and leaves the files in the repository. For agents that are part of Docwright and start no program:
 * to write a thousand files for them, read them back and remove them takes longer than all the rest of their work. They work by
 * rules, so the limits are wide.
 */
export async function createMemoryWorkspace(
  git: Git,
  mirror: Mirror,
  folder: string,
  commit: string,
  signal: AbortSignal,
): Promise<MemoryWorkspace> {
  const source = await prepareWorkspace(git, mirror, folder, commit, signal, async () => undefined)
  const written = new Map<string, FoundChange>()
  const known = idsOfFiles(source.files)
  const look = async () => seenFiles(source, judged(written.values(), source))
  return {
    directory: join(folder, 'files'),
    committed: seenFiles(source, []),
    links: linksAmong(source.files),
    look,
    writeTree: async (seen?: SeenFiles) => storeChanges(source, join(folder, 'index'), (seen ?? (await look())).changes),
    write: (changes) => {
      for (const { path, bytes } of changes) {
        const before = source.files.get(path)
        const mode = bytes && (before?.mode.startsWith('100') ? before.mode : '100644')
        const id = bytes ? blobId(bytes) : ''
        written.set(path, { path, mode, id, ...(bytes && !known.has(id) ? { content: bytes } : {}) })
      }
    },
    restore: async (tree) => {
      const changes = await readTree(source, tree)
      written.clear()
      for (const change of changes) written.set(change.path, change)
    },
    remove: () => removeFolder(folder),
  }
}

/** What is left of what was written, by the rules for what an agent leaves in a folder. */
function judged(written: Iterable<FoundChange>, { files }: FilesOfCommit): FoundChange[] {
  const changes = createChangeList(WIDE_LIMITS)
  for (const change of written) {
    const before = files.get(change.path)
    if (change.mode === null && (!before || before.shown === 'nothing')) continue
    if (change.mode !== null) refuseBadPath(change.path, before)
    if (change.content && change.content.length > WIDE_LIMITS.fileBytesMax) throw fileTooLarge(change.path, WIDE_LIMITS)
    if (before?.id !== change.id || before.mode !== change.mode) changes.add(change)
  }
  return changes.sorted()
}

/** How a tree that was written before differs from the commit. */
async function readTree({ git, mirror: { gitDir }, commit, files, signal }: FilesOfCommit, tree: string): Promise<FoundChange[]> {
  if (!(await readSizes(git, gitDir, [tree], signal)).has(tree)) throw workLost()
  const found = await compareTrees(git, gitDir, commit, tree, signal)
  const known = idsOfFiles(files)
  const changes = found.map(({ path, newMode, newId }): FoundChange => {
    return newMode === '000000' ? { path, mode: null, id: '' } : { path, mode: newMode, id: newId }
  })
  const fresh = changes.filter(({ id }) => id !== '' && !known.has(id))
  const ids = fresh.map(({ id }) => id)
  await readBlobs(git, gitDir, ids, signal, (content, place) => void (fresh[place]!.content = Buffer.from(content)))
  return changes
}
