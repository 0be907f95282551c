import { compareTrees, fileIds } from './compare-trees.ts'
import { isEditableKind } from './file-kinds.ts'
import type { Git } from './git.ts'
import type { Mirror } from './mirror.ts'

/** Fetches the files that a diff shows and the mirror lacks, because it was made anew or another node did the work. Images are not shown. */
export async function needChangedFiles(git: Git, mirror: Mirror, base: string, head: string, signal: AbortSignal): Promise<void> {
  const changes = await compareTrees(git, mirror.gitDir, base, head, signal)
  await mirror.needBlobs(fileIds(changes.filter(({ path }) => isEditableKind(path))), signal)
}
