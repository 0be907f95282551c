// `npm test`: the checks, then all tests. Ends with a plain line that counts both. Words after `--` go to vitest.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.mjs'

const words = process.argv.slice(2)
const checks = runChecks()

const folder = mkdtempSync(join(tmpdir(), 'docwright-report-'))
const report = join(folder, 'vitest.json')
const run = spawnSync('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...words], {
  stdio: 'inherit',
})

let tests = { passed: 0, failed: 1 }
try {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that cannot be loaded has no failed test in it, but is a failure all the same.
  const isBroken = (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed')
  tests = { passed: numPassedTests, failed: numFailedTests + testResults.filter(isBroken).length }
} catch (error) {
  console.error(`vitest wrote no report: ${error.message}`)
}
rmSync(folder, { recursive: true, force: true })

const passed = checks.passed + tests.passed
const failed = checks.failed + tests.failed + (run.status !== 0 && tests.failed === 0 ? 1 : 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
