import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRepository } from '../../test/support/repository.ts'
import { createGit } from './git.ts'
import { clearMirrors, clearWorkspaces } from './leftovers.ts'
import { createMirrors } from './mirror.ts'

describe('what a killed process leaves behind', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-leftovers-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('in a mirror stops every fetch, until it is cleared', async () => {
    const repository = createRepository({ 'index.md': '# Welcome\n' })
    const signal = AbortSignal.timeout(30_000)
    const mirrors = createMirrors(createGit(process.env['PATH'] ?? ''), folder)
    const mirror = await mirrors.open({ url: repository.url, protocol: 'file' })
    await mirror.fetch(['main'], signal)
    repository.write({ 'index.md': '# Hello\n' })
    const commit = repository.commit('Hello')
    writeFileSync(join(mirror.gitDir, 'refs/remotes/origin/main.lock'), '')
    writeFileSync(join(mirror.gitDir, 'packed-refs.lock'), '')
    mkdirSync(join(mirror.gitDir, 'objects/pack'), { recursive: true })
    writeFileSync(join(mirror.gitDir, 'objects/pack/tmp_pack_a1b2c3'), 'half')
    mkdirSync(`${mirror.gitDir}.new`)
    await expect(mirror.fetch(['main'], signal)).rejects.toMatchObject({ code: 'repository_unreachable' })

    await clearMirrors(folder)
    expect((await mirror.fetch(['main'], signal)).get('main')).toBe(commit)
    expect(existsSync(`${mirror.gitDir}.new`)).toBe(false)
    expect(readdirSync(join(mirror.gitDir, 'objects/pack')).filter((name) => name.startsWith('tmp_'))).toEqual([])
    repository.remove()
  })

  it('in the workspaces is removed whole', async () => {
    mkdirSync(join(folder, 'job_1-2/files/docs'), { recursive: true })
    writeFileSync(join(folder, 'job_1-2/files/docs/page.md'), 'text')
    await clearWorkspaces(folder)
    expect(readdirSync(folder)).toEqual([])
  })

  it('may be nothing: there need not even be a folder', async () => {
    await clearMirrors(join(folder, 'nowhere'))
    await clearWorkspaces(join(folder, 'nowhere'))
  })
})
