// Kills services and an import with SIGKILL while they count views, again and again: one service on SQLite, several that share a
// PostgreSQL. What was acknowledged, and every line of the log, must be counted exactly once in the end.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createRandom } from '../test/support/random.ts'
import type { ImportedLog } from '../src/analytics/collect/file-identity.ts'
import { type Config, readConfig } from '../src/config.ts'
import { openContext } from '../src/wiring/context.ts'
import { createKey } from '../src/keys/create-key.ts'
import { createProject } from '../src/projects/create-project.ts'
import { createDatabase, startPostgresServer } from '../test/support/postgres.ts'
import type { ChaosOptions, DatabaseName } from './options.ts'

const ROUNDS = 20
const SENDERS = 3
const BATCH_EVENTS = 40
/** A few seconds of work for an import with small transactions, so that it is at work when the kill comes. */
const LINES_PER_ROUND = 20_000
/** From the moment that the import has counted its first lines. */
const KILL_AFTER_MS_MAX = 1500

/** Of the faults that meet a service beside others: it is frozen and goes on, after its transactions were taken from it or before. */
const FREEZE_SHARE = 0.3
const FREEZE_MS_MAX = 1500
/** Longer than the database lets a transaction idle. */
const LONG_FREEZE_MS = 6500
const LONG_FREEZE_SHARE = 0.25

export const DATABASES: readonly DatabaseName[] = ['sqlite', 'postgres']

/** Nodes on one database must have the same. */
const SECRET = 'the-same-on-every-node-of-a-run'

const ROOT = join(import.meta.dirname, '..')
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

interface World {
  name: DatabaseName
  folder: string
  config: Config
  /** Of each service; the import has that of the first. */
  envs: Record<string, string>[]
  log: string
  projectId: string
  key: string
  random: () => number
  lines: number
  /** Batches by the number of their first event, until they are acknowledged. */
  open: Set<number>
  nextEvent: number
  acknowledged: number
  kills: { service: number; import: number }
  freezes: number
  /** Rounds that counted some more of the log, but not all: the next import had to go on in the middle. */
  cutImports: number
  /** The byte of the log that the ledger had after the last round. */
  reached: number
}

export async function run({ rounds: wanted, seed, database, nodes }: ChaosOptions) {
  const rounds = wanted ?? ROUNDS
  const names = database ? [database] : DATABASES
  const worlds: Record<string, ReturnType<typeof figuresOf> & { violations: number }> = {}
  const violations: string[] = []
  for (const [index, name] of names.entries()) {
    const share = Math.floor(rounds / names.length) + (index < rounds % names.length ? 1 : 0)
    if (share === 0) continue
    const played = await playWorld(name, share, { seed, nodes: name === 'sqlite' ? 1 : nodes })
    worlds[name] = { ...played.figures, violations: played.violations.length }
    violations.push(...played.violations)
  }
  const { violations: _violations, nodes: _nodes, ...sum } = Object.values(worlds).reduce((one, other) => addUp(one, other))
  return { figures: { ...sum, worlds }, violations }
}

async function playWorld(name: DatabaseName, rounds: number, options: { seed: number; nodes: number }) {
  const postgres = name === 'postgres' ? await startPostgresServer() : null
  const world = await createWorld(name, options, postgres && (await createDatabase(postgres.url, 'chaos')))
  try {
    for (let round = 1; round <= rounds; round++) {
      await killRound(world)
      console.log(
        `${name}, round ${round}: ${world.acknowledged} events acknowledged, ${world.lines} lines written, ` +
          `killed ${world.kills.service} services and ${world.kills.import} imports, froze ${world.freezes} services`,
      )
    }
    await lastRound(world)
    const counts = await compare(world)
    return {
      figures: figuresOf(world, rounds, counts),
      violations: Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([what, count]) => `${name}: ${count} views are ${what}`),
    }
  } finally {
    await postgres?.stop()
    rmSync(world.folder, { recursive: true, force: true })
  }
}

