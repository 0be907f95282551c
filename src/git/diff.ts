import type { Git } from './git.ts'

export interface DiffTotals {
  files: number
  additions: number
  deletions: number
}

const DIFF_FLAGS = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '--src-prefix=a/', '--dst-prefix=b/']

/** A page with a larger diff is of no use to a reader. */
const DIFF_BYTES_MAX = 4 * 1024 * 1024

/** As many as GitHub lists for one pull request. */
const FILES_MAX = 3_000

export const FILE_STATUSES = ['added', 'modified', 'deleted', 'renamed'] as const

export interface ChangedFile {
  /** Where the file is afterwards; where it was, if it is deleted. */
  path: string
  status: (typeof FILE_STATUSES)[number]
  /** Lines; both are 0 for a binary file. */
  additions: number
  deletions: number
}

export interface BoundedDiff {
  files: ChangedFile[]
  diff: string
  /** True when some of the files, or some of the diff, is left out. */
  isTruncated: boolean
}

/** By the letters of `git diff --name-status`. Whatever else git finds, such as a changed mode, is a modification. */
const STATUS_LETTERS: Record<string, ChangedFile['status']> = { A: 'added', D: 'deleted', R: 'renamed' }

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

/** What the head changed since it left the base, file by file and as a unified diff, as far as it is not too large. */
export async function readBoundedDiff(git: Git, gitDir: string, base: string, head: string): Promise<BoundedDiff> {
  const read = (...flags: string[]) =>
    git.bytes(['diff', ...DIFF_FLAGS, ...flags, '--end-of-options', base, head], {
      gitDir,
      // One byte more than is shown tells that there is more.
      ...(flags.length === 0 ? { outputBytesMax: DIFF_BYTES_MAX + 1, mayCutOutput: true } : {}),
    })
  const files = joinFiles(splitNul(await read('--name-status', '-z')), splitNul(await read('--numstat', '-z')))
  const bytes = await read()
  const isCut = bytes.length > DIFF_BYTES_MAX
  return {
    files: files.slice(0, FILES_MAX),
    diff: isCut ? cutDiff(bytes.toString('utf8')) : bytes.toString('utf8'),
    isTruncated: isCut || files.length > FILES_MAX,
  }
}

function splitNul(output: Buffer): string[] {
  return output.toString('utf8').split('\0').slice(0, -1)
}

/** Both lists have the files in the same order. A renamed one has two paths: the old one, and the new one after it. */
function joinFiles(statuses: string[], counts: string[]): ChangedFile[] {
  const files: ChangedFile[] = []
  for (let at = 0, counted = 0; at < statuses.length;) {
    const letter = statuses[at]!.charAt(0)
    const paths = letter === 'R' ? 2 : 1
    const [additions, deletions] = counts[counted]!.split('\t')
    // A binary file has "-" for both counts.
    files.push({
      path: statuses[at + paths]!,
      status: STATUS_LETTERS[letter] ?? 'modified',
      additions: Number(additions) || 0,
      deletions: Number(deletions) || 0,
    })
    at += 1 + paths
    counted += letter === 'R' ? 3 : 1
  }
  return files
}

/** Ends with a whole file, so that what is left can be applied; within the first file, with a whole line. */
function cutDiff(diff: string): string {
  const lastFile = diff.lastIndexOf('\ndiff --git ')
  return diff.slice(0, (lastFile > 0 ? lastFile : diff.lastIndexOf('\n')) + 1)
}
