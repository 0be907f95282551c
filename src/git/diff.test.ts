import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestRepository, createRepository } from '../../test/support/repository.ts'
import { readChangedFiles, readPatch, sumUp } from './diff.ts'
import { createGit } from './git.ts'
import { listCommits } from './history.ts'

const git = createGit(process.env['PATH']!)
let repository: TestRepository
let gitDir: string
let base: string
let head: string

beforeAll(() => {
  repository = createRepository({
    'a "quoted"\tname\n.md': 'one\ntwo\n',
    'gone.md': 'gone\n',
    'here.md': 'the same text on several lines\nso that it is found\n',
    link: '',
    'ä.md': 'ä\n',
  })
  gitDir = join(repository.path, '.git')
  base = repository.git('rev-parse', 'HEAD')
  const at = (name: string) => join(repository.path, name)
  repository.write({ 'a "quoted"\tname\n.md': 'one\nTWO\nthree\n', 'ä.md': 'Ä\n' })
  rmSync(at('gone.md'))
  renameSync(at('here.md'), at('there.md'))
  writeFileSync(at('x.png'), Buffer.from([0, 1, 2]))
  chmodSync(at('ä.md'), 0o755)
  rmSync(at('link'))
  symlinkSync('ä.md', at('link'))
  head = repository.commit('Change\n\nMore about it')
})
afterAll(() => repository.remove())

describe('the changed files', () => {
  it('have exact names, whatever is in them, and say what happened', async () => {
    const files = await readChangedFiles(git, gitDir, base, head)
    expect(
      files.map(({ path, previousPath, change, modeAfter, additions, deletions }) => [
        path,
        previousPath,
        change,
        modeAfter,
        additions,
        deletions,
      ]),
    ).toEqual([
      ['a "quoted"\tname\n.md', null, 'modified', '100644', 2, 1],
      ['gone.md', null, 'deleted', null, 0, 1],
      ['link', null, 'retyped', '120000', 1, 0],
      ['there.md', 'here.md', 'renamed', '100644', 0, 0],
      ['x.png', null, 'added', '100644', null, null],
      ['ä.md', null, 'modified', '100755', 1, 1],
    ])
    expect(sumUp(files)).toEqual({ files: 6, additions: 4, deletions: 3 })
    expect(await readChangedFiles(git, gitDir, base, base)).toEqual([])
  })

  it('come with a patch, which is cut at a line when it is too long', async () => {
    expect(await readPatch(git, gitDir, base, head)).toMatchObject({ isCut: false, text: expect.stringContaining('+three') })
    repository.write({ 'large.md': 'ä long line\n'.repeat(300_000) })
    const large = repository.commit('Large')
    const { text, isCut } = await readPatch(git, gitDir, head, large)
    expect(isCut).toBe(true)
    expect(text.length).toBeLessThan(2 * 1024 * 1024)
    expect(text.endsWith('\n+ä long line')).toBe(true)
  })

  it('belong to commits', async () => {
    expect(await listCommits(git, gitDir, base, head, 10)).toEqual([
      { id: head, subject: 'Change', author: 'Writer', at: expect.any(Number) },
    ])
    expect(await listCommits(git, gitDir, base, base, 10)).toEqual([])
  })
})
