import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readConfig } from '../../src/config.ts'
import { type Context, openContext } from '../../src/wiring/context.ts'
import { COMMAND } from '../../test/support/docwright-process.ts'
import { giteaKind } from '../../test/support/gitea-stand-in.ts'
import { githubKind } from '../../test/support/github-stand-in.ts'
import { createDatabase } from '../../test/support/postgres.ts'
import { type Program, startProgram } from '../../test/support/program.ts'
import { type Random, createRandom } from '../../test/support/random.ts'
import { startStandIn } from '../../test/support/stand-in.ts'
import { type Pages, createPages } from './pages.ts'

/** Short, so that a stopped worker is past it soon. */
export const LEASE_SECONDS = 1

/** Nodes on one database must have the same. */
const SECRET = 'the-same-on-every-node-of-a-run'

/** By what the table and the folders call them. */
const NODE_NAMES = ['first', 'second', 'third', 'fourth']

const FORGE_WORKER = join(import.meta.dirname, 'forge-worker.ts')

/** A process that works on jobs; the faults happen to these. */
export interface Node {
  name: string
  /** Its data folder. */
  data: string
  program: Program
  /** How the store names it as the owner of a lease. */
  owner: string
  start(): Promise<void>
}

export interface FoundPullRequest {
  head: string
  headCommit: string
  /** Without the address of the service, which has another port after each start. */
  path: string
}

/** A whole installation with its repository and its code host. */
export interface World {
  name: string
  random: Random
  /** Of this process: for looking into the store, and for making projects. */
  context: Context
  pages: Pages
  /** As a project has it. */
  repository: string
  codeHost: 'builtin' | 'github' | 'gitea'
  nodes: Node[]
  apiUrl(): string
  /** Runs git in the repository that jobs push to. */
  git(...words: string[]): string
  /** The open pull requests, as the code host has them. */
  pullRequests(): Promise<FoundPullRequest[]>
  /** What the code host found wrong with the calls that it got. */
  complaints(): string[]
  close(): Promise<void>
}

export type WorldName = 'builtin-sqlite' | 'builtin-postgres' | 'forge-refuses-second' | 'forge-allows-second'

export interface WorldOptions {
  name: WorldName
  /** A folder of its own. */
  folder: string
  seed: number
  /** Processes that work on jobs; SQLite has one. */
  nodes: number
  /** Null where there is only SQLite. */
  postgresUrl: string | null
}

export async function createWorld(options: WorldOptions): Promise<World> {
  mkdirSync(options.folder, { recursive: true })
  const pages = createPages(options.folder)
  const base = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    DOCWRIGHT_LOG: 'warn',
    // No balancer has to hear of a stop.
    DOCWRIGHT_DRAIN_SECONDS: '0',
    DOCWRIGHT_LEASE_SECONDS: String(LEASE_SECONDS),
    ...(options.name === 'builtin-sqlite'
      ? {}
      : {
          DOCWRIGHT_DATABASE_URL: await createDatabase(options.postgresUrl!, options.name.replaceAll('-', '_')),
          DOCWRIGHT_SECRET: SECRET,
        }),
  }
  // On SQLite this is the folder of the service, too.
  const context = await openContext(readConfig({ ...base, DOCWRIGHT_DATA: join(options.folder, 'data') }))
  const parts = { options, pages, base, context }
  return options.name.startsWith('builtin') ? createBuiltinWorld(parts) : createForgeWorld(parts)
}

interface Parts {
  options: WorldOptions
  pages: Pages
  base: Record<string, string>
  context: Context
}

/** The service as people run it. With PostgreSQL there are several: each takes requests and works on jobs. */
async function createBuiltinWorld({ options, pages, base, context }: Parts): Promise<World> {
  const { folder, name, seed } = options
  const names = name === 'builtin-sqlite' ? ['data'] : NODE_NAMES.slice(0, options.nodes)
  const nodes = names.map((node) => createNode(node, join(folder, node), COMMAND, ['serve', '--json'], base))
  // Not the random numbers of the rounds: how many requests there are depends on how quick the machine is.
  const calls = createRandom(seed, `${name} calls`)
  return {
    name,
    random: createRandom(seed, name),
    context,
    pages,
    repository: pathToFileURL(pages.path).href,
    codeHost: 'builtin',
    nodes,
    apiUrl: () => urlOf(calls.pick(nodes)),
    git: pages.git,
    pullRequests: async () => {
      const rows = await context.databases.main.query.selectFrom('pull_request').selectAll().execute()
      return rows.map((row) => ({ head: row.head, headCommit: row.head_commit, path: `/pull-requests/${row.secret}` }))
    },
    complaints: () => [],
    close: () => close(context, nodes, folder),
  }
}

/** Workers on a code host that is reached over HTTP, and a service that only takes requests. */
async function createForgeWorld({ options, pages, base, context }: Parts): Promise<World> {
  const { folder, name, seed } = options
  const refusesSecond = name === 'forge-refuses-second'
  const kind = refusesSecond ? githubKind : giteaKind
  const codeHost = refusesSecond ? 'github' : 'gitea'
  const forge = await startStandIn(kind)
  forge.state.refusesSecond = refusesSecond
  const { repositories, path, url, token } = forge.state
  const git = (...words: string[]) => repositories.git(path, ...words)
  git('fetch', '--quiet', pages.path, '+main:main')
  const worker = (node: string) =>
    createNode(node, join(folder, node), FORGE_WORKER, [codeHost, url], { ...base, FORGE_TOKEN: token })
  const nodes = NODE_NAMES.slice(0, options.nodes).map(worker)
  const api = createNode('api', join(folder, 'api'), COMMAND, ['serve', '--json'], { ...base, DOCWRIGHT_ROLE: 'api' })
  await api.start()
  return {
    name,
    random: createRandom(seed, name),
    context,
    pages,
    repository: forge.repository,
    codeHost,
    nodes,
    apiUrl: () => urlOf(api),
    git,
    pullRequests: async () =>
      forge.state.pullRequests
        .filter((one) => one.state === 'open')
        .map(({ head, number }) => ({
          head,
          headCommit: git('rev-parse', `refs/heads/${head}`),
          path: `/${path}/${refusesSecond ? 'pull' : 'pulls'}/${number}`,
        })),
    complaints: () => forge.violations,
    close: async () => {
      await close(context, [...nodes, api], folder)
      await forge.close()
    },
  }
}

function createNode(name: string, data: string, script: string, words: string[], env: Record<string, string>): Node {
  const node: Node = {
    name,
    data,
    program: null as unknown as Program,
    owner: '',
    start: async () => {
      node.program = await startProgram(script, words, { ...env, DOCWRIGHT_DATA: data })
      const { instance } = JSON.parse(readFileSync(join(data, 'docwright.json'), 'utf8')) as { instance: string }
      node.owner = instance
    },
  }
  return node
}

/** Another one after each start. */
function urlOf(node: Node): string {
  return (JSON.parse(node.program.firstLine) as { url: string }).url
}

async function close(context: Context, nodes: Node[], folder: string): Promise<void> {
  await Promise.all(nodes.filter((node) => !node.program.hasEnded()).map((node) => node.program.endAll()))
  await context.close()
  rmSync(folder, { recursive: true, force: true })
}
