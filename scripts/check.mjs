// `npm run check`: everything that can be said about the code without running it. All steps run, so that one report names all faults.
import { spawnSync } from 'node:child_process'

const PERMISSIVE = 'MIT;MIT-0;ISC;Apache-2.0;BSD-2-Clause;BSD-3-Clause;0BSD;BlueOak-1.0.0;Unlicense;CC0-1.0'

const STEPS = [
  ['types', 'tsc', '--project', '.'],
  ['types of the pages', 'tsc', '--project', 'dashboard'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings', '.'],
  ['format', 'oxfmt', '--check', '.'],
  ['unused code', 'knip', '--no-config-hints'],
  ['prose', 'node', 'scripts/check-prose.ts'],
  // What is shipped. Tools for development may have other licences; they are not handed on. Neither is lightningcss (MPL-2.0),
  // with which Vite shortens the style sheet when the pages are built; nothing of it is in them.
  [
    'licences',
    'license-checker-rseidelsohn',
    '--production',
    '--excludePrivatePackages',
    '--excludePackagesStartingWith=lightningcss',
    '--summary',
    '--onlyAllow',
    PERMISSIVE,
  ],
]

export function runChecks() {
  let failed = 0
  for (const [name, command, ...words] of STEPS) {
    const start = process.hrtime.bigint()
    const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    const seconds = (Number(process.hrtime.bigint() - start) / 1e9).toFixed(1)
    console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (status === 0) continue
    failed++
    console.log(`${stdout ?? ''}${stderr ?? ''}`)
  }
  return { passed: STEPS.length - failed, failed }
}

if (process.argv[1] === import.meta.filename) process.exitCode = runChecks().failed > 0 ? 1 : 0
