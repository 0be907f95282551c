import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Git, GitError, localService } from '../git/git.ts'
import { isSafeBranch } from '../git/refs.ts'
import { Problem } from '../lib/problem.ts'

/** A scheme in front, or `user@host:path`. */
const REMOTE = /^(?:[a-z][a-z0-9+.-]*:|[^/\s]+@[^/\s]+:)/i

export interface LocalRepository {
  /** As a `file:` URL, with all links resolved. */
  repository: string
  ref: string
}

/** Finds the local git repository that a person named by path or `file:` URL, and its branch; the default is the checked-out one. */
export async function findLocalRepository(git: Git, named: string, ref: string | null): Promise<LocalRepository> {
  const path = toPath(named)
  const repository = pathToFileURL(path).href
  let listed: string
  try {
    listed = await git.text(['ls-remote', '--symref', `--upload-pack=${localService('upload-pack')}`, '--', repository], {
      protocol: 'file',
      timeoutMs: 30_000,
    })
  } catch (error) {
    if (error instanceof GitError)
      throw new Problem(400, 'repository_not_found', `${path} is not a git repository that can be read.`)
    throw error
  }
  const head = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(listed)?.[1]
  const branch = ref ?? head ?? 'main'
  if (!isSafeBranch(branch)) throw new Problem(400, 'ref_invalid', `"${branch}" is not a branch name that Docwright takes.`)
  if (!listed.includes(`\trefs/heads/${branch}\n`) && !listed.endsWith(`\trefs/heads/${branch}`))
    throw new Problem(400, 'ref_not_found', `${path} has no branch ${branch}.`)
  return { repository, ref: branch }
}

function toPath(named: string): string {
  try {
    if (named.startsWith('file:')) return realpathSync(fileURLToPath(named))
    if (REMOTE.test(named))
      throw new Problem(
        400,
        'code_host_unsupported',
        'The built-in code host works with local git repositories. Name one by its path or a file: address.',
      )
    return realpathSync(resolve(named))
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'repository_not_found', `There is nothing at ${named}.`)
  }
}
