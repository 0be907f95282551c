import type { Git } from './git.ts'

export interface DiffTotals {
  files: number
  additions: number
  deletions: number
}

const DIFF_FLAGS = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '--src-prefix=a/', '--dst-prefix=b/']

/** A page with a larger diff is of no use to a reader. */
const DIFF_BYTES_MAX = 4 * 1024 * 1024

/** What the head changed since it left the base, as a unified diff. */
export async function readDiff(git: Git, gitDir: string, base: string, head: string): Promise<string> {
  return git.text(['diff', ...DIFF_FLAGS, '--end-of-options', base, head], { gitDir, outputBytesMax: DIFF_BYTES_MAX })
}

export async function readDiffTotals(git: Git, gitDir: string, base: string, head: string): Promise<DiffTotals> {
  const lines = (await git.text(['diff', '--numstat', ...DIFF_FLAGS, '--end-of-options', base, head], { gitDir }))
    .split('\n')
    .filter(Boolean)
  // A binary file has "-" for both counts.
  const counts = lines.map((line) =>
    line
      .split('\t')
      .slice(0, 2)
      .map((count) => Number(count) || 0),
  )
  return {
    files: lines.length,
    additions: counts.reduce((sum, [additions]) => sum + additions!, 0),
    deletions: counts.reduce((sum, [, deletions]) => sum + deletions!, 0),
  }
}
