import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSizes } from '../../src/git/blobs.ts'
import { writeCommit } from '../../src/git/commit.ts'
import { createGit } from '../../src/git/git.ts'
import { createMirrors } from '../../src/git/mirror.ts'
import { createWorkspace } from '../../src/git/workspace.ts'
import { type GitRepositories, type LocalServer, createGitRepositories, startGitHttpServer } from '../support/git-http-server.ts'

const PATH = 'acme/docs'
const TOKEN = 'tok_0123456789abcdef0123456789abcdef'
const signal = AbortSignal.timeout(60_000)

describe('a mirror without files, over HTTP', () => {
  const git = createGit(process.env['PATH'] ?? '')
  let folder: string
  let repositories: GitRepositories
  let server: LocalServer

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-partial-'))
    repositories = createGitRepositories(PATH)
    repositories.git(PATH, 'config', 'uploadpack.allowFilter', 'true')
    server = await startGitHttpServer({ repositories, access: (_, password) => (password === TOKEN ? 'write' : 'none') })
  })
  afterAll(async () => {
    await server.close()
    repositories.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('fetches pages when they are needed, pushes although the base moved, and leaves the token nowhere', async () => {
    const credentials = async () => ({ username: 'x-access-token', password: TOKEN })
    const remote = { url: `${server.url}/${PATH}.git`, protocol: 'http' as const, credentials }
    const mirror = await createMirrors(git, join(folder, 'mirrors')).open(remote)
    const parent = (await mirror.fetch(['main'], signal)).get('main')!
    const page = repositories.git(PATH, 'rev-parse', 'main:index.md')
    expect((await readSizes(git, mirror.gitDir, [page])).size).toBe(0)

    const workspace = await createWorkspace(git, mirror, join(folder, 'job'), parent, signal)
    expect(readFileSync(join(workspace.directory, 'index.md'), 'utf8')).toBe('# Welcome\n')
    writeFileSync(join(workspace.directory, 'new.md'), '# New\n')
    const tree = await workspace.writeTree()
    const commit = await writeCommit(git, mirror.gitDir, { tree, parent, message: 'Add', at: 1_790_000_000_000 })

    const moved = repositories.git(PATH, 'commit-tree', '-p', 'main', '-m', 'Moved', 'main^{tree}')
    repositories.git(PATH, 'update-ref', 'refs/heads/main', moved)
    await mirror.push(commit, 'docwright/job', null, signal)
    expect(repositories.commitOf(PATH, 'docwright/job')).toBe(commit)

    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name)).includes(TOKEN)).toBe(false)
  })
})
