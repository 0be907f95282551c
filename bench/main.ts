// `npm run bench -- NAME`: one measured run. Prints a table, and as its last line one JSON object.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Every other file of this folder is a bench of its name. It prints its table and returns its figures. */
interface Bench {
  run(words: string[]): Figures | Promise<Figures>
}
type Figures = Record<string, number | string | null>

const [name = '', ...words] = process.argv.slice(2)
const file = join(import.meta.dirname, `${name}.ts`)
if (!/^[a-z-]+$/.test(name) || name === 'main' || !existsSync(file)) {
  const names = readdirSync(import.meta.dirname).filter((entry) => entry.endsWith('.ts') && entry !== 'main.ts')
  console.error(
    `Error: there is no bench \`${name}\`.\nTry: npm run bench -- ${names.map((entry) => entry.slice(0, -3)).join(' | ')}`,
  )
  process.exitCode = 1
} else {
  const bench = (await import(pathToFileURL(file).href)) as Bench
  console.log(JSON.stringify(await bench.run(words)))
}
