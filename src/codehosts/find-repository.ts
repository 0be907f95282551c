import type { Git } from '../git/git.ts'
import { isSafeBranch } from '../git/refs.ts'
import type { CodeHostName } from '../lib/code-host-names.ts'
import { Problem } from '../lib/problem.ts'
import type { CodeHosts } from './code-hosts.ts'
import { detectCodeHost } from './detect-code-host.ts'
import { findLocalRepository } from './local-repository.ts'

export interface NamedRepository {
  /** As a person pasted it. */
  repository: string
  ref?: string | undefined
  codeHost?: CodeHostName | undefined
  /** A project's own token for a hosted code host, in the place of the installation's. */
  token?: string | null | undefined
}

export interface FoundRepository {
  codeHost: CodeHostName
  repository: string
  ref: string
}

/** Finds out where the repository is, and that Docwright can work on it: better now than in the first job. */
export async function findRepository(
  { git, codeHosts }: { git: Git; codeHosts: CodeHosts },
  named: NamedRepository,
): Promise<FoundRepository> {
  const { codeHost, repository } = detectCodeHost(named.repository, {
    codeHost: named.codeHost ?? null,
    isLoopbackHttpAllowed: named.codeHost !== undefined && codeHosts.hasAddress(named.codeHost),
  })
  if (codeHost === 'builtin') return { codeHost, ...(await findLocalRepository(git, repository, named.ref ?? null)) }
  const ref = named.ref ?? 'main'
  if (!isSafeBranch(ref)) throw new Problem(400, 'ref_invalid', `"${ref}" is not a branch name that Docwright takes.`)
  const fault = await codeHosts.get(codeHost, named.token ?? null).check(repository, ref)
  if (fault) throw fault
  return { codeHost, repository, ref }
}
