import type { Git } from './git.ts'

/** The modes that git gives to symbolic links and to submodules. */
const LINK_MODE = /^1[26]0000 /u

/** Paths of a commit that lead elsewhere. In a workspace they are plain files or missing, and what is written there changes where they lead. */
export async function listLinks(git: Git, gitDir: string, commit: string): Promise<ReadonlySet<string>> {
  const entries = (await git.text(['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit], { gitDir })).split('\0')
  return new Set(entries.filter((entry) => LINK_MODE.test(entry)).map((entry) => entry.slice(entry.indexOf('\t') + 1)))
}
