import { afterEach, describe, expect, it } from 'vitest'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { readBoundedDiff } from '../../src/git/diff.ts'
import { createGit } from '../../src/git/git.ts'

const git = createGit(process.env['PATH']!)
const repositories: TestRepository[] = []
afterEach(() => {
  for (const repository of repositories.splice(0)) repository.remove()
})

/** The diff between two states of a repository. */
async function diffOf(before: Record<string, string>, change: (repository: TestRepository) => void) {
  const repository = createRepository(before)
  repositories.push(repository)
  const base = repository.git('rev-parse', 'HEAD')
  change(repository)
  const head = repository.commit('Change')
  return readBoundedDiff(git, `${repository.path}/.git`, base, head)
}

describe('the diff of two commits', () => {
  it('lists every kind of change, with names as they are', async () => {
    const page = 'one\ntwo\nthree\nfour\nfive\n'
    const { files, diff, isTruncated } = await diffOf(
      { 'a.md': 'a\n', 'gone.md': 'x\ny\n', 'old name.md': page, 'picture.png': '\0\x01', 'z.md': 'z\n' },
      (repository) => {
        repository.write({ 'a.md': 'b\nc\n', 'new "ü".md': 'n\n', 'picture.png': '\0\x02', 'z.md': 'z!\n' })
        repository.git('rm', '--quiet', 'gone.md')
        repository.git('mv', 'old name.md', 'sub-name.md')
        repository.write({ 'sub-name.md': `${page}six\n` })
      },
    )
    expect(files).toEqual([
      { path: 'a.md', status: 'modified', additions: 2, deletions: 1 },
      { path: 'gone.md', status: 'deleted', additions: 0, deletions: 2 },
      { path: 'new "ü".md', status: 'added', additions: 1, deletions: 0 },
      { path: 'picture.png', status: 'modified', additions: 0, deletions: 0 },
      { path: 'sub-name.md', status: 'renamed', additions: 1, deletions: 0 },
      { path: 'z.md', status: 'modified', additions: 1, deletions: 1 },
    ])
    expect(isTruncated).toBe(false)
    expect(diff.endsWith('\n-z\n+z!\n')).toBe(true)
  })

  it('ends with a whole line when its first file is too large already', async () => {
    const { files, diff, isTruncated } = await diffOf({ 'a.md': 'a\n' }, (repository) =>
      repository.write({ 'a.md': 'ünder 2 MiB\n'.repeat(500_000) }),
    )
    expect(isTruncated).toBe(true)
    expect(files).toEqual([{ path: 'a.md', status: 'modified', additions: 500_000, deletions: 1 }])
    expect(Buffer.byteLength(diff)).toBeLessThanOrEqual(2 * 1024 * 1024)
    expect(diff.endsWith('\n+ünder 2 MiB\n')).toBe(true)
  })
})
