import type { Git } from './git.ts'
import { listTree } from './list-tree.ts'

/** The modes that git gives to symbolic links and to submodules. */
const LINK_MODES: ReadonlySet<string> = new Set(['120000', '160000'])

/** Paths of a commit that lead elsewhere. A workspace does not have them, and a file that is written there would take their place. */
export async function listLinks(git: Git, gitDir: string, commit: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const entries = await listTree(git, gitDir, commit, signal)
  return new Set(entries.filter(({ mode }) => LINK_MODES.has(mode)).map(({ path }) => path))
}
