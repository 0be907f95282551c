import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createGit } from './git.ts'

const folder = mkdtempSync(join(tmpdir(), 'docwright-git-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('git', () => {
  it.each(['gitDir', 'workTree'] as const)('tells a missing folder (%s) from a missing program', async (name) => {
    const there = { [name]: folder }
    const gone = { [name]: join(folder, 'gone') }
    const git = createGit(process.env['PATH']!)
    const noGit = createGit(folder)
    // The next try makes the folder anew, so it is worth one; git does not come by itself.
    await expect(git.text(['version'], gone)).rejects.toMatchObject({ code: 'folder_missing', isPassing: true })
    await expect(noGit.text(['version'], there)).rejects.toMatchObject({ code: 'git_missing', isPassing: false })
    expect(await git.text(['version'], there)).toMatch(/^git version/)
  })

  it('says nothing of the machine that a user of the API could read', async () => {
    await expect(createGit(process.env['PATH']!).text(['version'], { gitDir: join(folder, 'gone') })).rejects.not.toThrow(folder)
  })
})
