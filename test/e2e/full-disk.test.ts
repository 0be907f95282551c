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

function logLine(path: string): string {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  return `198.51.100.7 - - [10/Jan/2026:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${agent}"\n`
}

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
    // The first question for unread pages needs a copy of the repository.
    const unread = await call('unread')
    expect(unread).toMatchObject({ status: 507, body: { code: 'disk_full', detail: expect.stringContaining('disk') } })
    const createJob = async () => {
      const answer = await fetch(`${url}/v2/agent/${projectId}/job`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'long '.repeat(20_000) }),
      })
      return { status: answer.status, body: await answer.json() }
    }
    // What the file of the database has already may still be used.
    let job = await createJob()
    for (let jobs = 0; job.status === 201 && jobs < 50; jobs++) job = await createJob()
    expect(job).toMatchObject({ status: 507, body: { code: 'disk_full' } })
    // An import meets the same disk: it says so, and goes on where it stopped once there is space.
    const log = join(installation.folder, 'access.log')
    const lines = Array.from({ length: 3000 }, (_, line) => logLine(`/line-${'long-path-'.repeat(20)}${line}`))
    writeFileSync(log, lines.join(''))
    const importing = ['views', 'import', '--project', projectId, log]
    const stopped = await installation.run(importing)
    expect(stopped.code).not.toBe(0)
    expect(stopped.stderr).toContain(`the disk that holds the data folder ${data} is full`)
    for (let size = 4 * 1024 * 1024; size >= 4096; size /= 2)
      for (let part = 0; part < 4; part++) rmSync(join(data, `other-${size}-${part}`), { force: true })
    expect((await send()).status).toBe(202)
    const resumed = await installation.run(importing)
    expect(resumed).toMatchObject({ code: 0 })
    expect((await call('views')).body.totals.total).toBe(accepted + 200 + lines.length)
  })
})
