import { Fault } from '../lib/fault.ts'
import type { Git } from './git.ts'
import { pathDanger, showPath } from './tree-path.ts'

/** Far above the largest documentation repositories. A tree of a few kilobytes can name billions. */
const FILES_MAX = 50_000

export interface TreeEntry {
  /** As git has it: `100644`, `100755`, `120000` (symbolic link) or `160000` (submodule). */
  mode: string
  id: string
  path: string
  /** Names are bytes to git; one that is no UTF-8 is kept in the repository but cannot be shown to an agent. */
  isText: boolean
}

/**
 * Everything in a tree, judged before anything is written. git is stopped at the first entry too many or too dangerous, so
 * the answer comes quickly whatever the tree says.
 */
export async function listTree(git: Git, gitDir: string, commit: string, signal: AbortSignal): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = []
  let rest: Buffer = Buffer.alloc(0)
  await git.read(['ls-tree', '-r', '-z', '--full-tree', commit], { gitDir, signal }, (piece) => {
    rest = Buffer.concat([rest, piece])
    let start = 0
    for (let end = rest.indexOf(0, start); end >= 0; end = rest.indexOf(0, start)) {
      if (entries.length >= FILES_MAX) throw tooManyFiles()
      entries.push(judged(rest.subarray(start, end)))
      start = end + 1
    }
    rest = rest.subarray(start)
    if (rest.length > LINE_BYTES_MAX)
      throw unsafe(rest.toString('utf8', 0, LINE_BYTES_MAX), 'is longer than any file system takes')
  })
  return entries
}

/** More than any entry with a path that is not refused anyway. */
const LINE_BYTES_MAX = 64 * 1024

function judged(line: Buffer): TreeEntry {
  const tab = line.indexOf(0x09)
  const [mode, , id] = line.toString('latin1', 0, tab).split(' ') as [string, string, string]
  const bytes = line.subarray(tab + 1)
  const path = bytes.toString('utf8')
  const danger = pathDanger(path)
  if (danger) throw unsafe(path, danger)
  return { mode, id, path, isText: Buffer.from(path, 'utf8').equals(bytes) }
}

function tooManyFiles(): Fault {
  return new Fault({
    code: 'repository_too_large',
    message: `The repository has more than ${FILES_MAX.toLocaleString('en')} files.`,
    hint: 'Keep the documentation in a repository of its own.',
  })
}

function unsafe(path: string, danger: string): Fault {
  return new Fault({
    code: 'repository_unsafe',
    message: `The repository holds a path that ${danger}: ${showPath(path)}`,
    hint: 'Remove that path from the branch. Docwright does not open repositories that could harm the machine of a reader.',
  })
}
