import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createInstallation } from '../support/docwright-process.ts'
import { createEngine } from '../support/engines.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('two nodes on one PostgreSQL', () => {
  const open = async () => {
    const engine = await createEngine('postgres')
    const folder = mkdtempSync(join(tmpdir(), 'docwright-nodes-'))
    const installation = createInstallation({ DOCWRIGHT_DATABASE_URL: engine.databaseUrl!, DOCWRIGHT_LOG: 'warn' })
    cleanups.push(engine.remove, () => rmSync(folder, { recursive: true, force: true }), installation.remove)
    return { installation, folder, data: join(installation.folder, 'data') }
  }

  it('must have the same secret', async () => {
    const { installation, folder } = await open()
    const first = { DOCWRIGHT_SECRET: 'the-secret-of-the-first-node' }
    const second = { DOCWRIGHT_SECRET: 'the-secret-of-the-second-node', DOCWRIGHT_DATA: join(folder, 'second') }
    await installation.serve(first)
    const refused = await installation.run(['serve'], second)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^Error: this node has another secret than the database.*\nTry: set DOCWRIGHT_SECRET/)
    expect(refused.stderr).not.toContain(second.DOCWRIGHT_SECRET)
    const { checks } = JSON.parse((await installation.run(['doctor', '--json'], second)).stdout) as {
      checks: { name: string; ok: boolean }[]
    }
    expect(checks.find(({ name }) => name === 'Secrets')).toMatchObject({ ok: false })
    const joined = await installation.serve({ ...second, ...first })
    expect(await joined.end('SIGTERM')).toBe(0)
  })

  it('do not end each other’s work when the folder of one is a copy of the other’s', async () => {
    const { installation, folder, data } = await open()
    const first = await installation.serve()
    const copied = { DOCWRIGHT_DATA: join(folder, 'copy') }
    // As a volume that was cloned: the lock is not copied.
    cpSync(data, copied.DOCWRIGHT_DATA, { recursive: true })
    const copy = await installation.serve(copied)
    const nameOf = (path: string) =>
      (JSON.parse(readFileSync(join(path, 'docwright.json'), 'utf8')) as { instance: string }).instance
    expect(nameOf(copied.DOCWRIGHT_DATA)).not.toBe(nameOf(data))
    for (const service of [copy, first]) expect(await service.end('SIGTERM')).toBe(0)
  })
})
