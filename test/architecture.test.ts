import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCircles } from './support/find-circles.ts'

const ROOT = join(import.meta.dirname, '..')

/** What each folder of src/ may import besides itself. Files directly in src/ put everything together and may import all. */
const MAY_IMPORT: Record<string, string[]> = {
  lib: [],
  database: ['lib'],
  projects: ['database', 'lib'],
  keys: ['database', 'lib'],
  people: ['database', 'lib'],
  secrets: ['database', 'lib'],
  analytics: ['database', 'lib'],
  git: ['lib'],
  markdown: [],
  site: ['git', 'markdown', 'lib'],
  policy: ['git', 'markdown', 'lib'],
  agents: ['policy', 'site', 'markdown', 'lib'],
  'pull-requests': ['git', 'database', 'lib'],
  codehosts: ['pull-requests', 'git', 'database', 'lib'],
  jobs: ['agents', 'policy', 'site', 'git', 'codehosts', 'pull-requests', 'projects', 'database', 'lib'],
  api: [
    'markdown',
    'jobs',
    'analytics',
    'keys',
    'people',
    'projects',
    'secrets',
    'site',
    'codehosts',
    'pull-requests',
    'git',
    'database',
    'lib',
    'version.ts',
  ],
  config: ['agents', 'analytics', 'people', 'lib'],
  cli: [
    'agents',
    'api',
    'jobs',
    'analytics',
    'keys',
    'people',
    'projects',
    'secrets',
    'codehosts',
    'pull-requests',
    'site',
    'git',
    'database',
    'lib',
    'wiring',
    'config.ts',
    'service.ts',
    'version.ts',
  ],
  wiring: [
    'jobs',
    'analytics',
    'people',
    'projects',
    'secrets',
    'agents',
    'site',
    'codehosts',
    'pull-requests',
    'git',
    'database',
    'lib',
    'config.ts',
    'version.ts',
  ],
}

/** Objects that are looked up only with words of our own, or with single characters, which no object has as a member. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'src/api/pages/dashboard-files.ts TYPES',
  'src/api/schemas/openapi.ts ANSWERS',
  'src/api/schemas/components.ts COMPONENTS',
  'src/api/plugins/problems.ts FRAMEWORK',
  'src/api/pages/html.ts ESCAPES',
  'src/git/diff.ts CHANGES',
  'src/cli/pull-request.ts ADVICE',
  'src/cli/key.ts UNIT_MS',
  'src/analytics/collect/formats/unescape-value.ts NAMED',
  'src/analytics/classify/identify.ts UNNAMED_AT',
  'dashboard/src/pages/jobs/new-job.tsx AGENTS',
])

/** The same within the store of views. Files directly in it are about all of its folders. */
const VIEW_STORE_MAY_IMPORT: Record<string, string[]> = {
  blocks: [],
  read: ['blocks'],
  write: ['blocks'],
  upkeep: ['blocks', 'write'],
  threads: ['blocks', 'read', 'write', 'upkeep', 'sqlite-engine.ts', 'postgres-engine.ts'],
}

/** The same among those who edit: none knows another, and all stand on one floor. */
const AGENTS_MAY_IMPORT: Record<string, string[]> = {
  files: [],
  prompt: ['files', 'agent.ts'],
  models: [],
  offline: ['agent.ts'],
  model: ['files', 'prompt', 'models', 'agent.ts', 'usage.ts'],
  acp: ['files', 'prompt', 'models', 'agent.ts', 'usage.ts'],
}

/** The same within a site. */
const SITE_MAY_IMPORT: Record<string, string[]> = {
  read: [],
  list: ['read'],
  check: ['read'],
  edit: ['read'],
  operations: ['edit', 'read'],
}

interface Source {
  path: string
  text: string
  /** Without comments: rules are about code. */
  code: string
}

function readSources(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => {
      const path = join(folder, name)
      const text = readFileSync(join(ROOT, path), 'utf8')
      return { path, text, code: text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '') }
    })
}

const sources = readSources('src')

/** All that is not a test by itself. */
const HOUSES = ['src', 'client', 'dashboard/src', 'bench', 'chaos', 'scripts', 'test/support']
const everything = [...sources, ...HOUSES.slice(1).flatMap(readSources)]

