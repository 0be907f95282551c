// Kills and stops the service while it works on jobs, and proves that every accepted job and message ended with exactly what was
// asked for: one branch and one pull request with the right content, and nothing left over.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '../src/lib/pool.ts'
import { startPostgresServer } from '../test/support/postgres.ts'
import { openBook } from './jobs/book.ts'
import { type Hit, type Tally, playRound } from './jobs/faults.ts'
import { STEPS } from './jobs/progress.ts'
import { type Proof, prove } from './jobs/proof.ts'
import type { ChaosOptions, DatabaseName } from './options.ts'
import { type WorldName, type WorldOptions, createWorld } from './jobs/world.ts'

const ROUNDS = 300

export const DATABASES: readonly DatabaseName[] = ['sqlite', 'postgres']

/** The first two are the service with its own code host; the others are workers on one that is reached over HTTP. */
const WORLDS: Readonly<Record<WorldName, DatabaseName>> = {
  'builtin-sqlite': 'sqlite',
  'builtin-postgres': 'postgres',
  'forge-refuses-second': 'postgres',
  'forge-allows-second': 'postgres',
}

/** Each is two or three processes that work; more would mostly wait for a processor. */
const WORLDS_AT_ONCE = 2

interface Result extends Tally, Proof {
  name: string
  rounds: number
  nodes: number
  seconds: number
}

export async function run(options: ChaosOptions) {
  const rounds = options.rounds ?? ROUNDS
  const names = (Object.keys(WORLDS) as WorldName[]).filter((name) => (options.database ?? WORLDS[name]) === WORLDS[name])
  console.log(`${rounds} rounds, seed ${options.seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'docwright-chaos-'))
  const postgres = options.database === 'sqlite' ? null : await startPostgresServer()
  try {
    const results: Result[] = []
    const pool = createPool(WORLDS_AT_ONCE)
    for (const [index, name] of names.entries()) {
      const share = Math.floor(rounds / names.length) + (index < rounds % names.length ? 1 : 0)
      const place = { folder: join(folder, name), seed: options.seed, nodes: options.nodes, postgresUrl: postgres?.url ?? null }
      if (share > 0) await pool.add(async () => void results.push(await playWorld(name, share, place)))
    }
    await pool.end()
    print(results)
    const figures = results.map(figuresOf)
    const { nodes: _, ...totals } = figures.reduce((sum, one) => addUp(sum, one))
    return {
      figures: {
        ...totals,
        worlds: Object.fromEntries(
          results.map(({ name, violations }, index) => [name, { ...figures[index], violations: violations.length }]),
        ),
      },
      violations: results.flatMap((result) => result.violations),
    }
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function figuresOf({ rounds, nodes, kills, stops, takeovers, jobs, pullRequests }: Result) {
  return { rounds, nodes, kills, stops, takeovers, jobs, pull_requests: pullRequests }
}

function addUp<Figures extends Record<string, number>>(one: Figures, other: Figures): Figures {
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, value + other[key]!])) as Figures
}

async function playWorld(name: WorldName, rounds: number, options: Omit<WorldOptions, 'name'>): Promise<Result> {
  const world = await createWorld({ ...options, name })
  const tally: Tally = { kills: 0, killsOfAll: 0, stops: 0, takeovers: 0, hits: new Map<Hit, number>() }
  const start = performance.now()
  try {
    const book = await openBook(world)
    for (const node of world.nodes) await node.start()
    for (let round = 0; round < rounds; round++) await playRound(world, book, tally)
    const proof = await prove(world, book)
    return {
      name,
      rounds,
      nodes: world.nodes.length,
      ...tally,
      ...proof,
      seconds: Math.round((performance.now() - start) / 1000),
    }
  } finally {
    await world.close()
  }
}

function print(results: Result[]): void {
  const columns = ['nodes', 'rounds', 'kills', 'of all', 'stops', 'taken over', 'jobs', 'pull requests', 'violations', 'seconds']
  console.log(['', ...columns].map((column, index) => (index === 0 ? column.padEnd(22) : column.padStart(14))).join(''))
  for (const result of results) {
    const { kills, killsOfAll, stops, takeovers, jobs, pullRequests, violations } = result
    const cells = [
      result.nodes,
      result.rounds,
      kills,
      killsOfAll,
      stops,
      takeovers,
      jobs,
      pullRequests,
      violations.length,
      result.seconds,
    ]
    console.log([result.name.padEnd(22), ...cells.map((cell) => String(cell).padStart(14))].join(''))
  }
  console.log('\nThe step that a job was at when a fault met its worker:')
  for (const hit of [...STEPS, 'idle'] as const) {
    const counts = results.map((result) => result.hits.get(hit) ?? 0)
    const total = counts.reduce((sum, count) => sum + count, 0)
    console.log(`${hit.padEnd(14)}${String(total).padStart(5)}  ${'#'.repeat(total)}`)
  }
  console.log()
}
