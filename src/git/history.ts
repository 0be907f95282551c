import { type Git, GitError } from './git.ts'

export interface LoggedCommit {
  id: string
  /** The first line of its message. */
  subject: string
  author: string
  /** Milliseconds since 1970. */
  at: number
}

/** The commits of the head that the base does not have, newest first. */
export async function listCommits(
  git: Git,
  gitDir: string,
  base: string,
  head: string,
  countMax: number,
): Promise<LoggedCommit[]> {
  const words = [
    'log',
    '-z',
    '--format=%H%x00%s%x00%an%x00%at',
    `--max-count=${countMax}`,
    '--end-of-options',
    `${base}..${head}`,
  ]
  const fields = (await git.text(words, { gitDir })).split('\0')
  const commits: LoggedCommit[] = []
  for (let at = 0; at + 3 < fields.length; at += 4)
    commits.push({
      id: fields[at]!,
      subject: fields[at + 1]!,
      author: fields[at + 2]!,
      at: Number(fields[at + 3]) * 1000,
    })
  return commits
}

/** The first lines of the last commits, newest first. */
export async function readSubjects(git: Git, gitDir: string, commit: string, countMax: number): Promise<string[]> {
  const words = ['log', '-z', '--no-merges', '--format=%s', `--max-count=${countMax}`, '--end-of-options', commit]
  return (await git.text(words, { gitDir })).split('\0').filter((subject) => subject !== '')
}

/** True when the descendant has all that the commit has. */
export async function isAncestor(git: Git, gitDir: string, commit: string, descendant: string): Promise<boolean> {
  try {
    await git.text(['merge-base', '--is-ancestor', '--end-of-options', commit, descendant], { gitDir })
    return true
  } catch (error) {
    if (error instanceof GitError && error.exitCode === 1) return false
    throw error
  }
}

/** The newest commit of the head that the base does not have and whose message contains the text; null when there is none. */
export async function findCommitSaying(
  git: Git,
  gitDir: string,
  text: string,
  base: string,
  head: string,
): Promise<string | null> {
  const words = ['rev-list', '--max-count=1', '--fixed-strings', `--grep=${text}`, '--end-of-options', `${base}..${head}`]
  return (await git.text(words, { gitDir })) || null
}
