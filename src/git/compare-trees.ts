import { readSizes } from './blobs.ts'
import type { Git } from './git.ts'

/** One path that two trees have differently. Modes and ids are git's; a side that lacks the path has mode `000000`. */
export interface TreeChange {
  path: string
  oldMode: string
  newMode: string
  oldId: string
  newId: string
}

/** Compares two trees by names and ids alone: no file is opened, so none has to be here. Renames are a removal and an addition. */
export async function compareTrees(
  git: Git,
  gitDir: string,
  before: string,
  after: string,
  signal?: AbortSignal,
): Promise<TreeChange[]> {
  const words = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--end-of-options', before, after]
  const fields = (await git.text(words, { gitDir, ...(signal ? { signal } : {}) })).split('\0')
  const changes: TreeChange[] = []
  for (let place = 0; place + 1 < fields.length; place += 2) {
    const [oldMode, newMode, oldId, newId] = fields[place]!.slice(1).split(' ') as [string, string, string, string]
    changes.push({ path: fields[place + 1]!, oldMode, newMode, oldId, newId })
  }
  return changes
}

/** Two trees side by side, for all who judge or show what is between them. */
export interface ComparedTrees {
  changes: readonly TreeChange[]
  /** Of the files on both sides, by id, as far as they are here. */
  sizes: ReadonlyMap<string, number>
}

export async function compareFiles(
  git: Git,
  gitDir: string,
  before: string,
  after: string,
  signal?: AbortSignal,
): Promise<ComparedTrees> {
  const changes = await compareTrees(git, gitDir, before, after, signal)
  return { changes, sizes: await readSizes(git, gitDir, fileIds(changes), signal) }
}

/** The ids of the files on both sides; a submodule's id is a commit of another repository. */
export function fileIds(changes: readonly TreeChange[]): string[] {
  const sides = changes.flatMap(({ oldMode, oldId, newMode, newId }) => [
    { mode: oldMode, id: oldId },
    { mode: newMode, id: newId },
  ])
  return sides.filter(({ mode }) => mode !== '000000' && mode !== '160000').map(({ id }) => id)
}
