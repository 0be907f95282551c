import { type Git, GitError } from './git.ts'

/** True when the repository has all of these objects itself. */
export async function hasObjects(git: Git, gitDir: string, ids: string[]): Promise<boolean> {
  try {
    const answer = await git.text(['cat-file', '--batch-check'], { gitDir, input: ids.map((id) => `${id}\n`).join('') })
    return !answer.split('\n').some((line) => line.endsWith(' missing'))
  } catch (error) {
    // A mirror without all files asks its remote for what it lacks, which this call may not reach.
    if (error instanceof GitError) return false
    throw error
  }
}
