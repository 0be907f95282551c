import { Fault } from '../lib/fault.ts'
import { readBlobs } from './blobs.ts'
import { CHANGE_LIMITS, type ChangeLimits } from './change-limits.ts'
import type { ComparedTrees, TreeChange } from './compare-trees.ts'
import type { Git } from './git.ts'
import { changeTooLarge, fileTooLarge, pathFault, tooManyFiles } from './policy-fault.ts'
import { type ProtectedGroup, protectionOf } from './protected-paths.ts'
import { findSecret } from './secrets.ts'
import { newPathDanger } from './tree-path.ts'

/** What an agent's change may be. */
export interface DiffPolicy {
  limits: ChangeLimits
  /** Groups of files that must stay as they are. */
  protects: ReadonlySet<ProtectedGroup>
  /** Texts that must never be published, such as secrets that the service itself works with. */
  canaries: readonly string[]
}

export const DEFAULT_POLICY: DiffPolicy = { limits: CHANGE_LIMITS, protects: new Set(['git', 'ci']), canaries: [] }

export interface PolicyReport {
  files: number
  bytes: number
}

const NO_FILE = '000000'
const LINK = '120000'
const SUBMODULE = '160000'
const EXECUTABLE = '100755'

/**
 * Judges what would be published, and throws a `Fault` that names rule and path. It compares trees, not texts, and asks the
 * agent's folder nothing: whatever led to the tree, this is the last look before the push.
 */
export async function checkDiffPolicy(
  git: Git,
  gitDir: string,
  compared: ComparedTrees,
  policy: DiffPolicy,
  signal: AbortSignal,
): Promise<PolicyReport> {
  const { changes } = compared
  if (changes.length > policy.limits.filesMax) throw tooManyFiles(policy.limits)
  for (const change of changes) checkKind(change, policy)
  const bytes = checkSizes(compared, policy.limits)
  await checkSecrets(git, gitDir, compared, policy.canaries, signal)
  return { files: changes.length, bytes }
}

function checkKind({ path, oldMode, newMode }: TreeChange, { protects }: DiffPolicy): void {
  if (oldMode === LINK || newMode === LINK)
    throw pathFault('policy_symlink', path, 'is a symbolic link', 'Change symbolic links by hand.')
  if (oldMode === SUBMODULE || newMode === SUBMODULE)
    throw pathFault('policy_submodule', path, 'is a submodule', 'Change submodules by hand.')
  if (newMode === EXECUTABLE && oldMode !== EXECUTABLE)
    throw pathFault('policy_executable', path, 'would become a program', 'Let the agent leave the permissions of files alone.')
  const danger = oldMode === NO_FILE ? newPathDanger(path) : null
  if (danger) throw pathFault('policy_path', path, `is a path that ${danger}`, 'Ask for another file name.')
  const protection = protectionOf(path, protects)
  if (protection)
    throw pathFault(CODES[protection.group], path, protection.problem, 'Change this file by hand, or allow it for the project.')
}

const CODES: Record<ProtectedGroup, string> = {
  git: 'policy_git_file',
  ci: 'policy_ci_file',
  lock: 'policy_lock_file',
  licence: 'policy_licence',
}

/** Content that was there before counts for nothing: a moved file is as large as it was, and may not even be here. */
function checkSizes({ changes, sizes }: ComparedTrees, limits: ChangeLimits): number {
  const known = new Set(changes.map(({ oldId }) => oldId))
  let bytes = 0
  for (const { path, newId } of changes) {
    const size = known.has(newId) ? 0 : (sizes.get(newId) ?? 0)
    if (size > limits.fileBytesMax) throw fileTooLarge(path, limits)
    bytes += size
  }
  if (bytes > limits.bytesMax) throw changeTooLarge(limits)
  return bytes
}

/** Looks through the lines that are in no old file of the change, so that an edit beside a sample key is not held up. */
async function checkSecrets(
  git: Git,
  gitDir: string,
  { changes, sizes }: ComparedTrees,
  canaries: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const isReadable = (id: string) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= SCANNED_BYTES_MAX
  const old = new Set(changes.map(({ oldId }) => oldId).filter(isReadable))
  const added = changes.filter(({ newId }) => isReadable(newId) && !old.has(newId))

  const known = new Set<string>()
  const ids = [...old, ...added.map(({ newId }) => newId)]
  await readBlobs(git, gitDir, ids, signal, (content, place) => {
    const lines = linesOf(content)
    if (place < old.size) {
      for (const line of lines) known.add(line)
      return
    }
    const secret = findSecret(
      lines.filter((line) => !known.has(line)),
      canaries,
    )
    const { path } = added[place - old.size]!
    if (secret)
      throw pathFault('policy_secret', path, `would hold what looks like ${secret}`, 'Ask for the change without the secret.')
  })
}

/** The words of an agent are published, too: in the commit and in the pull request. */
export function checkWords(words: string, { canaries }: DiffPolicy): void {
  const secret = findSecret(words.split('\n'), canaries)
  if (secret)
    throw new Fault({
      code: 'policy_secret',
      message: `The agent's change was not published: its title or summary would hold what looks like ${secret}.`,
      hint: 'Ask for the change without the secret.',
    })
}

/** The old side may be any file of the repository; nobody types a secret into a larger one. */
const SCANNED_BYTES_MAX = 8 * 1024 * 1024

function linesOf(content: Buffer): string[] {
  return content.toString('utf8').split(/\r?\n|\r/)
}
