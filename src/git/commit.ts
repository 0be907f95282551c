import type { Git } from './git.ts'

export interface NewCommit {
  tree: string
  parent: string
  /** The second parent, which makes it a merge. */
  mergedParent?: string
  message: string
  /** Milliseconds since 1970. The same input gives the same commit id, so that a repeated step makes no second commit. */
  at: number
}

const AUTHOR = { name: 'Docwright', email: 'docwright@localhost' }

/** The last line of a message. Many projects refuse commits without it. */
export const SIGN_OFF = `Signed-off-by: ${AUTHOR.name} <${AUTHOR.email}>`

export async function writeCommit(git: Git, gitDir: string, commit: NewCommit): Promise<string> {
  const date = `${Math.floor(commit.at / 1000)} +0000`
  const parents = [commit.parent, ...(commit.mergedParent ? [commit.mergedParent] : [])]
  return git.text(['commit-tree', ...parents.flatMap((parent) => ['-p', parent]), '-F', '-', commit.tree], {
    gitDir,
    input: commit.message,
    env: {
      GIT_AUTHOR_NAME: AUTHOR.name,
      GIT_AUTHOR_EMAIL: AUTHOR.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: AUTHOR.name,
      GIT_COMMITTER_EMAIL: AUTHOR.email,
      GIT_COMMITTER_DATE: date,
    },
  })
}

/** Keeps the commit's objects in the mirror until the job's own branch has them. */
export async function keepCommit(git: Git, gitDir: string, name: string, commit: string): Promise<void> {
  await git.text(['update-ref', '--end-of-options', `refs/docwright/${name}`, commit], { gitDir })
}

export async function treeOf(git: Git, gitDir: string, commit: string): Promise<string> {
  return git.text(['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`], { gitDir })
}
