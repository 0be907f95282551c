// `npm run chaos -- NAME [--rounds N] [--seed S]`: one fault run. Prints a table, and as its last line one JSON object. Ends with
// status 1, after a list, when something that must always hold did not.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'

/** Every other file of this folder is a fault run of its name. */
interface Chaos {
  run(options: { rounds: number | null; seed: number }): Promise<Outcome>
}

interface Outcome {
  figures: Record<string, number>
  /** One sentence for each thing that broke. */
  violations: string[]
}

/** Larger seeds would not survive being read as a number. */
const SEED_MAX = 2 ** 31

const name = process.argv[2] ?? ''
const file = join(import.meta.dirname, `${name}.ts`)
if (!/^[a-z-]+$/.test(name) || name === 'main' || !existsSync(file)) {
  const names = readdirSync(import.meta.dirname).filter((entry) => entry.endsWith('.ts') && entry !== 'main.ts')
  fail(`there is no fault run \`${name}\``, `npm run chaos -- ${names.map((entry) => entry.slice(0, -3)).join(' | ')}`)
} else {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { rounds: { type: 'string' }, seed: { type: 'string' } },
  })
  const rounds = values.rounds === undefined ? null : Number(values.rounds)
  const seed = values.seed === undefined ? Math.floor(Math.random() * SEED_MAX) : Number(values.seed)
  if (rounds !== null && !(Number.isSafeInteger(rounds) && rounds > 0))
    fail('--rounds must be a whole number above 0', `npm run chaos -- ${name} --rounds 300`)
  else if (!(Number.isSafeInteger(seed) && seed >= 0)) fail('--seed must be a whole number', `npm run chaos -- ${name} --seed 42`)
  else {
    const chaos = (await import(pathToFileURL(file).href)) as Chaos
    const { figures, violations } = await chaos.run({ rounds, seed })
    for (const violation of violations) console.log(`VIOLATION ${violation}`)
    console.log(JSON.stringify({ ...figures, violations: violations.length, seed }))
    process.exitCode = violations.length > 0 ? 1 : 0
  }
}

function fail(mistake: string, advice: string): void {
  console.error(`Error: ${mistake}.\nTry: ${advice}`)
  process.exitCode = 1
}
