// `npm run chaos -- NAME [--rounds N] [--seed S] [--database sqlite|postgres] [--nodes N]`: one fault run. Prints a table, and as its
// last line one JSON object. Ends with status 1, after a list, when something that must always hold did not.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ChaosOptions, readOptions } from './options.ts'

/** The files of this folder that aren't a fault run. */
const NO_RUNS = new Set(['main', 'options'])

interface Chaos {
  /** Only for runs that can choose. */
  DATABASES?: readonly string[]
  run(options: ChaosOptions): Promise<Outcome>
}

interface Outcome {
  /** Of the whole run, and in `worlds` of each installation that it played with. */
  figures: Record<string, number | Record<string, Record<string, number>>>
  /** One sentence for each thing that broke. */
  violations: string[]
}

const name = process.argv[2] ?? ''
const file = join(import.meta.dirname, `${name}.ts`)
if (!/^[a-z-]+$/.test(name) || NO_RUNS.has(name) || !existsSync(file)) {
  const names = readdirSync(import.meta.dirname)
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => entry.slice(0, -3))
  const runs = names.filter((entry) => !NO_RUNS.has(entry))
  fail(`there is no fault run \`${name}\``, `npm run chaos -- ${runs.join(' | ')}`)
} else {
  const chaos = (await import(pathToFileURL(file).href)) as Chaos
  const options = readOptions(process.argv.slice(3), chaos.DATABASES ?? null)
  if ('mistake' in options) fail(options.mistake, `npm run chaos -- ${name} ${options.example}`)
  else {
    const { figures, violations } = await chaos.run(options)
    for (const violation of violations) console.log(`VIOLATION ${violation}`)
    console.log(JSON.stringify({ ...figures, violations: violations.length, seed: options.seed }))
    process.exitCode = violations.length > 0 ? 1 : 0
  }
}

function fail(mistake: string, advice: string): void {
  console.error(`Error: ${mistake}.\nTry: ${advice}`)
  process.exitCode = 1
}
