import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCommand } from './check.ts'
import { UsageError } from './errors.ts'

let directory: string
let printed: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docwright-check-'))
  await mkdir(join(directory, 'docs'))
  await writeFile(join(directory, 'docs/a.md'), '# A\n\n[b](b.md)\n')
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  process.exitCode = undefined
  await rm(directory, { recursive: true, force: true })
})

async function check(...words: string[]): Promise<void> {
  await checkCommand().parseAsync(words, { from: 'user' })
}

describe('docwright check', () => {
  test('prints where each problem is and asks for exit status 1', async () => {
    await check(directory)
    expect(printed).toBe('docs/a.md:3  broken-link  The link to b.md leads nowhere.\n\n1 page and 1 link checked: 1 problem.\n')
    expect(process.exitCode).toBe(1)
  })

  test('prints the same as JSON', async () => {
    await check(directory, '--json')
    expect(JSON.parse(printed)).toMatchObject({
      pages: 1,
      links: 1,
      isComplete: true,
      problems: [{ code: 'broken-link', path: 'docs/a.md', line: 3, target: 'b.md' }],
    })
  })

  test('leaves the exit status alone when all is well', async () => {
    await writeFile(join(directory, 'docs/b.md'), '# B\n')
    await check(directory)
    expect(printed).toBe('2 pages and 1 link checked: no problems.\n')
    expect(process.exitCode).toBeUndefined()
  })

  test('says so when there is no such folder', async () => {
    await expect(check(join(directory, 'none'))).rejects.toThrow(UsageError)
  })
})
