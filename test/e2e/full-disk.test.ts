import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createInstallation } from '../support/docwright-process.ts'

const installation = createInstallation({ DOCWRIGHT_LOG: 'silent' })
const data = join(installation.folder, 'data')

/** A disk of its own, of a few megabytes. Only the administrator may make one, and not everywhere. */
function mount(): boolean {
  try {
    mkdirSync(data)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', data], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const isMounted = mount()
afterAll(async () => {
  await installation.remove().catch(() => undefined)
  if (isMounted) execFileSync('umount', ['-l', data])
  rmSync(installation.folder, { recursive: true, force: true })
})

describe.skipIf(!isMounted)('a full disk', () => {
  it('refuses views with 507, goes on answering, loses nothing, and takes views again when there is space', async () => {
    const { url, projectId, key } = await installation.serve()
    const call = async (path: string, json?: unknown) => {
      const answer = await fetch(`${url}/v1/analytics/${projectId}/${path}`, {
        method: json === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    }
    let next = 0
    const send = () => {
      const events = Array.from({ length: 200 }, () => ({ id: `e${next}`, path: `/${'long-path-'.repeat(20)}${next++}` }))
      return call('events', events)
    }
    expect((await send()).status).toBe(202)
    // What another program left.
    for (let size = 4 * 1024 * 1024; size >= 4096; size /= 2)
      for (let part = 0; part < 4; part++) {
        try {
          writeFileSync(join(data, `other-${size}-${part}`), Buffer.alloc(size))
        } catch {
          break
        }
      }
    let accepted = 200
    let refused = await send()
    for (; refused.status === 202; refused = await send()) accepted += 200
    expect(refused.status).toBe(507)
    expect(refused.body.code).toBe('disk_full')
    expect(refused.headers.get('retry-after')).toBe('10')
    expect((await call('views')).body.totals.total).toBe(accepted)
    for (let size = 4 * 1024 * 1024; size >= 4096; size /= 2)
      for (let part = 0; part < 4; part++) rmSync(join(data, `other-${size}-${part}`), { force: true })
    expect((await send()).status).toBe(202)
    expect((await call('views')).body.totals.total).toBe(accepted + 200)
  })
})
