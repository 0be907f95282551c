import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { openContext } from '../../src/wiring/context.ts'
import { type Serving, createInstallation } from '../support/docwright-process.ts'
import { openModelPlace } from '../support/model-place.ts'
import { createRepository } from '../support/repository.ts'
import { startScriptedModel } from '../support/scripted-model.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Words that no dictionary has, each of them another: a spelling job looks for the right one for seconds. */
function misspelt(page: number): string {
  const letters = 'bcdfghjklmnpqrstvwxz'
  const word = (index: number) => {
    let rest = page * 1009 + index * 7919 + 1
    return Array.from({ length: 9 }, (_, place) => {
      rest = (rest * 48_271) % 2_147_483_647
      return place % 2 === 0 ? letters[rest % letters.length] : 'aeiou'[rest % 5]
    }).join('')
  }
  const line = (index: number) => Array.from({ length: 10 }, (_, place) => word(index * 10 + place)).join(' ')
  return `# Page ${page}\n\n${Array.from({ length: 30 }, (_, index) => line(index)).join('\n')}\n`
}

/** Hundredths of a second that each thread of a process has computed so far, by its id. The first thread has the id of the process. */
function processorTimes(pid: number): Map<number, number> {
  return new Map(
    readdirSync(`/proc/${pid}/task`).map((id) => {
      const fields = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return [Number(id), Number(fields[11]) + Number(fields[12])]
    }),
  )
}

async function request(service: Serving, path: string, key: string, json?: object): Promise<any> {
  const answer = await fetch(service.url + path, {
    method: json ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(json ? { 'content-type': 'application/json' } : {}) },
    body: json ? JSON.stringify(json) : null,
  })
  return answer.json()
}

describe('jobs on a thread of their own', () => {
  it.runIf(process.platform === 'linux')('leave the thread alone that answers requests, however much they compute', async () => {
    const repository = createRepository(
      Object.fromEntries(Array.from({ length: 120 }, (_, page) => [`docs/page-${page}.md`, misspelt(page)])),
    )
    const installation = createInstallation()
    cleanups.push(repository.remove, installation.remove)
    const { projectId } = await installation.json(['project', 'create', 'Large', '--repository', repository.path])
    const { key } = await installation.json(['key', 'create', '--project', projectId])
    const service = await installation.serve()
    const before = processorTimes(service.pid)
    const { id } = await request(service, `/v2/agent/${projectId}/job`, key, { prompt: 'Fix the spelling mistakes' })
    for (let count = 0; count < 10; count++) expect((await fetch(`${service.url}/health`)).status).toBe(200)
    const job = await request(service, `/v2/agent/${projectId}/job/${id}?wait=60`, key)
    expect(job.status).toBe('completed')
    const spent = [...processorTimes(service.pid)].map(([thread, time]) => ({ thread, time: time - (before.get(thread) ?? 0) }))
    const answering = spent.find(({ thread }) => thread === service.pid)!
    const [busiest] = spent.toSorted((one, other) => other.time - one.time)
    // The job is large enough to tell, and what it took is not on the bill of the first thread.
    expect(busiest!.time).toBeGreaterThan(20)
    expect(answering.time).toBeLessThan(busiest!.time / 2)
  })

  it('hear of a cancelled job at once', async () => {
    const hanging = Promise.withResolvers<never>()
    const asked = Promise.withResolvers<void>()
    const model = await startScriptedModel(() => {
      asked.resolve()
      return hanging.promise
    })
    // No renewal of the lease tells the worker within the time of the test.
    const place = await openModelPlace({ 'a.md': 'A\n' }, { ...model.env('chat'), DOCWRIGHT_LEASE_SECONDS: '3600' })
    cleanups.push(model.close, place.close)
    const { id } = await place.create('Do something')
    await asked.promise
    await place.docs.request(`${place.base}/job/${id}/cancel`, { method: 'POST' })
    await vi.waitFor(() => expect(place.docs.log()).toContain('the job was stopped or taken over'), { timeout: 20_000 })
    hanging.reject(new Error('the test is over'))
  })

  it('end the process when they fail, with a line that holds no secret, and the next start does what was left', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docwright-crash-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    const [trigger, preload] = [join(folder, 'now'), join(folder, 'crash.mjs')]
    writeFileSync(
      preload,
      `import { existsSync } from 'node:fs'
       import { isMainThread, workerData } from 'node:worker_threads'
       if (!isMainThread && workerData.entry.endsWith('job-thread.ts'))
         setInterval(() => {
           if (existsSync(${JSON.stringify(trigger)})) throw new Error('broken by ' + process.env.DOCWRIGHT_SECRET)
         }, 10)`,
    )
    const secret = 'a-secret-that-no-line-may-hold'
    const installation = createInstallation({ DOCWRIGHT_SECRET: secret })
    cleanups.push(installation.remove)
    const service = await installation.serve({ NODE_OPTIONS: `--import=${preload}` })
    const { projectId, key } = service
    writeFileSync(trigger, '')
    // Whatever becomes of this request.
    const asked = await request(service, `/v2/agent/${projectId}/job`, key, {
      prompt: 'Replace "workspace" with "project"',
    }).catch(() => null)
    expect(await service.end('SIGCONT')).toBe(2)
    expect(service.stderr()).toContain('the thread that works on jobs failed')
    expect(service.stderr()).toContain('broken by [redacted]')
    expect(service.stderr()).not.toContain(secret)
    const again = await installation.serve()
    if (asked) {
      const job = await request(again, `/v2/agent/${projectId}/job/${asked.id}?wait=30`, key)
      expect(job.status).toBe('completed')
    }
    expect(await again.end('SIGTERM')).toBe(0)
  })

  it('let go of the data folder when they cannot start, so that the next start has it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docwright-service-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    const config = readConfig({ PATH: process.env['PATH'], PORT: '0', DOCWRIGHT_DATA: join(folder, 'data') })
    const logTo = { write: () => undefined }
    await (await openContext(config)).close()
    // A worker empties this folder first, and a file has no entries.
    const workspaces = join(folder, 'data', 'workspaces')
    writeFileSync(workspaces, '')
    await expect(startService(config, { logTo })).rejects.toThrow(/ENOTDIR/)
    rmSync(workspaces)
    const service = await startService(config, { logTo })
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
    await service.stop()
  })
})
