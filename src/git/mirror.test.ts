import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GitLab, createGitLab, labSignal, publish } from '../../test/support/git-lab.ts'
import { readBlobs, readSizes, writeBlobs } from './blobs.ts'
import { GitError } from './git.ts'
import { listTree } from './list-tree.ts'
import { createMirrors } from './mirror.ts'
import { isDamage } from './mirror-damage.ts'

describe('a mirror', () => {
  let lab: GitLab
  beforeEach(async () => {
    lab = await createGitLab()
  })
  afterEach(() => lab.remove())

  const fetchMain = async () => {
    const mirror = await lab.openMirror()
    return { mirror, commit: (await mirror.fetch(['main'], labSignal())).get('main')! }
  }

  it('has the history and no files until they are needed, and no address in its settings', async () => {
    await lab.commit({ 'a.md': 'old' })
    await lab.commit({ 'a.md': 'new', 'b.md': 'new' })
    const { mirror, commit } = await fetchMain()
    const ids = (await listTree(lab.git, mirror.gitDir, commit, labSignal())).map(({ id }) => id)
    expect((await readSizes(lab.git, mirror.gitDir, ids)).size).toBe(0)
    await mirror.needBlobs([...ids, ...ids], labSignal())
    expect([...(await readSizes(lab.git, mirror.gitDir, ids)).values()]).toEqual([3])
    expect(await lab.git.text(['rev-list', '--count', commit], { gitDir: mirror.gitDir })).toBe('2')
    expect(readFileSync(join(mirror.gitDir, 'config'), 'utf8')).not.toMatch(/remote|promisor|partial/)
  })

  it('does not reach for a file that is missing', async () => {
    await lab.commit({ 'a.md': 'A' })
    const { mirror, commit } = await fetchMain()
    const show = () => lab.git.text(['cat-file', 'blob', `${commit}:a.md`], { gitDir: mirror.gitDir })
    await expect(show()).rejects.toThrow(GitError)
    await mirror.needBlobs([await lab.remote(['rev-parse', 'main:a.md'])], labSignal())
    expect(await show()).toBe('A')
  })

  it('takes branches whose names get in each other’s way', async () => {
    const first = await lab.commit({ 'a.md': 'A' })
    const mirror = await lab.openMirror()
    await lab.remote(['update-ref', 'refs/heads/docs', first])
    await mirror.fetch(['docs'], labSignal())
    await lab.remote(['update-ref', '-d', 'refs/heads/docs'])
    await lab.remote(['update-ref', 'refs/heads/docs/new', first])
    expect((await mirror.fetch(['docs/new', 'docs'], labSignal())).get('docs/new')).toBe(first)
  })

  it('gets a commit by its id after it was made anew', async () => {
    const commit = await lab.commit({ 'a.md': 'A' })
    const { mirror } = await fetchMain()
    await mirror.rebuild()
    expect((await readSizes(lab.git, mirror.gitDir, [commit])).size).toBe(0)
    await mirror.needCommit(commit, labSignal())
    expect(await lab.git.text(['rev-parse', `${commit}^{tree}`], { gitDir: mirror.gitDir })).toMatch(/^[0-9a-f]{40}$/)
  })

  it.each([
    ['HEAD', ''],
    ['config', '[core\n'],
    ['packed-refs', 'no such line\n'],
  ])('is made anew when its %s is damaged', async (name, text) => {
    const commit = await lab.commit({ 'a.md': 'A' })
    const { mirror } = await fetchMain()
    writeFileSync(join(mirror.gitDir, name), text)
    expect((await mirror.fetch(['main'], labSignal())).get('main')).toBe(commit)
  })

  it('gets over the locks and half a pack of a fetch that was stopped, and touches no others', async () => {
    await lab.commit({ 'a.md': 'A' })
    const { mirror } = await fetchMain()
    const left = (name: string) => join(mirror.gitDir, name)
    const [ref] = (await lab.git.text(['for-each-ref', '--format=%(refname)'], { gitDir: mirror.gitDir })).split('\n')
    const commit = await lab.commit({ 'a.md': 'B' })
    for (const name of [`${ref}.lock`, 'objects/pack/tmp_pack_x', 'index.lock']) writeFileSync(left(name), '')
    expect((await mirror.fetch(['main'], labSignal())).get('main')).toBe(commit)
    expect([`${ref}.lock`, 'objects/pack/tmp_pack_x', 'index.lock'].map((name) => existsSync(left(name)))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('is fetched into by one process at a time, and what another is just fetching is left alone', async () => {
    const commit = await lab.commit({ 'a.md': 'A' })
    const { mirror } = await fetchMain()
    const [ref] = (await lab.git.text(['for-each-ref', '--format=%(refname)'], { gitDir: mirror.gitDir })).split('\n')
    const underWay = [`${ref}.lock`, 'objects/pack/tmp_pack_x'].map((name) => join(mirror.gitDir, name))
    // Mirrors that share a folder and nothing else, as those of two threads or processes do.
    await createMirrors(lab.git, lab.mirrors.folder).takeTurn(mirror.gitDir, async () => {
      for (const path of underWay) writeFileSync(path, '')
      await expect(mirror.fetch(['main'], AbortSignal.abort())).rejects.toMatchObject({ code: 'mirror_busy', isPassing: true })
      expect(underWay.map((path) => existsSync(path))).toEqual([true, true])
    })
    expect((await mirror.fetch(['main'], labSignal())).get('main')).toBe(commit)
  })

  it('is not made anew because of what the repository says', async () => {
    const mirror = await lab.openMirror()
    writeFileSync(join(mirror.gitDir, 'mark'), '')
    rmSync(join(lab.folder, 'remote.git'), { recursive: true })
    await expect(mirror.fetch(['main'], labSignal())).rejects.toMatchObject({ code: 'repository_not_found' })
    expect(existsSync(join(mirror.gitDir, 'mark'))).toBe(true)
    expect(isDamage(new GitError('fetch', 128, 'remote: error: object file x is empty'))).toBe(false)
  })

  it('says that the work is lost when it no longer has what is to be pushed', async () => {
    await lab.commit({ 'a.md': 'A' })
    const { mirror } = await fetchMain()
    await expect(mirror.push('1'.repeat(40), 'job', null, labSignal())).rejects.toMatchObject({
      code: 'work_lost',
      isPassing: true,
    })
  })

  it('pushes past the lock that a push which was killed left on the branch, and leaves the locks of others alone', async () => {
    await lab.commit({ 'a.md': 'A' })
    const { mirror, commit } = await fetchMain()
    const repository = await lab.remote(['rev-parse', '--absolute-git-dir'])
    const lockOf = (branch: string) => join(repository, `refs/heads/${branch}.lock`)
    for (const branch of ['job', 'other']) writeFileSync(lockOf(branch), '')
    await mirror.push(commit, 'job', null, labSignal())
    expect(await lab.remote(['rev-parse', 'refs/heads/job'])).toBe(commit)
    expect([existsSync(lockOf('job')), existsSync(lockOf('other'))]).toEqual([false, true])
  })

  it('pushes without the files that it lacks, also after the base has moved', async () => {
    await lab.commit({ 'a.md': 'A', 'image.png': 'pixels' })
    const { mirror, workspace, parent } = await lab.openWorkspace()
    writeFileSync(join(workspace.directory, 'a.md'), 'B')
    const tree = await workspace.writeTree()
    await lab.commit({ 'a.md': 'C', 'image.png': 'other pixels' })
    await mirror.fetch(['main'], labSignal())
    const commit = await publish(lab, mirror, parent, tree, 'job')
    expect(await lab.remote(['rev-parse', 'refs/heads/job'])).toBe(commit)
    await lab.remote(['fsck', '--connectivity-only', '--strict'])
  })
})

describe('files in a repository', () => {
  it('are written and read back byte by byte, in order', async () => {
    const lab = await createGitLab()
    const gitDir = join(lab.folder, 'remote.git')
    const contents = ['', 'a', '\r\n', '\0\xff', 'x'.repeat(300_000), 'done\n'].map((text) => Buffer.from(text, 'latin1'))
    const ids = await writeBlobs(lab.git, gitDir, contents, labSignal())
    const found: Buffer[] = []
    await readBlobs(lab.git, gitDir, ids, labSignal(), (content, place) => {
      found[place] = Buffer.from(content)
    })
    expect(found).toEqual(contents)
    await expect(readBlobs(lab.git, gitDir, ['1'.repeat(40)], labSignal(), () => undefined)).rejects.toThrow('missing')
    lab.remove()
  })
})

describe('git', () => {
  it('is killed as soon as its reader has had enough', async () => {
    const lab = await createGitLab()
    await lab.commit(Object.fromEntries(Array.from({ length: 50 }, (_, place) => [`${place}`, ''])))
    const stop = new Error('enough')
    let pieces = 0
    const reading = lab.git.read(
      ['cat-file', '--batch-all-objects', '--batch'],
      { gitDir: join(lab.folder, 'remote.git') },
      () => {
        pieces += 1
        throw stop
      },
    )
    await expect(reading).rejects.toBe(stop)
    expect(pieces).toBe(1)
    lab.remove()
  })
})
