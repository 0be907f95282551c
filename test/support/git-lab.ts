import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeCommit } from '../../src/git/commit.ts'
import { compareTrees } from '../../src/git/compare-trees.ts'
import { type Git, createGit } from '../../src/git/git.ts'
import { type Mirror, type Mirrors, createMirrors } from '../../src/git/mirror.ts'
import { type Workspace, createWorkspace } from '../../src/git/workspace.ts'

/** A file of a tree that is made without git's checks. */
export interface LabFile {
  mode?: string
  /** Content, or with `id` the object itself. */
  content?: string | Buffer
  id?: string
}

/** A bare repository to read from, and all that the service has to work on it, in a folder of its own. */
export interface GitLab {
  folder: string
  url: string
  git: Git
  mirrors: Mirrors
  /** Runs git on the repository. */
  remote(words: string[], input?: string | Buffer): Promise<string>
  /** Makes `main` point to a new commit with exactly these files. */
  commit(files: Record<string, LabFile | string | Buffer>): Promise<string>
  openMirror(): Promise<Mirror>
  /** Fetches `main` and writes its files to a new folder. */
  openWorkspace(): Promise<{ mirror: Mirror; workspace: Workspace; parent: string }>
  /** The paths that differ between two trees or commits, sorted. */
  changed(gitDir: string, before: string, after: string): Promise<string[]>
  remove(): void
}

export const labSignal = (): AbortSignal => AbortSignal.timeout(60_000)

export async function createGitLab(): Promise<GitLab> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-lab-'))
  const git = createGit(process.env['PATH'] ?? '')
  const gitDir = join(folder, 'remote.git')
  await git.text(['init', '--quiet', '--bare', '--initial-branch=main', '--template=', gitDir])
  const remote = (words: string[], input?: string | Buffer) =>
    git.text(words, { gitDir, ...(input === undefined ? {} : { input }) })
  const mirrors = createMirrors(git, join(folder, 'mirrors'))
  const url = pathToFileURL(gitDir).href
  let count = 0
  const openMirror = () => mirrors.open({ url, protocol: 'file' })

  const commit: GitLab['commit'] = async (files) => {
    const lines: string[] = []
    for (const [path, file] of Object.entries(files)) {
      const { mode = '100644', content = '', id } = typeof file === 'string' || Buffer.isBuffer(file) ? { content: file } : file
      lines.push(`${mode} ${id ?? (await remote(['hash-object', '-w', '--no-filters', '--stdin'], content))}\t${path}\0`)
    }
    const options = { gitDir, indexFile: join(folder, `index-${count++}`) }
    await git.text(['update-index', '-z', '--index-info'], { ...options, input: lines.join('') })
    const tree = await git.text(['write-tree', '--missing-ok'], options)
    const before = await remote(['rev-parse', '--verify', '--quiet', 'refs/heads/main']).catch(() => null)
    const parent = before ? ['-p', before] : []
    const person = { NAME: 'Writer', EMAIL: 'writer@example.com', DATE: '1790000000 +0000' }
    const env = Object.fromEntries(
      Object.entries(person).flatMap(([name, value]) => [
        [`GIT_AUTHOR_${name}`, value],
        [`GIT_COMMITTER_${name}`, value],
      ]),
    )
    const made = await git.text(['commit-tree', ...parent, '-m', `Commit ${count}`, tree], { gitDir, env })
    await remote(['update-ref', 'refs/heads/main', made])
    return made
  }

  return {
    folder,
    url,
    git,
    mirrors,
    remote,
    commit,
    openMirror,
    openWorkspace: async () => {
      const mirror = await openMirror()
      const parent = (await mirror.fetch(['main'], labSignal())).get('main')!
      const workspace = await createWorkspace(git, mirror, join(folder, `workspace-${count++}`), parent, labSignal())
      return { mirror, workspace, parent }
    },
    changed: async (where, before, after) => (await compareTrees(git, where, before, after)).map(({ path }) => path).sort(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Commits and pushes a tree to a branch, as a run does. */
export async function publish(lab: GitLab, mirror: Mirror, parent: string, tree: string, branch: string): Promise<string> {
  const commit = await writeCommit(lab.git, mirror.gitDir, { tree, parent, message: 'Change\n', at: 1_790_000_000_000 })
  await mirror.push(commit, branch, null, labSignal())
  return commit
}
