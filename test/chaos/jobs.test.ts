import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** A short run; people start the long one with `npm run chaos -- jobs`. */
const ROUNDS = 40

const MAIN = join(import.meta.dirname, '../../chaos/main.ts')

it('keeps every promise about jobs while its processes are killed and stopped', { timeout: 480_000 }, async () => {
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [MAIN, 'jobs', '--rounds', String(ROUNDS)],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout + stderr }),
    )
  })
  // The output has the seed, and names everything that broke.
  expect(code, output).toBe(0)
  const figures = JSON.parse(output.trimEnd().split('\n').at(-1)!) as Record<string, number>
  expect(figures).toMatchObject({ rounds: ROUNDS, violations: 0, seed: expect.any(Number) })
  expect(Object.keys(figures['worlds']!)).toEqual(
    expect.arrayContaining(['builtin-sqlite', 'builtin-postgres', 'forge-refuses-second', 'forge-allows-second']),
  )
  expect(figures['kills']! + figures['stops']!).toBe(ROUNDS)
  expect(figures['jobs']).toBeGreaterThanOrEqual(ROUNDS / 2)
  expect(figures['pull_requests']).toBeGreaterThan(figures['jobs']! / 2)
})
