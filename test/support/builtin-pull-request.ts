import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createBuiltinHost } from '../../src/codehosts/builtin.ts'
import type { PullRequestRequest } from '../../src/codehosts/code-host.ts'
import { createGit } from '../../src/git/git.ts'
import { createMirrors } from '../../src/git/mirror.ts'
import { createTurns } from '../../src/lib/turns.ts'
import { createProject } from '../../src/projects/create-project.ts'
import type { LocatedPullRequest } from '../../src/pull-requests/pull-request.ts'
import type { PullRequestDeps } from '../../src/pull-requests/pull-request-deps.ts'
import { findPullRequestBySecret } from '../../src/pull-requests/pull-request-store.ts'
import { type TestRepository, createRepository } from './repository.ts'
import type { TestStores } from './test-stores.ts'

/** A repository with a branch of changes, and the built-in code host on it. Bare ones have a working copy beside them. */
export interface BuiltinSite {
  deps: PullRequestDeps
  /** What another process has on the same database and repository. */
  otherDeps: PullRequestDeps
  /** The working copy. */
  work: TestRepository
  /** Runs git in the repository of the project. */
  git(...words: string[]): string
  projectId: string
  /** Commits changes on a branch, which starts from the base if it is new, and returns to the base. */
  change(branch: string, files: Record<string, string>, message?: string): string
  /** Opens the pull request of a branch as a job does. */
  open(branch: string, more?: Partial<PullRequestRequest>): Promise<LocatedPullRequest>
  remove(): void
}

export async function createBuiltinSite(
  stores: TestStores,
  files: Record<string, string>,
  kind: 'bare' | 'working-copy' = 'bare',
): Promise<BuiltinSite> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-builtin-'))
  const work = createRepository(files)
  const bare = join(folder, 'bare.git')
  if (kind === 'bare') execFileSync('git', ['clone', '--quiet', '--bare', work.path, bare])
  const path = kind === 'bare' ? bare : work.path
  const repository = pathToFileURL(path).href
  const { main } = stores.databases
  const { id: projectId } = await createProject(
    { database: main, ids: stores.ids },
    { name: 'Test', repository, ref: 'main', codeHost: 'builtin', agent: 'offline' },
    'test',
  )
  const git = createGit(process.env['PATH']!)
  const newDeps = (name: string): PullRequestDeps => ({
    database: main,
    ids: stores.ids,
    git,
    mirrors: createMirrors(git, join(folder, name)),
    turns: createTurns(),
  })
  const deps = newDeps('mirrors')
  const gitIn = (...words: string[]) =>
    execFileSync('git', words, { cwd: path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

  return {
    deps,
    otherDeps: newDeps('other-mirrors'),
    work,
    git: gitIn,
    projectId,
    change: (branch, changed, message = `Change ${branch}`) => {
      const here = work.git('rev-parse', '--abbrev-ref', 'HEAD')
      const isNew = work.git('branch', '--list', branch) === ''
      work.git('checkout', '--quiet', ...(isNew ? ['-b'] : []), branch)
      work.write(changed)
      const commit = work.commit(message)
      work.git('checkout', '--quiet', here)
      if (kind === 'bare') work.git('push', '--quiet', bare, branch)
      return commit
    },
    open: async (branch, more = {}) => {
      const link = await createBuiltinHost(deps).openPullRequest({
        projectId,
        repository,
        head: branch,
        base: 'main',
        title: `Change ${branch}`,
        body: 'Text',
        baseCommit: more.baseCommit ?? gitIn('merge-base', 'main', branch),
        headCommit: gitIn('rev-parse', branch),
        ...more,
      })
      return (await findPullRequestBySecret(main, link.split('/').at(-1)!))!
    },
    remove: () => {
      work.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
