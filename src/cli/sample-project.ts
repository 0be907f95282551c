import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createKey } from '../keys/create-key.ts'
import { createProject } from '../projects/create-project.ts'
import { listProjects } from '../projects/store.ts'
import type { Context } from '../wiring/context.ts'

/** A small documentation site that gives the first job something to do. */
const PAGES: Record<string, string> = {
  'README.md': '# Acme documentation\n\nStart with the [introduction](docs/introduction.md).\n',
  'docs/introduction.md':
    '---\ntitle: Introduction\n---\n\n# Introduction\n\nA workspace holds your pages. Every workspace has its own keys.\n\n- [Create a workspace](guides/create-workspace.md)\n- [Invite people](guides/invite-people.md)\n',
  'docs/guides/create-workspace.md':
    '---\ntitle: Create a workspace\n---\n\n# Create a workspace\n\nOpen the dashboard and choose *New workspace*.\n\n```sh\nacme workspace create docs\n```\n',
  'docs/guides/invite-people.md':
    '---\ntitle: Invite people\n---\n\n# Invite people\n\nPeople who join see every page of the workspace.\n',
}

const PROMPT = 'Replace "workspace" with "project"'

export interface Sample {
  projectId: string
  key: string
  prompt: string
}

/** On a service without any project: one project with a repository on the built-in code host, and a key for it. */
export async function createSampleProject(context: Context): Promise<Sample | null> {
  const { databases, ids } = context
  if ((await listProjects(databases.main)).length > 0) return null
  const repository = await createRepository(context)
  const deps = { database: databases.main, ids }
  const project = await createProject(
    deps,
    { name: 'Sample', repository, ref: 'main', codeHost: 'builtin', agent: 'auto' },
    'setup',
  )
  const { secret } = await createKey(deps, {
    projectId: project.id,
    kind: 'admin',
    name: 'First key',
    scopes: ['read', 'write'],
    expiresInMs: null,
    actor: 'setup',
  })
  return { projectId: project.id, key: secret, prompt: PROMPT }
}

async function createRepository({ git, folder, clock }: Context): Promise<string> {
  const gitDir = join(folder.path, 'repositories', 'sample.git')
  const files = join(folder.path, 'repositories', 'sample.files')
  await rm(gitDir, { recursive: true, force: true })
  for (const [name, text] of Object.entries(PAGES)) {
    await mkdir(dirname(join(files, name)), { recursive: true, mode: 0o700 })
    await writeFile(join(files, name), text)
  }
  await git.text(['init', '--quiet', '--bare', '--initial-branch=main', '--template=', gitDir])
  const options = { gitDir, workTree: files, indexFile: join(gitDir, 'sample.index') }
  await git.text(['add', '--all', '--', '.'], options)
  const tree = await git.text(['write-tree'], options)
  const date = `${Math.floor(clock.now() / 1000)} +0000`
  const person = { NAME: 'Docwright', EMAIL: 'docwright@localhost', DATE: date }
  const env = Object.fromEntries(
    Object.entries(person).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]),
  )
  const commit = await git.text(['commit-tree', '-m', 'Start the documentation', tree], { gitDir, env })
  await git.text(['update-ref', 'refs/heads/main', commit], { gitDir })
  await rm(files, { recursive: true, force: true })
  await rm(options.indexFile, { force: true })
  return pathToFileURL(gitDir).href
}