function figuresOf(world: World, rounds: number, { lost, doubled }: { lost: number; doubled: number }) {
  return {
    rounds,
    nodes: world.envs.length,
    acknowledged: world.acknowledged,
    lines: world.lines,
    killed_services: world.kills.service,
    killed_imports: world.kills.import,
    frozen_services: world.freezes,
    cut_imports: world.cutImports,
    lost,
    doubled,
  }
}

function addUp<Figures extends Record<string, number>>(one: Figures, other: Figures): Figures {
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, value + other[key]!])) as Figures
}

async function createWorld(
  name: DatabaseName,
  { seed, nodes }: { seed: number; nodes: number },
  databaseUrl: string | null,
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-chaos-'))
  const base = {
    PATH: process.env['PATH']!,
    PORT: '0',
    DOCWRIGHT_LOG: 'silent',
    ...(databaseUrl ? { DOCWRIGHT_DATABASE_URL: databaseUrl, DOCWRIGHT_SECRET: SECRET } : {}),
  }
  const envs = Array.from({ length: nodes }, (_, index) => ({ ...base, DOCWRIGHT_DATA: join(folder, `data-${index}`) }))
  const config = readConfig(envs[0])
  const context = await openContext(config)
  const deps = { database: context.databases.main, ids: context.ids }
  const project = await createProject(
    deps,
    { name: 'Chaos', repository: 'file:///nowhere.git', ref: 'main', codeHost: 'builtin', agent: 'offline' },
    'chaos',
  )
  const { secret } = await createKey(deps, {
    projectId: project.id,
    kind: 'admin',
    name: 'Chaos',
    scopes: ['write'],
    expiresInMs: null,
    actor: 'chaos',
  })
  await context.close()
  return {
    name,
    folder,
    config,
    envs,
    log: join(folder, 'access.log'),
    projectId: project.id,
    key: secret,
    random: createRandom(seed).next,
    lines: 0,
    open: new Set(),
    nextEvent: 0,
    acknowledged: 0,
    kills: { service: 0, import: 0 },
    freezes: 0,
    cutImports: 0,
    reached: 0,
  }
}

async function killRound(world: World): Promise<void> {
  writeLines(world)
  const services = await serveAll(world)
  const importing = startImport(world)
  const stopping = new AbortController()
  const sending = Array.from({ length: SENDERS }, () => sendUntil(world, services, stopping.signal))
  await Promise.race([once(importing.child.stdout!, 'data'), importing.ended])
  await delay(world.random() * KILL_AFTER_MS_MAX)
  const victim = world.random()
  // Either of them, or both in the same moment.
  if (victim < 0.67 && importing.child.exitCode === null) {
    importing.child.kill('SIGKILL')
    world.kills.import++
  }
  if (victim > 0.33) await breakService(world, services[Math.floor(world.random() * services.length)]!)
  await delay(world.random() * 200)
  stopping.abort()
  await Promise.all(sending)
  for (const { child } of services) child.kill('SIGKILL')
  importing.child.kill('SIGKILL')
  await Promise.all([...services, importing].map(({ ended }) => ended))
  if (await isCut(world)) world.cutImports++
}

async function breakService(world: World, { child }: Running): Promise<void> {
  if (world.envs.length === 1 || world.random() > FREEZE_SHARE) {
    child.kill('SIGKILL')
    world.kills.service++
    return
  }
  child.kill('SIGSTOP')
  world.freezes++
  await delay(world.random() < LONG_FREEZE_SHARE ? LONG_FREEZE_MS : world.random() * FREEZE_MS_MAX)
  child.kill('SIGCONT')
}

