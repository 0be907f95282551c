import { type ComparedTrees, compareFiles, fileIds } from './compare-trees.ts'
import { isEditableKind } from './file-kinds.ts'
import type { Git } from './git.ts'
import type { Mirror } from './mirror.ts'

/** Fetches the files that a diff shows and the mirror lacks, because it was made anew or another node did the work. Images are not shown. */
export async function needChangedFiles(
  git: Git,
  mirror: Mirror,
  base: string,
  head: string,
  signal: AbortSignal,
): Promise<ComparedTrees> {
  const { changes, sizes } = await compareFiles(git, mirror.gitDir, base, head, signal)
  const missing = fileIds(changes.filter(({ path }) => isEditableKind(path))).filter((id) => !sizes.has(id))
  if (missing.length === 0) return { changes, sizes }
  return { changes, sizes: new Map([...sizes, ...(await mirror.needBlobs(missing, signal))]) }
}
