import type { Fault } from '../lib/fault.ts'
import type { ChangeLimits } from './change-limits.ts'
import { changeTooLarge, pathFault, tooManyFiles } from './policy-fault.ts'
import { newPathDanger } from './tree-path.ts'
import type { WorkspaceFile } from './workspace-files.ts'

/** A path whose file differs from the commit. */
export interface FoundChange {
  path: string
  /** Null for a removed file. */
  mode: string | null
  /** Of the content; empty for a removed file. */
  id: string
  /** Left out where the repository has it. */
  content?: Buffer
}

/** Takes changes in, and throws a `Fault` with the first one too many. */
export interface ChangeList {
  add(change: FoundChange): void
  /** By path. */
  sorted(): FoundChange[]
}

export function createChangeList(limits: ChangeLimits): ChangeList {
  const changes: FoundChange[] = []
  let bytes = 0
  return {
    add: (change) => {
      changes.push(change)
      bytes += change.content?.length ?? 0
      if (changes.length > limits.filesMax) throw tooManyFiles(limits)
      if (bytes > limits.bytesMax) throw changeTooLarge(limits)
    },
    sorted: () => changes.sort((one, other) => (one.path < other.path ? -1 : 1)),
  }
}

/** The ids of the commit's files. Only files: the id of a submodule is a commit of another repository. */
export function idsOfFiles(files: ReadonlyMap<string, WorkspaceFile>): Set<string> {
  return new Set([...files.values()].filter(({ mode }) => mode.startsWith('100')).map(({ id }) => id))
}

/** Throws a `Fault` on the path of a new file that must not be in a repository. */
export function refuseBadPath(path: string, before: WorkspaceFile | undefined): void {
  if (before && before.shown !== 'nothing') return
  const danger = newPathDanger(path)
  if (danger) throw badPath(path, danger)
}

export function badPath(path: string, danger: string): Fault {
  return pathFault('policy_path', path, `is a path that ${danger}`, 'Ask for another file name.')
}