async function isCut(world: World): Promise<boolean> {
  const context = await openContext(world.config)
  const stored = await sql<{ log: string }>`select log from imported_log`.execute(context.databases.views.query)
  await context.close()
  const before = world.reached
  const [row] = stored.rows
  world.reached = row ? (JSON.parse(row.log) as ImportedLog).position.byte : 0
  return world.reached > before && world.reached < statSync(world.log).size
}

/** Nobody is killed: what was not acknowledged is sent again, as its senders would, and the import reads to the end. */
async function lastRound(world: World): Promise<void> {
  const services = await serveAll(world)
  for (const first of world.open) await send(world, pickUrl(world, services), first)
  for (const { child } of services) child.kill('SIGTERM')
  await Promise.all(services.map(({ ended }) => ended))
  const importing = startImport(world)
  const code = await importing.ended
  if (code !== 0 || world.open.size > 0)
    throw new Error(`the last import ended with ${code}, ${world.open.size} batches are open`)
}

function writeLines(world: World): void {
  const lines = Array.from({ length: LINES_PER_ROUND }, (_, index) => {
    const path = `/line/${world.lines + index}`
    return `198.51.100.7 - - [10/Jan/2026:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${AGENT}"\n`
  })
  appendFileSync(world.log, lines.join(''))
  world.lines += LINES_PER_ROUND
}

async function sendUntil(world: World, services: Serving[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Some of what an earlier round could not be sure of, now and then; else something new.
    const [known] = world.random() < 0.3 ? world.open : []
    const first = known ?? world.nextEvent
    if (known === undefined) world.nextEvent += BATCH_EVENTS
    if (!(await send(world, pickUrl(world, services), first).catch(() => false))) await delay(20)
  }
}

async function send(world: World, url: string, first: number): Promise<boolean> {
  world.open.add(first)
  const events = Array.from({ length: BATCH_EVENTS }, (_, index) => ({
    id: `event-${first + index}`,
    path: `/event/${first + index}`,
    userAgent: AGENT,
  }))
  const answer = await fetch(`${url}/v1/analytics/${world.projectId}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  })
  if (answer.status !== 202) return false
  if (world.open.delete(first)) world.acknowledged += BATCH_EVENTS
  return true
}

interface Running {
  child: ChildProcess
  ended: Promise<number | null>
}

interface Serving extends Running {
  url: string
}

/** What one service could not acknowledge is sent to any of them. */
function pickUrl(world: World, services: Serving[]): string {
  return services[Math.floor(world.random() * services.length)]!.url
}

function serveAll(world: World): Promise<Serving[]> {
  return Promise.all(world.envs.map(serve))
}

async function serve(env: Record<string, string>): Promise<Serving> {
  const running = start(env, [join(ROOT, 'bin/docwright.mjs'), 'serve', '--json'])
  for await (const line of createInterface({ input: running.child.stdout! })) {
    const { url } = JSON.parse(line) as { url: string }
    return { ...running, url }
  }
  throw new Error('the service did not start')
}

function startImport(world: World): Running {
  return start(world.envs[0]!, [join(ROOT, 'chaos/views/import-process.ts'), world.projectId, world.log])
}

function start(env: Record<string, string>, words: string[]): Running {
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

/** Every event and every line has a page of its own, so each page must have exactly one view. */
async function compare(world: World): Promise<{ lost: number; doubled: number; foreign: number }> {
  const context = await openContext(world.config)
  const pages = await context.viewStore.rank(world.projectId, { from: null, to: null })
  await context.close()
  const counts = new Map(pages.rows(0, pages.length).map((page) => [page.path, page.total]))
  let lost = 0
  let doubled = 0
  const expectOnce = (path: string) => {
    const count = counts.get(path) ?? 0
    if (count === 0) lost++
    if (count > 1) doubled++
    counts.delete(path)
  }
  for (let line = 0; line < world.lines; line++) expectOnce(`/line/${line}`)
  for (let event = 0; event < world.nextEvent; event++) expectOnce(`/event/${event}`)
  return { lost, doubled, foreign: counts.size }
}
