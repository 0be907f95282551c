import fc from 'fast-check'
import { execFileSync } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whyUnreadable, whyUnwritable } from './allowed-path.ts'
import { type ConfinedFiles, FILE_BYTES_MAX, openConfinedFiles } from './confined-files.ts'
import { Refusal } from './refusal.ts'

const signal = new AbortController().signal
const text = (value: string) => Buffer.from(value)
let outer: string
let directory: string
let files: ConfinedFiles

beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'docwright-confined-'))
  directory = join(outer, 'files')
  mkdirSync(join(directory, 'docs'), { recursive: true })
  writeFileSync(join(outer, 'secret.md'), 'canary')
  writeFileSync(join(directory, 'docs/a.md'), 'A')
  files = openConfinedFiles(directory, { links: new Set(['docs/link.md', 'module']) })
})
afterEach(() => rmSync(outer, { recursive: true, force: true }))

/** Everything that can be done with a path. */
const ACTIONS: [string, (path: string) => Promise<unknown>][] = [
  ['has', (path) => files.has(path)],
  ['read', (path) => files.read(path)],
  ['write', (path) => files.write(path, text('planted'))],
  ['remove', (path) => files.remove(path)],
  ['move from', (path) => files.move(path, 'docs/moved.md')],
  ['move to', (path) => files.move('docs/a.md', path)],
  ['list', (path) => files.list(path, signal)],
]

const ESCAPES = [
  '../secret.md',
  'docs/../../secret.md',
  'docs/..',
  '..',
  '.',
  './docs/a.md',
  '/etc/passwd',
  '//etc/passwd',
  'docs//a.md',
  'docs/',
  '~/secret.md\0.md',
  'docs/a.md\0',
  'docs\\..\\..\\secret.md',
  'C:/secret.md',
  'docs/a.md:stream',
  'file:///etc/passwd',
  '.git/config',
  '.GIT/config',
  '.git',
  'docs/.git/hooks/pre-commit',
  'git~1/config',
  'GIT~2/config',
  '.g\u200Cit/config',
  '\u200C.git/config',
  '.git\u00AD/config',
  '.git ./config',
  '.git /config',
  'docs./a.md',
  'docs /a.md',
  ' docs/a.md',
  '.github/workflows/build.yml',
  '.gitlab-ci.yml',
  '.env',
  'docs/.env.md',
  '.npmrc',
  'node_modules/x/readme.md',
  'docs/node_modules/x.md',
  'a\u202Emd.exe.md',
  'docs/\nlist.md',
  `${'a'.repeat(2000)}.md`,
  `docs/${'a/'.repeat(600)}b.md`,
]

describe('a path that leads elsewhere', () => {
  it.each(ESCAPES)('is refused for everything: %j', async (path) => {
    for (const [name, act] of ACTIONS) await expect(act(path), name).rejects.toBeInstanceOf(Refusal)
    expect(readdirSync(outer).sort()).toEqual(['files', 'secret.md'])
    expect(readFileSync(join(outer, 'secret.md'), 'utf8')).toBe('canary')
    expect(readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()).toEqual(['docs', 'docs/a.md'])
  })

  it('is refused through symbolic links, of files, of folders, of folders above, and dangling ones', async () => {
    symlinkSync(join(outer, 'secret.md'), join(directory, 'docs/file.md'))
    symlinkSync(outer, join(directory, 'docs/out'))
    symlinkSync('..', join(directory, 'docs/up'))
    symlinkSync(join(outer, 'new.md'), join(directory, 'docs/dangling.md'))
    symlinkSync('loop.md', join(directory, 'docs/loop.md'))
    for (const path of [
      'docs/file.md',
      'docs/out/secret.md',
      'docs/out/deep/new.md',
      'docs/up/docs/a.md',
      'docs/dangling.md',
      'docs/loop.md',
    ])
      for (const [name, act] of ACTIONS) await expect(act(path), `${name} ${path}`).rejects.toBeInstanceOf(Refusal)
    expect(await files.list('', signal)).toEqual(['docs/a.md'])
    expect(readdirSync(outer).sort()).toEqual(['files', 'secret.md'])
  })

  it('is refused when the repository has a symbolic link or a submodule there', async () => {
    writeFileSync(join(directory, 'docs/link.md'), 'a.md')
    mkdirSync(join(directory, 'module'))
    for (const path of ['docs/link.md', 'module/readme.md'])
      for (const [name, act] of ACTIONS) await expect(act(path), `${name} ${path}`).rejects.toBeInstanceOf(Refusal)
    expect(await files.list('', signal)).toEqual(['docs/a.md'])
  })

  it('is refused for pipes, sockets, devices and files with a second name', async () => {
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(directory, 'docs/pipe.md')])
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(join(directory, 'docs/socket.md'), resolve))
    linkSync(join(outer, 'secret.md'), join(directory, 'docs/second.md'))
    for (const path of ['docs/pipe.md', 'docs/socket.md', 'docs/second.md'])
      for (const name of ['read', 'write', 'remove', 'move from'])
        await expect(ACTIONS.find(([one]) => one === name)![1](path), `${name} ${path}`).rejects.toBeInstanceOf(Refusal)
    server.close()
    expect(readFileSync(join(outer, 'secret.md'), 'utf8')).toBe('canary')
  })

  it('never leads out, whatever it is made of', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '',
        '.git',
        'docs',
        'a.md',
        '/',
        '\\',
        '\0',
        '~',
        'C:',
        '%2e%2e',
        '‥',
        '．．',
        '.git\u200B',
        'GIT~1',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const before = readdirSync(outer).sort()
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
        await files.write(parts.join('/'), text('x')).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal))
        expect(readdirSync(outer).sort()).toEqual(before)
        expect(readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => /(?:^|\/)\./u.test(name))).toEqual(
          [],
        )
      }),
      { numRuns: 300 },
    )
  }, 60_000)
})

