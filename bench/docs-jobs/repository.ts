import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Files } from './clean-site.ts'

const IDENTITY = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'Writer'],
    [`GIT_${role}_EMAIL`, 'writer@example.com'],
    [`GIT_${role}_DATE`, '1790000000 +0000'],
  ]),
)

export interface BenchRepository {
  /** A bare repository. */
  path: string
  /** Makes a branch on top of another one, or the first one. */
  commit(branch: string, files: Files, parent?: string): void
  /** The files of a branch that another one, whose files are known, was made into. */
  read(branch: string, base: string, files: Files): Files
}

export function createRepository(folder: string): BenchRepository {
  const path = join(folder, 'docs.git')
  const git = (words: string[], input?: string) =>
    execFileSync('git', ['--git-dir', path, ...words], {
      encoding: 'utf8',
      input,
      env: { PATH: process.env['PATH'], HOME: folder, ...IDENTITY },
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path])
  return {
    path,
    commit: (branch, files, parent) => {
      const work = join(folder, 'work')
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(work, name)), { recursive: true })
        writeFileSync(join(work, name), text)
      }
      git(['--work-tree', work, 'add', '--all'])
      const tree = git(['write-tree']).trim()
      const parents = parent === undefined ? [] : ['-p', `refs/heads/${parent}`]
      git(['update-ref', `refs/heads/${branch}`, git(['commit-tree', '-m', `Write ${branch}`, ...parents, tree]).trim()])
      rmSync(work, { recursive: true })
    },
    read: (branch, base, files) => {
      const result: Record<string, string> = { ...files }
      const words = git([
        'diff-tree',
        '-r',
        '-z',
        '--no-renames',
        '--name-status',
        `refs/heads/${base}`,
        `refs/heads/${branch}`,
      ]).split('\0')
      for (let at = 0; at + 1 < words.length; at += 2) {
        const path = words[at + 1]!
        if (words[at] === 'D') delete result[path]
        else result[path] = git(['cat-file', 'blob', `refs/heads/${branch}:${path}`])
      }
      return result
    },
  }
}
