import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { openContext } from './context.ts'
import { startService } from './service.ts'

describe('a service that cannot start', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-service-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const config = () => readConfig({ PATH: process.env['PATH'], PORT: '0', DOCWRIGHT_DATA: join(folder, 'data') })
  const logTo = { write: () => undefined }

  it('lets go of the data folder when its worker fails, so that the next start has it', async () => {
    await (await openContext(config())).close()
    // A worker empties this folder first, and a file has no entries.
    const workspaces = join(folder, 'data', 'workspaces')
    writeFileSync(workspaces, '')
    await expect(startService(config(), { logTo })).rejects.toThrow(/ENOTDIR/)
    rmSync(workspaces)
    const service = await startService(config(), { logTo })
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
    await service.stop()
  })
})
