// `npm run chaos -- NAME [--rounds N] [--seed S]`: one fault run. Prints what it did, and as its last line one JSON object.
// Exit status 1 when an invariant broke.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

/** Every other file of this folder that is named after what it breaks is a run of its name. */
interface Chaos {
  run(options: { rounds: number | undefined; seed: number }): Promise<{ broken: string[] } & Record<string, unknown>>
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const [name = ''] = positionals
const file = join(import.meta.dirname, `${name}.ts`)
if (!/^[a-z]+$/.test(name) || name === 'main' || !existsSync(file)) {
  const names = readdirSync(import.meta.dirname).filter((entry) => /^[a-z]+\.ts$/.test(entry) && entry !== 'main.ts')
  console.error(
    `Error: there is no chaos \`${name}\`.\nTry: npm run chaos -- ${names.map((entry) => entry.slice(0, -3)).join(' | ')}`,
  )
  process.exitCode = 1
} else {
  const chaos = (await import(pathToFileURL(file).href)) as Chaos
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  const result = await chaos.run({ rounds, seed: Number(values.seed) })
  console.log(JSON.stringify(result))
  if (result.broken.length > 0) process.exitCode = 1
}
