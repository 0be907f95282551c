import { readBlobs } from './blobs.ts'
import type { FoundChange } from './found-changes.ts'
import type { Git } from './git.ts'
import type { Mirror } from './mirror.ts'
import { isDamage } from './mirror-damage.ts'
import type { WorkspaceFile } from './workspace-files.ts'

/** The files of a workspace at one moment, as ids: who knows what a file with that id says need not read it. */
export interface SeenFiles {
  /** Of all files that an agent is shown, by path. */
  readonly ids: ReadonlyMap<string, string>
  /** Hands over contents, in any order, except for those that are only stood for. */
  read(paths: readonly string[], take: (path: string, content: Buffer) => void): Promise<void>
  /** What differs from the commit. */
  readonly changes: readonly FoundChange[]
}

/** Of which workspace: its commit, and the files of that. */
export interface FilesOfCommit {
  git: Git
  mirror: Mirror
  commit: string
  files: ReadonlyMap<string, WorkspaceFile>
  signal: AbortSignal
}

export function seenFiles(source: FilesOfCommit, changes: readonly FoundChange[]): SeenFiles {
  const shown = [...source.files].filter(([, file]) => file.shown !== 'nothing')
  const ids = new Map(shown.map(([path, { id }]) => [path, id]))
  for (const { path, mode, id } of changes) {
    if (mode === null) ids.delete(path)
    else ids.set(path, id)
  }
  const written = new Map(changes.flatMap(({ id, content }) => (content ? [[id, content]] : [])))
  const stored = new Set(shown.filter(([, file]) => file.shown === 'content').map(([, { id }]) => id))
  return {
    ids,
    changes,
    read: async (paths, take) => {
      const wanted: { path: string; id: string }[] = []
      for (const path of paths) {
        const id = ids.get(path) ?? ''
        const content = written.get(id)
        if (content) take(path, content)
        else if (stored.has(id)) wanted.push({ path, id })
      }
      await readStored(
        source,
        wanted.map(({ id }) => id),
        (content, place) => take(wanted[place]!.path, content),
      )
    },
  }
}

/** A power cut or a full disk can leave a file that git cannot read. The repository has it whole. */
async function readStored(
  { git, mirror, commit, signal }: FilesOfCommit,
  ids: string[],
  take: (content: Buffer, place: number) => void,
): Promise<void> {
  try {
    await readBlobs(git, mirror.gitDir, ids, signal, take)
  } catch (error) {
    if (!isDamage(error)) throw error
    await mirror.rebuild()
    await mirror.needCommit(commit, signal)
    await mirror.needBlobs(ids, signal)
    await readBlobs(git, mirror.gitDir, ids, signal, take)
  }
}
