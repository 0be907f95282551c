import { parseArgs } from 'node:util'

export type DatabaseName = 'sqlite' | 'postgres'

export interface ChaosOptions {
  /** Null for the run's own number. */
  rounds: number | null
  seed: number
  /** Null for every database that the run knows. */
  database: DatabaseName | null
  /** Services that share one PostgreSQL. SQLite has one service per data folder, whatever this says. */
  nodes: number
}

/** Larger seeds would not survive being read as a number. */
const SEED_MAX = 2 ** 31

/** Two find most of what any number finds; each node is a process or more. */
const NODES = 2
const NODES_MAX = 4

/** @param databases What the run can choose from; null when it has no choice. */
export function readOptions(
  words: string[],
  databases: readonly string[] | null,
): ChaosOptions | { mistake: string; example: string } {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: words, options: { rounds: text, seed: text, database: text, nodes: text } })
  const rounds = values.rounds === undefined ? null : Number(values.rounds)
  const seed = values.seed === undefined ? Math.floor(Math.random() * SEED_MAX) : Number(values.seed)
  const nodes = values.nodes === undefined ? NODES : Number(values.nodes)
  if (rounds !== null && !(Number.isSafeInteger(rounds) && rounds > 0))
    return { mistake: '--rounds must be a whole number above 0', example: '--rounds 300' }
  if (!(Number.isSafeInteger(seed) && seed >= 0)) return { mistake: '--seed must be a whole number', example: '--seed 42' }
  if (databases === null && (values.database ?? values.nodes) !== undefined)
    return { mistake: 'this run has neither --database nor --nodes', example: '--rounds 3' }
  if (databases !== null && values.database !== undefined && !databases.includes(values.database))
    return { mistake: `--database must be one of ${databases.join(', ')}`, example: `--database ${databases.at(-1)}` }
  if (!(Number.isSafeInteger(nodes) && nodes > 0 && nodes <= NODES_MAX))
    return { mistake: `--nodes must be a whole number from 1 to ${NODES_MAX}`, example: '--nodes 2' }
  if (values.database === 'sqlite' && values.nodes !== undefined && nodes > 1)
    return { mistake: 'SQLite belongs to one service', example: '--database postgres --nodes 2' }
  return { rounds, seed, database: (values.database as DatabaseName | undefined) ?? null, nodes }
}
