import { type Git, GitError } from './git.ts'

/** The tree of a merge that went well, or the paths that both sides changed in different ways. */
export type MergedTree = { tree: string } | { conflicts: string[] } | 'unrelated'

/**
 * Merges two commits without any working copy, the way `git merge` would (needs git 2.38).
 *
 * Only the exit status tells whether it went well: some conflicts, such as those about renamed folders, name no path.
 */
export async function mergeTrees(git: Git, gitDir: string, ours: string, theirs: string): Promise<MergedTree> {
  const words = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', '--end-of-options', ours, theirs]
  try {
    return { tree: toFields(await git.bytes(words, { gitDir }))[0]! }
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    if (/unrelated histories/.test(error.stderr)) return 'unrelated'
    if (error.exitCode !== 1) throw error
    return { conflicts: toFields(error.output).slice(1) }
  }
}

function toFields(output: Buffer): string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '')
}
