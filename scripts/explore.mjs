// `npm run explore -- --minutes N`: the property tests with one new seed after the other, until one fails or the time is over.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes takes a number of minutes')

const files = globSync('{src,test}/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))
const end = Date.now() + minutes * 60_000
let seeds = 0
do {
  const seed = randomInt(2 ** 31)
  const env = { ...process.env, DOCWRIGHT_TEST_SEED: String(seed) }
  const { status } = spawnSync('vitest', ['run', '--reporter=dot', ...files], { stdio: 'inherit', env })
  seeds++
  if (status !== 0) {
    console.error(`Failed with seed ${seed}. Again: DOCWRIGHT_TEST_SEED=${seed} npx vitest run FILE`)
    process.exit(1)
  }
} while (Date.now() < end)
console.log(`${seeds} seeds, nothing found`)
