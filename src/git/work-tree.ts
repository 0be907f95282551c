import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Git } from './git.ts'

/**
 * Settings of a repository that keep Docwright away from its work tree. Filters and drivers are programs that git would start while it
 * writes files; `core.worktree` and extensions can say that the files lie somewhere else; and whoever has set `receive.denyCurrentBranch`
 * has decided already.
 */
const KEEPS_AWAY = /^(?:filter\.|diff\..*\.|core\.worktree$|extensions\.|receive\.denycurrentbranch$)/

/**
 * Whether a push may bring the work tree of a local clone along when it moves the branch that is checked out there. git itself then refuses
 * a work tree with changes that aren't committed.
 */
export async function mayUpdateWorkTree(git: Git, repository: string): Promise<boolean> {
  const gitDir = join(fileURLToPath(repository), '.git')
  // A file there leads to a repository elsewhere, whose settings are more than these.
  if (!statSync(gitDir, { throwIfNoEntry: false })?.isDirectory()) return false
  const names = await git.text(['config', '--local', '--includes', '--list', '--name-only'], { gitDir })
  return !names.split('\n').some((name) => KEEPS_AWAY.test(name))
}
