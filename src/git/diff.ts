import { readSizes } from './blobs.ts'
import { compareTrees, fileIds } from './compare-trees.ts'
import { isEditableKind } from './file-kinds.ts'
import type { Git } from './git.ts'
import type { Mirror } from './mirror.ts'
import { showPath } from './tree-path.ts'

export interface DiffTotals {
  files: number
  additions: number
  deletions: number
}

const DIFF_FLAGS = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '--src-prefix=a/', '--dst-prefix=b/']

/** A page with a larger diff is of no use to a reader. */
const DIFF_BYTES_MAX = 4 * 1024 * 1024

/** Somebody waits for the page. */
const FETCH_MS_MAX = 60_000

/** What the head changed since it left the base, as a unified diff. */
export async function readDiff(git: Git, mirror: Mirror, base: string, head: string): Promise<string> {
  const unread = await listUnread(git, mirror, base, head)
  const words = ['diff', ...DIFF_FLAGS, '--end-of-options', base, head, ...without(unread)]
  const text = await git.text(words, { gitDir: mirror.gitDir, outputBytesMax: DIFF_BYTES_MAX })
  const rest = unread.map((path) => {
    const shown = showPath(path)
    return `diff --git a/${shown} b/${shown}\nBinary files a/${shown} and b/${shown} differ`
  })
  return [...(text === '' ? [] : [text]), ...rest].join('\n')
}

export async function readDiffTotals(git: Git, mirror: Mirror, base: string, head: string): Promise<DiffTotals> {
  const unread = await listUnread(git, mirror, base, head)
  const words = ['diff', '--numstat', ...DIFF_FLAGS, '--end-of-options', base, head, ...without(unread)]
  const lines = (await git.text(words, { gitDir: mirror.gitDir })).split('\n').filter(Boolean)
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

/**
 * Paths whose content stays in the repository, such as a moved or deleted image: git would stop at the first of them. Pages are
 * fetched, in case the mirror was made anew since the job ran, or the job ran on another node.
 */
async function listUnread(git: Git, mirror: Mirror, base: string, head: string): Promise<string[]> {
  const changes = await compareTrees(git, mirror.gitDir, base, head)
  const pages = changes.filter(({ path }) => isEditableKind(path))
  await mirror.needBlobs(fileIds(pages), AbortSignal.timeout(FETCH_MS_MAX))
  const found = await readSizes(git, mirror.gitDir, fileIds(changes))
  return changes.filter((change) => fileIds([change]).some((id) => !found.has(id))).map(({ path }) => path)
}

function without(paths: string[]): string[] {
  return paths.length === 0 ? [] : ['--', ...paths.map((path) => `:(exclude,literal,top)${path}`)]
}
