import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A real git repository with some pages, as a user would have it: with a working copy. */
export interface TestRepository {
  path: string
  url: string
  git(...words: string[]): string
  write(files: Record<string, string>): void
  commit(message: string): string
  remove(): void
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Writer',
  GIT_AUTHOR_EMAIL: 'writer@example.com',
  GIT_COMMITTER_NAME: 'Writer',
  GIT_COMMITTER_EMAIL: 'writer@example.com',
}

export function createRepository(files: Record<string, string>): TestRepository {
  const path = mkdtempSync(join(tmpdir(), 'docwright-repository-'))
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: path,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: path, GIT_CONFIG_NOSYSTEM: '1', ...AUTHOR },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  const write = (pages: Record<string, string>) => {
    for (const [name, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
    }
  }
  const commit = (message: string) => {
    git('add', '--all')
    git('commit', '--quiet', '--message', message)
    return git('rev-parse', 'HEAD')
  }
  git('init', '--quiet', '--initial-branch=main')
  write(files)
  commit('Start')
  return { path, url: pathToFileURL(path).href, git, write, commit, remove: () => rmSync(path, { recursive: true, force: true }) }
}
