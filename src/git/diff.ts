import { type ComparedTrees, type TreeChange, compareFiles, fileIds } from './compare-trees.ts'
import type { Git } from './git.ts'
import { showPath } from './tree-path.ts'

export const FILE_CHANGES = ['added', 'deleted', 'modified', 'renamed', 'retyped'] as const
export type FileChange = (typeof FILE_CHANGES)[number]

export interface ChangedFile {
  path: string
  /** Where a renamed file was before. */
  previousPath: string | null
  /** `retyped`: a file became a symbolic link, or the other way round. */
  change: FileChange
  /** As git writes them (`100644`); null where there is no file. */
  modeBefore: string | null
  modeAfter: string | null
  /** Lines; null for a binary file. */
  additions: number | null
  deletions: number | null
}

export interface DiffTotals {
  files: number
  additions: number
  deletions: number
}

export interface Patch {
  /** A unified diff, files in the order of `readChangedFiles`. */
  text: string
  /** True when it was longer than the limit: the end is missing. */
  isCut: boolean
}

const DIFF_FLAGS = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '--src-prefix=a/', '--dst-prefix=b/']

/** More is of no use to a reader, and would keep the process from its other work for too long. */
const PATCH_BYTES_MAX = 2 * 1024 * 1024

/** The first letter of git's status. Copies are not looked for, so they do not occur. */
const CHANGES: Record<string, FileChange> = { A: 'added', D: 'deleted', M: 'modified', R: 'renamed', T: 'retyped' }

const NO_MODE = '000000'

/** git takes larger files for binary ones. Ours is small for the sake of memory; what is shown to people may be longer. */
const DIFF_SETTINGS = ['core.bigFileThreshold=64m']

/** What the head changed since it left the base, as far as it fits. */
export async function readPatch(git: Git, gitDir: string, base: string, head: string): Promise<Patch> {
  const unread = listUnread(await compareFiles(git, gitDir, base, head))
  const bytes = await git.bytes(['diff', ...DIFF_FLAGS, '--end-of-options', base, head, ...without(unread)], {
    gitDir,
    settings: DIFF_SETTINGS,
    outputBytesMax: PATCH_BYTES_MAX,
    cutsOutput: true,
  })
  const isCut = bytes.length >= PATCH_BYTES_MAX
  // The last line may be half a line, or end with half a character.
  const text = (isCut ? bytes.subarray(0, bytes.lastIndexOf('\n')) : bytes).toString('utf8')
  return { text: isCut ? text : text + unread.map(describeUnread).join(''), isCut }
}

function describeUnread({ path }: TreeChange): string {
  const shown = showPath(path)
  return `diff --git a/${shown} b/${shown}\nBinary files a/${shown} and b/${shown} differ\n`
}

/**
 * All changed files. Apart from the patch, because names are exact here (git quotes them there) and because none is left out.
 *
 * @param compared The two, where the caller has compared them already.
 */
export async function readChangedFiles(
  git: Git,
  gitDir: string,
  base: string,
  head: string,
  compared?: ComparedTrees,
): Promise<ChangedFile[]> {
  const unread = listUnread(compared ?? (await compareFiles(git, gitDir, base, head)))
  const words = ['diff', '--raw', '--numstat', '-z', ...DIFF_FLAGS, '--end-of-options', base, head, ...without(unread)]
  const fields = (await git.text(words, { gitDir, settings: DIFF_SETTINGS })).split('\0')
  const files: ChangedFile[] = []
  let at = 0
  // First a record for the state of each file, then one for its lines, in the same order.
  while (fields[at]?.startsWith(':')) {
    const [modeBefore = '', modeAfter = '', , , status = ''] = fields[at]!.slice(1).split(' ')
    const isRenamed = status.startsWith('R')
    files.push({
      path: fields[at + (isRenamed ? 2 : 1)] ?? '',
      previousPath: isRenamed ? (fields[at + 1] ?? null) : null,
      change: CHANGES[status.slice(0, 1)] ?? 'modified',
      modeBefore: modeBefore === NO_MODE ? null : modeBefore,
      modeAfter: modeAfter === NO_MODE ? null : modeAfter,
      additions: null,
      deletions: null,
    })
    at += isRenamed ? 3 : 2
  }
  for (const file of files) {
    const [additions = '-', deletions = '-'] = (fields[at] ?? '').split('\t')
    // A binary file has "-" for both counts.
    file.additions = additions === '-' ? null : Number(additions)
    file.deletions = deletions === '-' ? null : Number(deletions)
    at += file.previousPath === null ? 1 : 3
  }
  return [...files, ...unread.map(toChangedFile)]
}

/** A file that was never read is an image or the like: it has no lines that count. */
function toChangedFile({ path, oldMode, newMode }: TreeChange): ChangedFile {
  const modeBefore = oldMode === NO_MODE ? null : oldMode
  const modeAfter = newMode === NO_MODE ? null : newMode
  const change = modeBefore === null ? 'added' : modeAfter === null ? 'deleted' : 'modified'
  return { path, previousPath: null, change, modeBefore, modeAfter, additions: null, deletions: null }
}

/** Changes whose content the mirror never fetched, such as a moved or deleted image. git would stop at the first of them. */
function listUnread({ changes, sizes }: ComparedTrees): TreeChange[] {
  return changes.filter((change) => fileIds([change]).some((id) => !sizes.has(id)))
}

function without(changes: TreeChange[]): string[] {
  return changes.length === 0 ? [] : ['--', ...changes.map(({ path }) => `:(exclude,literal,top)${path}`)]
}

export function sumUp(files: readonly ChangedFile[]): DiffTotals {
  return {
    files: files.length,
    additions: files.reduce((sum, file) => sum + (file.additions ?? 0), 0),
    deletions: files.reduce((sum, file) => sum + (file.deletions ?? 0), 0),
  }
}

export const FILE_STATUSES = ['added', 'modified', 'deleted', 'renamed'] as const

export interface BoundedDiff {
  /** Both counts are 0 for a binary file. */
  files: { path: string; status: (typeof FILE_STATUSES)[number]; additions: number; deletions: number }[]
  diff: string
  /** True when some of the files, or some of the diff, is left out. */
  isTruncated: boolean
}

/** As many as GitHub lists for one pull request. */
const FILES_MAX = 3_000

/** The same for a client: file by file and as a unified diff, as far as it is not too large. */
export async function readBoundedDiff(git: Git, gitDir: string, base: string, head: string): Promise<BoundedDiff> {
  const [files, patch] = await Promise.all([readChangedFiles(git, gitDir, base, head), readPatch(git, gitDir, base, head)])
  return {
    files: files.slice(0, FILES_MAX).map(({ path, change, additions, deletions }) => ({
      path,
      status: change === 'retyped' ? 'modified' : change,
      additions: additions ?? 0,
      deletions: deletions ?? 0,
    })),
    diff: patch.isCut ? cutDiff(patch.text) : patch.text,
    isTruncated: patch.isCut || files.length > FILES_MAX,
  }
}

/** Ends with a whole file, so that what is left can be applied; within the first file, with a whole line. */
function cutDiff(diff: string): string {
  const lastFile = diff.lastIndexOf('\ndiff --git ')
  return diff.slice(0, (lastFile > 0 ? lastFile : diff.lastIndexOf('\n')) + 1)
}
