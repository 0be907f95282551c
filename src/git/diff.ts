import { readSizes } from './blobs.ts'
import { compareTrees, fileIds } from './compare-trees.ts'
import type { Git } from './git.ts'
import { showPath } from './tree-path.ts'

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
  const unread = await listUnread(git, gitDir, base, head)
  const words = ['diff', ...DIFF_FLAGS, '--end-of-options', base, head, ...without(unread)]
  const text = await git.text(words, { gitDir, outputBytesMax: DIFF_BYTES_MAX })
  const rest = unread.map((path) => {
    const shown = showPath(path)
    return `diff --git a/${shown} b/${shown}\nBinary files a/${shown} and b/${shown} differ`
  })
  return [...(text === '' ? [] : [text]), ...rest].join('\n')
}

export async function readDiffTotals(git: Git, gitDir: string, base: string, head: string): Promise<DiffTotals> {
  const unread = await listUnread(git, gitDir, base, head)
  const words = ['diff', '--numstat', ...DIFF_FLAGS, '--end-of-options', base, head, ...without(unread)]
  const lines = (await git.text(words, { gitDir })).split('\n').filter(Boolean)
  // A binary file has "-" for both counts.
  const counts = lines.map((line) =>
    line
      .split('\t')
      .slice(0, 2)
      .map((count) => Number(count) || 0),
  )
  return {
    files: lines.length + unread.length,
    additions: counts.reduce((sum, [additions]) => sum + additions!, 0),
    deletions: counts.reduce((sum, [, deletions]) => sum + deletions!, 0),
  }
}

/** Paths whose content the mirror never fetched, such as a moved or deleted image. git would stop at the first of them. */
async function listUnread(git: Git, gitDir: string, base: string, head: string): Promise<string[]> {
  const changes = await compareTrees(git, gitDir, base, head)
  const found = await readSizes(git, gitDir, fileIds(changes))
  return changes.filter((change) => fileIds([change]).some((id) => !found.has(id))).map(({ path }) => path)
}

function without(paths: string[]): string[] {
  return paths.length === 0 ? [] : ['--', ...paths.map((path) => `:(exclude,literal,top)${path}`)]
}
