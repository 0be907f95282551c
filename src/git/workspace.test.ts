import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GitLab, createGitLab, publish } from '../../test/support/git-lab.ts'
import { placeholderFor } from './placeholder.ts'
import { createWorkspace } from './workspace.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff])
const ATTRIBUTES = [
  '*.md text eol=lf ident',
  '*.txt working-tree-encoding=UTF-16',
  '*.csv filter=lfs diff=lfs merge=lfs -text',
  '*.html export-subst filter=evil',
].join('\n')

describe('a workspace', () => {
  let lab: GitLab
  beforeEach(async () => {
    lab = await createGitLab()
  })
  afterEach(() => lab.remove())

  /** The difference that an edit of the folder makes to the tree: path, and content as the commit has it. */
  const edit = async (work: (directory: string) => void) => {
    const { mirror, workspace, parent } = await lab.openWorkspace()
    work(workspace.directory)
    const tree = await workspace.writeTree()
    await workspace.remove()
    const commit = await publish(lab, mirror, parent, tree, 'job')
    return {
      paths: await lab.changed(mirror.gitDir, parent, tree),
      show: (path: string) => lab.remote(['show', `${commit}:${path}`]),
    }
  }
  const put = (directory: string, path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }

  it('leaves nothing behind when it is stopped while it is filled', async () => {
    await lab.commit(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`docs/${index}.md`, `Page ${index}\n`])))
    const { mirror, workspace, parent } = await lab.openWorkspace()
    const folder = join(lab.folder, 'stopped')
    const stop = new AbortController()
    const filling = createWorkspace(lab.git, mirror, folder, parent, stop.signal)
    const watcher = setInterval(() => {
      if (existsSync(join(folder, 'files/docs'))) stop.abort()
    }, 1)
    await expect(filling).rejects.toThrow()
    clearInterval(watcher)
    expect(existsSync(folder)).toBe(false)
    await workspace.remove()
  })

  it('has the pages in full and placeholders for images, and no .git', async () => {
    await lab.commit({ 'docs/a.md': 'A\n', 'img/a.png': PNG, 'big.json': 'x'.repeat(1024 * 1024 + 1) })
    const { mirror, workspace } = await lab.openWorkspace()
    expect(readFileSync(join(workspace.directory, 'docs/a.md'), 'utf8')).toBe('A\n')
    expect(readFileSync(join(workspace.directory, 'img/a.png'), 'utf8')).toMatch(/^docwright placeholder.*\nfile [0-9a-f]{40}\n$/)
    expect(readFileSync(join(workspace.directory, 'big.json'), 'utf8')).toMatch(/^docwright placeholder/)
    expect(readdirSync(workspace.directory).sort()).toEqual(['big.json', 'docs', 'img'])
    // The image never left the repository.
    const image = await lab.remote(['rev-parse', 'main:img/a.png'])
    await expect(lab.git.text(['cat-file', '-e', image], { gitDir: mirror.gitDir })).rejects.toThrow()
  })

  it('leaves everything that the agent did not touch: images, links, submodules, modes, odd names', async () => {
    await lab.commit({
      'page.md': 'Old\n',
      'a.png': PNG,
      link: { mode: '120000', content: '/etc/passwd' },
      sub: { mode: '160000', id: '1'.repeat(40) },
      'run.sh': { mode: '100755', content: '#!/bin/sh\n' },
      'odd\nname.md': 'x',
      'CON.md': 'x',
    })
    const { paths, show } = await edit((directory) => {
      expect(existsSync(join(directory, 'link'))).toBe(false)
      expect(existsSync(join(directory, 'sub'))).toBe(false)
      put(directory, 'page.md', 'New\n')
    })
    expect(paths).toEqual(['page.md'])
    expect(await show('page.md')).toBe('New')
    expect(await lab.remote(['ls-tree', 'refs/heads/job', 'a.png', 'link', 'sub', 'run.sh'])).toBe(
      await lab.remote(['ls-tree', 'main', 'a.png', 'link', 'sub', 'run.sh']),
    )
  })

  it('is the bytes of the repository whatever .gitattributes says', async () => {
    const files = {
      '.gitattributes': `${ATTRIBUTES}\n`,
      'crlf.md': 'one\r\ntwo\r\n$Id$\r\n',
      'mixed.md': 'one\r\ntwo\n',
      'wide.txt': Buffer.from('wide', 'utf16le'),
      'data.csv': 'version https://git-lfs.github.com/spec/v1\n',
      'page.html': '$Format:%H$',
      'latin.md': Buffer.from([0xe9, 0x0a]),
      'edited.md': 'old\r\n$Id$\r\n',
    }
    await lab.commit(files)
    const { paths } = await edit((directory) => {
      for (const [path, content] of Object.entries(files))
        expect(readFileSync(join(directory, path))).toEqual(Buffer.from(content))
      put(directory, 'edited.md', 'new\r\n$Id$\r\n')
    })
    expect(paths).toEqual(['edited.md'])
    const bytes = await lab.git.bytes(['cat-file', 'blob', 'refs/heads/job:edited.md'], {
      gitDir: join(lab.folder, 'remote.git'),
    })
    expect(bytes.toString()).toBe('new\r\n$Id$\r\n')
  })

  it('takes new, deleted, moved and replaced files into the tree', async () => {
    await lab.commit({
      'a.md': 'A',
      'b.md': 'B',
      'dir/c.md': 'C',
      'one.png': PNG,
      'two.png': Buffer.concat([PNG, PNG]),
      file: 'x',
    })
    const { paths, show } = await edit((directory) => {
      rmSync(join(directory, 'a.md'))
      rmSync(join(directory, 'dir'), { recursive: true })
      put(directory, 'new/page.md', 'N')
      put(directory, 'one.png', 'text over an image that was never here')
      renameSync(join(directory, 'two.png'), join(directory, 'new/three.png'))
      rmSync(join(directory, 'file'))
      put(directory, 'file/inside.md', 'I')
    })
    expect(paths).toEqual(['a.md', 'dir/c.md', 'file', 'file/inside.md', 'new/page.md', 'new/three.png', 'one.png', 'two.png'])
    expect(await show('one.png')).toBe('text over an image that was never here')
    expect(await lab.remote(['rev-parse', 'refs/heads/job:new/three.png'])).toBe(await lab.remote(['rev-parse', 'main:two.png']))
  })

  it('takes a placeholder for what it stands for only where the commit has that file', async () => {
    const other = '1'.repeat(40)
    await lab.commit({ 'a.md': 'A', sub: { mode: '160000', id: other } })
    const secret = await lab.remote(['hash-object', '-w', '--stdin'], 'elsewhere')
    const { show } = await edit((directory) => {
      put(directory, 'b.md', placeholderFor(secret))
      put(directory, 'c.md', placeholderFor(other))
    })
    expect(await show('b.md')).toContain('docwright placeholder')
    expect(await show('c.md')).toContain('docwright placeholder')
  })

  it('sees an edit that hides behind the old size and time', async () => {
    await lab.commit({ 'a.md': 'AAAA' })
    const { paths } = await edit((directory) => {
      const { atime, mtime } = statSync(join(directory, 'a.md'))
      writeFileSync(join(directory, 'a.md'), 'BBBB', { flag: 'r+' })
      utimesSync(join(directory, 'a.md'), atime, mtime)
    })
    expect(paths).toEqual(['a.md'])
  })

  it('keeps the mode of an edited program, and notices a changed one', async () => {
    await lab.commit({ 'run.sh': { mode: '100755', content: 'a' }, 'a.md': 'A' })
    const { paths } = await edit((directory) => put(directory, 'run.sh', 'b'))
    expect(paths).toEqual(['run.sh'])
    expect(await lab.remote(['ls-tree', 'refs/heads/job', 'run.sh'])).toMatch(/^100755/)
  })

  it.each<[string, string, (directory: string) => void]>([
    ['a symbolic link', 'policy_symlink', (directory) => symlinkSync('/etc/passwd', join(directory, 'x.md'))],
    ['a folder that is a link', 'policy_symlink', (directory) => symlinkSync('/etc', join(directory, 'etc'))],
    ['a second name of a file', 'policy_hard_link', (directory) => linkSync(join(directory, 'a.md'), join(directory, 'x.md'))],
    ['a large file', 'policy_too_large', (directory) => put(directory, 'x.md', Buffer.alloc(1024 * 1024 + 1))],
    ['much in all', 'policy_too_large', (directory) => fill(directory, 12, 1024 * 1024)],
    ['many files', 'policy_too_many_files', (directory) => fill(directory, 201, 1)],
    ['a nested .git', 'policy_git_file', (directory) => put(directory, 'docs/.GIT/config', '')],
    ['a name with a line end', 'policy_path', (directory) => put(directory, 'a\nb.md', '')],
    ['a device of Windows', 'policy_path', (directory) => put(directory, 'aux.md', '')],
  ])('refuses %s', async (_, code, work) => {
    await lab.commit({ 'a.md': 'A' })
    const { workspace } = await lab.openWorkspace()
    work(workspace.directory)
    await expect(workspace.writeTree()).rejects.toMatchObject({ code, isPassing: false })
    await workspace.remove()
    expect(existsSync(dirname(workspace.directory))).toBe(false)
  })
  const fill = (directory: string, count: number, bytes: number) => {
    for (let place = 0; place < count; place++) put(directory, `many/${place}.md`, Buffer.alloc(bytes, String(place)))
  }

  it('ignores a .git that the agent made for itself', async () => {
    await lab.commit({ 'a.md': 'A' })
    const { paths } = await edit((directory) => {
      put(directory, '.git/config', '[core]\n\tfsmonitor = "touch trap"\n')
      put(directory, 'a.md', 'B')
    })
    expect(paths).toEqual(['a.md'])
  })

  it('is brought back to a tree that was written before: contents, modes, placeholders, and folders that were files', async () => {
    await lab.commit({
      'a.md': 'A\n',
      'gone.md': 'G\n',
      'docs/b.md': 'B\n',
      'run.sh': { mode: '100755', content: 'x\n' },
      'img/a.png': PNG,
      'link.md': { mode: '120000', content: 'a.md' },
    })
    const { mirror, workspace, parent } = await lab.openWorkspace()
    const first = workspace.directory
    put(first, 'a.md', Buffer.from('\uFEFFÄ\r\n\0'))
    rmSync(join(first, 'gone.md'))
    put(first, 'gone.md/now-a-folder.md', 'N\n')
    rmSync(join(first, 'docs'), { recursive: true })
    put(first, 'docs', 'now a file\n')
    chmodSync(join(first, 'run.sh'), 0o644)
    mkdirSync(join(first, 'media'))
    renameSync(join(first, 'img/a.png'), join(first, 'media/b.png'))
    const tree = await workspace.writeTree()

    const again = (await lab.openWorkspace()).workspace
    const second = again.directory
    // What a turn that was cut off has left goes, too.
    put(second, 'half/done.md', 'half')
    mkdirSync(join(second, 'gone.md.empty'))
    await again.restore(tree)
    expect(readFileSync(join(second, 'a.md'))).toEqual(readFileSync(join(first, 'a.md')))
    expect(readFileSync(join(second, 'gone.md/now-a-folder.md'), 'utf8')).toBe('N\n')
    expect(readFileSync(join(second, 'docs'), 'utf8')).toBe('now a file\n')
    expect(statSync(join(second, 'run.sh')).mode & 0o100).toBe(0)
    expect(readFileSync(join(second, 'media/b.png'), 'utf8')).toMatch(/^docwright placeholder/)
    for (const path of ['half', 'img', 'link.md']) expect(existsSync(join(second, path))).toBe(false)
    expect(await again.writeTree()).toBe(tree)

    await again.restore(await lab.git.text(['rev-parse', `${parent}^{tree}`], { gitDir: mirror.gitDir }))
    expect(readFileSync(join(second, 'a.md'), 'utf8')).toBe('A\n')
    expect(readFileSync(join(second, 'docs/b.md'), 'utf8')).toBe('B\n')
    expect(await lab.changed(mirror.gitDir, parent, await again.writeTree())).toEqual([])
    await expect(again.restore('0123456789'.repeat(4))).rejects.toMatchObject({ code: 'work_lost' })
  })

  it('is removed whatever the agent did to it', async () => {
    await lab.commit({ 'a.md': 'A' })
    const { workspace } = await lab.openWorkspace()
    mkdirSync(join(workspace.directory, 'closed/inner'), { recursive: true })
    chmodSync(join(workspace.directory, 'closed'), 0)
    await workspace.remove()
    expect(existsSync(workspace.directory)).toBe(false)
  })

  it('is made anew from the repository when the mirror is damaged', async () => {
    await lab.commit({ 'a.md': 'A' })
    const first = await lab.openWorkspace()
    await first.workspace.remove()
    const packs = join(first.mirror.gitDir, 'objects/pack')
    for (const name of readdirSync(packs).filter((file) => file.endsWith('.pack'))) {
      chmodSync(join(packs, name), 0o600)
      const bytes = readFileSync(join(packs, name))
      writeFileSync(join(packs, name), bytes.fill(0xff, 12, bytes.length - 20))
    }
    const { workspace } = await lab.openWorkspace()
    expect(readFileSync(join(workspace.directory, 'a.md'), 'utf8')).toBe('A')
  })
})
