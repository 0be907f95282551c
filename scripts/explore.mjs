// `npm run explore -- --minutes N`: the property and stall tests with one new seed after another, until one fails or time is up.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes takes a number of minutes')

const files = globSync('{src,test}/**/*.test.ts').filter((file) =>
  /DOCWRIGHT_TEST_SEED|from 'fast-check'/.test(readFileSync(file, 'utf8')),
)
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
