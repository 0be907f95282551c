import { writeBlobs } from './blobs.ts'
import type { FoundChange } from './found-changes.ts'
import type { GitOptions } from './git.ts'
import type { FilesOfCommit } from './seen-files.ts'

/** Puts the changes on top of the commit's own tree. What is not among them stays as it is there, whether it is here or not. */
export async function storeChanges(
  { git, mirror: { gitDir }, commit, signal }: FilesOfCommit,
  indexFile: string,
  changes: readonly FoundChange[],
): Promise<string> {
  const options: GitOptions = { gitDir, indexFile, signal }
  const written = changes.filter((change) => change.content !== undefined)
  const contents = written.map((change) => change.content!)
  const stored = await writeBlobs(git, gitDir, contents, signal)
  const ids = new Map(written.map((change, place) => [change.path, stored[place]!]))
  await git.text(['read-tree', '--end-of-options', commit], options)
  const lines = changes.map(({ path, mode, id }) =>
    mode === null ? `0 ${'0'.repeat(commit.length)}\t${path}` : `${mode} ${ids.get(path) ?? id}\t${path}`,
  )
  // Removed ones first: a file may have made way for a folder of the same name.
  const input = lines.sort((one, other) => Number(other.startsWith('0 ')) - Number(one.startsWith('0 ')))
  if (input.length > 0)
    await git.text(['update-index', '-z', '--index-info'], { ...options, input: input.map((line) => `${line}\0`).join('') })
  // The tree names files that were never fetched; the repository has them.
  return git.text(['write-tree', '--missing-ok'], options)
}
