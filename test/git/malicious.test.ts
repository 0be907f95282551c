import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { AGENT_CASES } from '../support/malicious-agents.ts'
import type { MaliciousResult } from '../support/malicious-lab.ts'
import { SETTINGS_CASES } from '../support/malicious-settings.ts'
import { TREE_CASES } from '../support/malicious-trees.ts'

const CASES = [...SETTINGS_CASES, ...TREE_CASES, ...AGENT_CASES]
/** Five seconds of one processor, for the service and the programs it starts. The costliest case takes 1.3. */
const CPU_MILLISECONDS_MAX = 5_000
/** Of most systems' `nobody`. */
const NOBODY = 65_534

/** The same with and without the powers of root, which see and may more than any check expects. */
const USERS: [string, number | null][] =
  process.getuid?.() === 0
    ? [
        ['root', null],
        ['nobody', NOBODY],
      ]
    : [['this user', null]]

function runAll(uid: number | null): Promise<Map<string, MaliciousResult>> {
  const script = join(import.meta.dirname, '../support/run-malicious-cases.ts')
  const user = uid === null ? {} : { uid, gid: uid }
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent' }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script], { ...user, env, cwd: '/', maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      if (error) return reject(error)
      const results = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as MaliciousResult)
      return resolve(new Map(results.map((result) => [result.name, result])))
    })
  })
}

const runs = new Map(USERS.map(([name, uid]) => [name, runAll(uid)]))

it('the traps of these tests spring on git as it comes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-control-'))
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'pipe' })
  git('init', '--quiet')
  git('config', 'filter.evil.clean', 'touch trapped; cat')
  writeFileSync(join(folder, '.gitattributes'), '*.md filter=evil\n')
  writeFileSync(join(folder, 'page.md'), 'x')
  git('add', '--all')
  expect(existsSync(join(folder, 'trapped'))).toBe(true)
  rmSync(folder, { recursive: true })
})

describe.each(USERS)('hostile repositories and agents, as %s', (user) => {
  let results: Map<string, MaliciousResult>
  beforeAll(async () => {
    results = await runs.get(user)!
  }, 600_000)

  it.each(CASES)('$name', ({ name, refused, adds = [] }) => {
    const result = results.get(name)!
    expect(result).toMatchObject({ isTrapped: false, isLeaked: false, isVictimTouched: false, requests: 0, isLeftBehind: false })
    expect(result.cpuMilliseconds).toBeLessThan(CPU_MILLISECONDS_MAX)
    if (result.code === null) {
      expect(refused ?? ['nothing']).toContain('nothing')
      expect(result.paths).toEqual(['page.md', ...adds].sort())
      return
    }
    expect(refused ?? [], result.message).toContain(result.code)
    // A sentence that names no place on the machine, and something to do.
    expect(result.message).toMatch(/^[A-Z].{20,}$/)
    expect(result.message).not.toContain('docwright-lab-')
    expect(result.hint).toMatch(/^[A-Z].{10,}\.$/)
  })

  it('are forty and more', () => {
    expect(results.size).toBeGreaterThanOrEqual(40)
    expect(results.size).toBe(CASES.length)
  })
})