/** What each part imports of the others, types included. */
function graphOf(code: readonly Source[], partOf: (path: string) => string | undefined): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const source of code) {
    const part = partOf(source.path)
    if (part === undefined) continue
    const targets = graph.get(part) ?? new Set()
    for (const target of importsOf(source).map(partOf)) if (target !== undefined) targets.add(target)
    graph.set(part, targets)
  }
  return graph
}

/** The folder of src/, or of another one, that a file belongs to, or the file itself when it stands directly there. */
function roomOf(path: string, house = 'src'): string {
  return relative(house, path).split('/')[0]!
}

function foldersOf(house: string): string[] {
  const inside = sources.filter(({ path }) => path.startsWith(`${house}/`))
  return [...new Set(inside.map(({ path }) => roomOf(path, house)))].filter((room) => !room.endsWith('.ts')).sort()
}

function importsOf({ path, code }: Source): string[] {
  return [...code.matchAll(/\bfrom '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map((match) =>
    join(dirname(path), match[1] ?? match[2]!),
  )
}

/** Imports from one folder of a house to another that its rules do not have. */
function wrongImports(house: string, mayImport: Record<string, string[]>): string[] {
  const isInside = (path: string) => path.startsWith(`${house}/`)
  return sources
    .filter(({ path }) => isInside(path))
    .flatMap((source) => {
      const room = roomOf(source.path, house)
      if (room.endsWith('.ts')) return []
      return importsOf(source)
        .filter(isInside)
        .map((target) => roomOf(target, house))
        .filter((target) => target !== room && !mayImport[room]?.includes(target))
        .map((target) => `${source.path} → ${target}`)
    })
}

function offenders(isOffence: (source: Source) => boolean): string[] {
  return sources.filter(isOffence).map((source) => source.path)
}

/** All files and packages that a file loads. What is imported in the middle of a function is loaded later, and types are not at all. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set<string>([entry])
  for (const path of loaded) {
    const code = sources.find((one) => one.path === path)?.code ?? ''
    const imports = code.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm)
    for (const [, name = ''] of imports) loaded.add(name.startsWith('.') ? join(dirname(path), name) : name)
  }
  return loaded
}

describe('the architecture', () => {
  it('knows every folder of src/', () => {
    expect(foldersOf('src')).toEqual(Object.keys(MAY_IMPORT).sort())
  })

  it('has imports in one direction only', () => {
    expect(wrongImports('src', MAY_IMPORT)).toEqual([])
  })

  it('has no two files that need each other, not even for a type', () => {
    expect(findCircles(graphOf(everything, (path) => path))).toEqual([])
  })

  it('has no two rooms that need each other, directly or through others', () => {
    expect(findCircles(graphOf(sources, (path) => (path.startsWith('src/') ? roomOf(path) : undefined)))).toEqual([])
    expect(findCircles(graphOf(sources, (path) => /^src\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0]))).toEqual([])
    expect(findCircles(graphOf(everything, (path) => HOUSES.find((house) => path.startsWith(`${house}/`))))).toEqual([])
  })

  it('is as ARCHITECTURE.md draws it: all imports lead down, and a job and a view cross four rooms at most', () => {
    const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
    const lines = text.split('```')[1]!.split('\n')
    const floorOf = (room: string) => lines.findIndex((line) => new RegExp(`(?<![\\w-])${room}/`).test(line))
    const rooms = graphOf(sources, (path) => /^src\/([^/]+)\//.exec(path)?.[1])
    expect([...rooms.keys()].filter((room) => floorOf(room) < 0 || !text.includes(`| \`${room}/\``))).toEqual([])
    const isDown = (from: string, to: string) => from === to || floorOf(from) < floorOf(to) || floorOf(from) === floorOf('api')
    const upwards = [...rooms].flatMap(([from, targets]) =>
      [...targets].filter((to) => !isDown(from, to)).map((to) => `${from} → ${to}`),
    )
    expect(upwards).toEqual([])
    const roomsBelow = (room: string): number =>
      ['database', 'lib'].includes(room)
        ? 0
        : 1 + Math.max(0, ...[...rooms.get(room)!].filter((to) => to !== room).map(roomsBelow))
    expect(roomsBelow('jobs')).toBeLessThanOrEqual(4)
    expect(roomsBelow('analytics')).toBeLessThanOrEqual(4)
  })

  it('has imports in one direction within the store of views', () => {
    const folder = 'src/analytics/store'
    expect(foldersOf(folder)).toEqual(Object.keys(VIEW_STORE_MAY_IMPORT).sort())
    const plain = ['engine.ts', 'tables.ts', 'row-sums.ts', 'client-name.ts', 'site-day.ts']
    const rules = Object.entries(VIEW_STORE_MAY_IMPORT).map(([room, rooms]) => [room, [...rooms, ...plain]])
    expect(wrongImports(folder, Object.fromEntries(rules))).toEqual([])
  })

  it('has agents that know nothing of each other', () => {
    expect(foldersOf('src/agents')).toEqual(Object.keys(AGENTS_MAY_IMPORT).sort())
    expect(wrongImports('src/agents', AGENTS_MAY_IMPORT)).toEqual([])
  })

  it('reads a site before it lists, checks and edits it, and asks git only to list it', () => {
    expect(foldersOf('src/site')).toEqual(Object.keys(SITE_MAY_IMPORT).sort())
    expect(wrongImports('src/site', SITE_MAY_IMPORT)).toEqual([])
    const reachesGit = (source: Source) => importsOf(source).some((target) => target.startsWith('src/git/'))
    const outsideOfList = ({ path }: Source) => path.startsWith('src/site/') && !path.startsWith('src/site/list/')
    expect(offenders((source) => outsideOfList(source) && reachesGit(source))).toEqual([])
    // Otherwise agents, who may not, could reach git through it.
    const mayList = ({ path }: Source) => /^src\/(?:site\/list|wiring|api)\//.test(path)
    const lists = (source: Source) => importsOf(source).some((target) => target.startsWith('src/site/list/'))
    expect(offenders((source) => !mayList(source) && lists(source))).toEqual([])
  })

  it('has imports: the rules above look at something', () => {
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(150)
  })

  it('reads the environment in config.ts only', () => {
    // Samples show how the programs of others read theirs.
    const mayName = new Set(['src/config.ts', 'src/api/pages/reference/samples.ts'])
    expect(offenders(({ path, code }) => !mayName.has(path) && /process\.env/.test(code))).toEqual([])
  })

  it('has SQL in stores and database/ only', () => {
    const isStore = (path: string) => path.startsWith('src/database/') || /store(\.ts|\/)/.test(path)
    expect(
      offenders(({ path, code }) => !isStore(path) && /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(code)),
    ).toEqual([])
  })

  it('starts git in git/ only, and agent programs in their sandbox only', () => {
    const mayStart = (path: string) => path.startsWith('src/git/') || path === 'src/agents/acp/sandbox/sandbox.ts'
    expect(offenders(({ path, code }) => !mayStart(path) && /spawn\(|execFile\(|exec\(\s*['"`]git/.test(code))).toEqual([])
  })

  it('judges changes in policy/ without a disk, a program or a network, and knows of git only the list of paths', () => {
    const inside = sources.filter(({ path }) => path.startsWith('src/policy/'))
    expect(inside.length).toBeGreaterThan(5)
    expect(inside.filter(({ code }) => /from 'node:(?!timers)|\bfetch\(|process\./.test(code)).map(({ path }) => path)).toEqual(
      [],
    )
    const fromGit = inside.flatMap(importsOf).filter((path) => path.startsWith('src/git/'))
    expect([...new Set(fromGit)]).toEqual(['src/git/protected-paths.ts'])
  })

  it('reads the clock in lib/clock.ts only', () => {
    expect(
      offenders(({ path, code }) => path !== 'src/lib/clock.ts' && /Date\.now\(|new Date\(\)|performance\.now\(/.test(code)),
    ).toEqual([])
  })

  it('keeps no mutable state in modules', () => {
    expect(
      offenders(
        ({ code }) =>
          /^(?:export )?(?:let|var) /m.test(code) || /^(?:export )?const \w+(?:: [^=]+)? = new (?:Map|WeakMap)\(\)/m.test(code),
      ),
    ).toEqual([])
  })

  it('loads the libraries for models and agent programs only with a job that needs it', () => {
    const loaded = new Set(
      ['cli/serve', 'wiring/job-thread', 'jobs/agent-for', 'jobs/pipeline'].flatMap((name) => [...loadedWith(`src/${name}.ts`)]),
    )
    expect(loaded.has('src/agents/model/model-agent.ts')).toBe(true)
    expect(
      [...loaded].filter((name) => name === 'ai' || name === 'zod' || /^@(?:ai-sdk|agentclientprotocol)\//.test(name)),
    ).toEqual([])
  })

  it('has no agent on the thread that answers requests, and starts without one', () => {
    const agentWork = (entry: string) =>
      [...loadedWith(entry)].filter((path) =>
        /^src\/(?:agents\/offline\/|jobs\/pipeline\.ts|jobs\/steps\/run-agent\.ts)/.test(path),
      )
    expect(agentWork('src/agents/offline/work.ts').length).toBeGreaterThan(10)
    expect(agentWork('src/jobs/pipeline.ts').length).toBeGreaterThan(1)
    expect([...agentWork('src/cli/serve.ts'), ...agentWork('src/wiring/job-thread.ts')]).toEqual([])
  })

  it('loads for page views only what they need', () => {
    const loaded = loadedWith('src/cli/views.ts')
    expect(loaded.has('src/analytics/store/view-store.ts')).toBe(true)
    expect([...loaded].filter((name) => /^(?:fastify|pg|pino|src\/(?:api|jobs|git|site)\/.*)$/.test(name))).toEqual([])
    expect([...loadedWith('src/main.ts')].filter((name) => name.startsWith('src/cli/'))).toEqual([
      'src/cli/command-line.ts',
      'src/cli/errors.ts',
      'src/cli/help-examples.ts',
      'src/cli/as-typed.ts',
    ])
  })

  it('looks words of others up in maps: every object has a member `constructor`', () => {
    const sources = ['src', 'client', 'dashboard/src'].flatMap(readSources)
    const wrong = sources.flatMap(({ path, code }) =>
      [...code.matchAll(/\bconst ([A-Z][A-Z_]+): (?:Readonly<)?Record<string, .*= \{/g)].flatMap(([, name]) => {
        const isLookedUp = sources.some((other) => new RegExp(`\\b${name}\\[[a-z]`).test(other.code))
        const isAsked = sources.some((other) => other.code.includes(`Object.hasOwn(${name}, `))
        return isLookedUp && !isAsked && !OWN_WORDS.has(`${path} ${name}`) ? [`${path} ${name}`] : []
      }),
    )
    expect(wrong).toEqual([])
  })

  it('has no file that is several ideas', () => {
    expect(offenders(({ text, path }) => text.split('\n').length > 400 && !/\/(registry|style)\.ts$/.test(path))).toEqual([])
  })

  it('has a dashboard that knows the service through its client only', () => {
    const wrong = readSources('dashboard/src')
      .flatMap(importsOf)
      .filter((target) => !target.startsWith('dashboard/src/') && target !== 'client/index.ts')
    expect(wrong).toEqual([])
  })

  it('takes nothing from its own client but the reader of diffs, which the dashboard needs, too', () => {
    const taken = sources.flatMap(importsOf).filter((target) => target.startsWith('client/'))
    expect([...new Set(taken)]).toEqual(['client/parse-diff.ts'])
  })

  it('has a client without dependencies', () => {
    for (const { code } of readSources('client')) expect(code).not.toMatch(/\bfrom '(?!\.)/)
  })

  it('names in CONTRIBUTING.md only places that are there', () => {
    const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
    const places = [...text.matchAll(/`((?:src|test|dashboard|scripts|chaos)\/[\w./-]+)`/g)].map((found) => found[1]!)
    expect(places.length).toBeGreaterThan(25)
    expect(places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([])
  })

  it('names a test for every promise in SECURITY.md, and each of them is there', () => {
    const promises = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').split('## What Docwright promises')[1]!.split('\n## ')[0]!
    const sentences = promises.split('\n').filter((line) => line.startsWith('- '))
    expect(sentences.length).toBeGreaterThan(25)
    for (const sentence of sentences) {
      const files = [...sentence.matchAll(/`((?:test|src)\/[^`]+\.test\.ts)`/g)].map((found) => found[1]!)
      expect(files.length, sentence).toBeGreaterThan(0)
      const text = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
      for (const [, name] of sentence.matchAll(/"(?:… )?([^"…]+?)(?: …)?"/g)) expect(text, sentence).toContain(name)
    }
  })
})
