import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GitLab, createGitLab, labSignal } from '../../test/support/git-lab.ts'
import { cleanAfterCrash, dropKept, listKept, listMirrors, sweepMirrors, tidyMirror } from './clean.ts'
import { keepCommit } from './commit.ts'
import { LAST_USE, createMirrors } from './mirror.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = 1_790_000_000_000

describe('cleaning', () => {
  let lab: GitLab
  let mirrors: string
  beforeEach(async () => {
    lab = await createGitLab()
    mirrors = join(lab.folder, 'mirrors')
  })
  afterEach(() => lab.remove())

  const put = (path: string, content: string | Buffer = '') => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  const fakeMirror = (name: string, unusedMs: number, bytes: number) => {
    put(join(mirrors, name, 'objects/pack/a.pack'), Buffer.alloc(bytes))
    put(join(mirrors, name, LAST_USE))
    utimesSync(join(mirrors, name, LAST_USE), (NOW - unusedMs) / 1000, (NOW - unusedMs) / 1000)
  }

  const namesLeft = async () => (await listMirrors(mirrors)).map((path) => basename(path))

  it('after a crash leaves a mirror alone that another process is using', async () => {
    await lab.commit({ 'a.md': 'A' })
    const { gitDir } = await lab.openMirror()
    const left = ['objects/pack/tmp_pack_x', 'config.lock']
    for (const name of left) put(join(gitDir, name))
    put(`${gitDir}.new/HEAD`)
    const clean = () => cleanAfterCrash({ mirrors, workspaces: join(lab.folder, 'none') })
    const found = () => [...left.map((name) => join(gitDir, name)), `${gitDir}.new`].map((path) => existsSync(path))
    await createMirrors(lab.git, mirrors).takeTurn(gitDir, clean)
    expect(found()).toEqual([true, true, true])
    await clean()
    expect(found()).toEqual([false, false, false])
  })

  it('after a crash removes workspaces, locks, and halves of mirrors and packs, so that the mirror works again', async () => {
    const commit = await lab.commit({ 'a.md': 'A' })
    const mirror = await lab.openMirror()
    await mirror.fetch(['main'], labSignal())
    const left = [
      'config.lock',
      'packed-refs.lock',
      'HEAD.lock',
      'shallow.lock',
      'objects/pack/tmp_pack_x',
      'objects/aa/tmp_obj_x',
    ]
    for (const name of left) put(join(mirror.gitDir, name))
    put(join(mirrors, 'half.git.new/HEAD'))
    put(join(mirrors, 'old.git.removed/HEAD'))
    const workspaces = join(lab.folder, 'workspaces')
    put(join(workspaces, 'job_1/files/a.md'))
    await cleanAfterCrash({ mirrors, workspaces })
    expect(readdirSync(workspaces)).toEqual([])
    expect(readdirSync(mirrors).filter((name) => !name.endsWith('.turn'))).toEqual([basename(mirror.gitDir)])
    for (const name of left) expect(existsSync(join(mirror.gitDir, name))).toBe(false)
    expect((await mirror.fetch(['main'], labSignal())).get('main')).toBe(commit)
    await cleanAfterCrash({ mirrors: join(lab.folder, 'none'), workspaces: join(lab.folder, 'none') })
  })

  it('removes mirrors that nobody used for 14 days', async () => {
    fakeMirror('old.git', 15 * DAY_MS, 1)
    fakeMirror('young.git', 13 * DAY_MS, 1)
    expect(await sweepMirrors(lab.mirrors, { now: NOW, bytesMax: 1e9 })).toBe(1)
    expect(await namesLeft()).toEqual(['young.git'])
  })

  it('removes the least recently used ones until the rest fits, but none that is in use', async () => {
    fakeMirror('a.git', 3 * DAY_MS, 1000)
    fakeMirror('b.git', 2 * DAY_MS, 1000)
    fakeMirror('c.git', DAY_MS, 1000)
    fakeMirror('d.git', HOUR_MS, 5000)
    await sweepMirrors(lab.mirrors, { now: NOW, bytesMax: 6500 })
    expect(await namesLeft()).toEqual(['c.git', 'd.git'])
    await sweepMirrors(lab.mirrors, { now: NOW, bytesMax: 1 })
    expect(await namesLeft()).toEqual(['d.git'])
  })

  it('forgets the commits of jobs', async () => {
    const commit = await lab.commit({ 'a.md': 'A' })
    const { gitDir, ...mirror } = await lab.openMirror()
    await mirror.fetch(['main'], labSignal())
    for (const name of ['jobs/job_1', 'jobs/job_2']) await keepCommit(lab.git, gitDir, name, commit)
    await dropKept(lab.git, gitDir, 'jobs', ['job_1'])
    await dropKept(lab.git, gitDir, 'jobs', [])
    expect(await listKept(lab.git, gitDir, 'jobs')).toEqual(['job_2'])
    expect(await listMirrors(mirrors)).toEqual([gitDir])
  })

  it('puts many packs into one and loses nothing', async () => {
    const mirror = await lab.openMirror()
    let commit = ''
    for (let round = 0; round < 51; round++) {
      commit = await lab.commit({ 'a.md': `${round}`, 'b.png': 'x' })
      await mirror.fetch(['main'], labSignal())
    }
    await tidyMirror(lab.git, mirror.gitDir)
    expect(readdirSync(join(mirror.gitDir, 'objects/pack')).filter((name) => name.endsWith('.pack')).length).toBeLessThan(5)
    const { workspace } = await lab.openWorkspace()
    expect(readdirSync(workspace.directory)).toEqual(['a.md', 'b.png'])
    expect(await lab.git.text(['rev-list', '--count', commit], { gitDir: mirror.gitDir })).toBe('51')
  }, 60_000)
})