describe('a path that is not documentation', () => {
  it.each([
    'package.json',
    'docs/package.json',
    'package-lock.json',
    'LICENSE',
    'Jenkinsfile',
    'azure-pipelines.yml',
    'bitbucket-pipelines.yml',
    'docker-compose.yml',
    'netlify.toml',
    'Makefile',
    'AGENTS.md',
    'docs/AGENTS.md',
    'CLAUDE.md',
    'src/index.ts',
    'build.sh',
    'docs/logo.png',
    'requirements.txt',
    'CODEOWNERS',
  ])('can be read and not written: %s', async (path) => {
    expect(whyUnreadable(path)).toBeNull()
    await expect(files.write(path, text('planted'))).rejects.toBeInstanceOf(Refusal)
  })

  it.each([
    'docs/a.md',
    'README.md',
    'docs.json',
    'mkdocs.yml',
    'docs/_category_.json',
    'static/_redirects',
    'docusaurus.config.js',
    'sidebars.js',
    'docs/.vitepress/config.ts',
    'openapi.yaml',
    'docs/Ünïcode – page.md',
    'CHANGELOG',
  ])('is something else: %s can be written', (path) => {
    expect(whyUnwritable(path)).toBeNull()
  })

  it.each([
    '.vitepress/cache/x.js',
    'docs/.vitepress/theme/index.ts',
    '.vitepress/../x.ts',
    '../.vitepress/config.ts',
    '.hidden/.vitepress/config.ts',
  ])('is everything in hidden folders but the configuration of VitePress: %s', (path) =>
    expect(whyUnreadable(path)).not.toBeNull(),
  )
})

describe('a path inside', () => {
  it('is read, written, created, moved and removed, and leaves no empty folder', async () => {
    await files.write('docs/deep/er/new.md', text('N'))
    await files.move('docs/deep/er/new.md', 'guides/new.md')
    expect(await files.list('', signal)).toEqual(['docs/a.md', 'guides/new.md'])
    expect(readdirSync(join(directory, 'docs'))).toEqual(['a.md'])
    await files.remove('guides/new.md')
    expect(readdirSync(directory)).toEqual(['docs'])
    await files.write('docs/a.md', text('AA'))
    expect((await files.read('docs/a.md')).toString()).toBe('AA')
  })

  it('keeps its mode when it is written, and a new one cannot be run', async () => {
    writeFileSync(join(directory, 'docs/run.md'), 'x', { mode: 0o755 })
    await files.write('docs/run.md', text('y'))
    await files.write('docs/new.md', text('y'))
    expect(statSync(join(directory, 'docs/run.md')).mode & 0o777).toBe(0o755)
    expect(statSync(join(directory, 'docs/new.md')).mode & 0o111).toBe(0)
  })

  it('is refused below a file, over a folder, on top of another file, and when it is missing', async () => {
    await expect(files.write('docs/a.md/b.md', text('x'))).rejects.toThrow('is a file, not a folder')
    mkdirSync(join(directory, 'docs/folder.md'))
    await expect(files.write('docs/folder.md', text('x'))).rejects.toThrow('is a folder')
    await expect(files.read('docs/folder.md')).rejects.toThrow('is a folder')
    await files.write('docs/b.md', text('B'))
    await expect(files.move('docs/a.md', 'docs/b.md')).rejects.toThrow('already something')
    await expect(files.read('docs/missing.md')).rejects.toThrow('There is no file')
    await expect(files.remove('docs/missing.md')).rejects.toThrow('There is no file')
    await expect(files.list('docs/missing', signal)).rejects.toThrow('There is no folder')
  })

  it('is refused when it is too large, to read or to write', async () => {
    truncateSync(join(directory, 'docs/a.md'), FILE_BYTES_MAX + 1)
    await expect(files.read('docs/a.md')).rejects.toBeInstanceOf(Refusal)
    await expect(files.write('docs/b.md', Buffer.alloc(FILE_BYTES_MAX + 1))).rejects.toBeInstanceOf(Refusal)
    expect(readdirSync(join(directory, 'docs'))).toEqual(['a.md'])
  })

  it('is counted before it changes, and stays as it is when the count forbids it', async () => {
    const seen: [string, number][] = []
    const counted = openConfinedFiles(directory, {
      onChange: (path, bytes) => {
        seen.push([path, bytes])
        if (seen.length > 1) throw new Refusal('enough')
      },
    })
    await counted.write('docs/b.md', text('BB'))
    await expect(counted.remove('docs/a.md')).rejects.toThrow('enough')
    expect(seen).toEqual([
      ['docs/b.md', 2],
      ['docs/a.md', 0],
    ])
    expect((await files.read('docs/a.md')).toString()).toBe('A')
  })
})
