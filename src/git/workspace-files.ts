import { Fault } from '../lib/fault.ts'
import { EDITABLE_BYTES_MAX, isEditableKind } from './file-kinds.ts'
import type { Git } from './git.ts'
import { listTree } from './list-tree.ts'
import type { Mirror } from './mirror.ts'
import { canBeShown } from './tree-path.ts'

/** Of all files that are shown in full; what is not does not count. */
const SHOWN_BYTES_MAX = 500 * 1024 * 1024

/** A file of the commit, and what an agent gets of it. */
export interface WorkspaceFile {
  mode: string
  id: string
  /** `content`: the file itself. `placeholder`: see `placeholder.ts`. `nothing`: links, submodules and names that are no text. */
  shown: 'content' | 'placeholder' | 'nothing'
}

/** Lists the files of a commit, after all of them were judged, and fetches those that agents edit. */
export async function listWorkspaceFiles(
  git: Git,
  mirror: Mirror,
  commit: string,
  signal: AbortSignal,
): Promise<Map<string, WorkspaceFile>> {
  const entries = await listTree(git, mirror.gitDir, commit, signal)
  const shown = new Set(entries.filter(({ mode, path, isText }) => mode.startsWith('100') && isText && canBeShown(path)))
  const editable = [...shown].filter(({ path }) => isEditableKind(path))
  const sizes = await mirror.needBlobs(
    editable.map(({ id }) => id),
    signal,
  )
  const small = new Set(editable.filter(({ id }) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= EDITABLE_BYTES_MAX))
  const total = [...small].reduce((sum, { id }) => sum + sizes.get(id)!, 0)
  if (total > SHOWN_BYTES_MAX)
    throw new Fault({
      code: 'repository_too_large',
      message: `The text files of the repository are larger than ${SHOWN_BYTES_MAX / 1024 / 1024} MB together.`,
      hint: 'Keep the documentation in a repository of its own.',
    })
  const howShown = (entry: (typeof entries)[number]) =>
    small.has(entry) ? 'content' : shown.has(entry) ? 'placeholder' : 'nothing'
  return new Map(entries.map((entry) => [entry.path, { mode: entry.mode, id: entry.id, shown: howShown(entry) }]))
}

/** The modes that git gives to symbolic links and to submodules. */
const LINK_MODES: ReadonlySet<string> = new Set(['120000', '160000'])

export function linksAmong(files: ReadonlyMap<string, WorkspaceFile>): ReadonlySet<string> {
  return new Set([...files].filter(([, { mode }]) => LINK_MODES.has(mode)).map(([path]) => path))
}
