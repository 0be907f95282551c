import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createInstallation } from '../support/docwright-process.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const install = (env?: Record<string, string>) => {
  const installation = createInstallation(env)
  cleanups.push(installation.remove)
  return installation
}

const call = async (url: string, key: string, json?: unknown) => {
  const answer = await fetch(url, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  return { status: answer.status, body: await answer.json() }
}

describe('the first start', () => {
  it('prints the project id, the key and a curl line that works when pasted', async () => {
    const installation = install()
    const service = await installation.serve()
    expect(service.projectId).toMatch(/^prj_/)
    expect(service.key).toMatch(/^dw_/)
    const created = await call(`${service.url}/v2/agent/${service.projectId}/job`, service.key, {
      prompt: 'Replace "workspace" with "project"',
    })
    expect(created.status).toBe(201)
    const job = await call(`${service.url}/v2/agent/${service.projectId}/job/${created.body.id}?wait=30`, service.key)
    expect(job.body.status).toBe('completed')
    expect(await (await fetch(job.body.prLink)).text()).toMatch(/Create a (<mark>)?project/)
    expect(await service.end('SIGTERM')).toBe(0)

    const again = await installation.serve()
    expect(again.key).toBeUndefined()
    expect(again.stderr()).not.toContain(service.key)
    expect((await call(`${again.url}/v2/agent/${service.projectId}/job/${created.body.id}`, service.key)).status).toBe(200)
    expect(await again.end('SIGINT')).toBe(0)
    expect(service.stderr() + again.stderr()).not.toContain(service.key.slice(3, 20))
  })
})

describe('SIGTERM', () => {
  it('makes /ready 503 while requests still succeed, on every role', async () => {
    for (const role of ['all', 'worker']) {
      // Long enough for a busy machine to look in between; SIGINT cuts it short.
      const service = await install({ DOCWRIGHT_DRAIN_SECONDS: '300', DOCWRIGHT_ROLE: role }).serve()
      const statusOf = async (path: string) => (await fetch(service.url + path)).status
      expect([await statusOf('/ready'), await statusOf('/metrics')]).toEqual([200, 200])
      const ended = service.end('SIGTERM')
      await expect.poll(() => statusOf('/ready')).toBe(503)
      expect([await statusOf('/health'), await statusOf('/openapi.json')]).toEqual([200, 200])
      expect(await service.end('SIGINT')).toBe(1)
      await ended
    }
  })
})

describe('kill -9', () => {
  it('loses no job, message, key or view that was acknowledged, and the next start takes the work up at once', async () => {
    const installation = install({ DOCWRIGHT_LOG: 'error' })
    const first = await installation.serve()
    const { projectId, key } = first
    const acknowledged = { jobs: new Set<string>(), views: 0 }
    let service = first
    for (let round = 0; round < 5; round++) {
      const base = service.url
      let acknowledge = () => {}
      const isAcknowledged = new Promise<void>((resolve) => (acknowledge = resolve))
      const work = Array.from({ length: 6 }, async (_, index) => {
        const job = await call(`${base}/v2/agent/${projectId}/job`, key, {
          prompt: `Replace "page" with "sheet ${round}.${index}"`,
        })
        if (job.status === 201) {
          acknowledged.jobs.add(job.body.id)
          acknowledge()
        }
        const views = await call(`${base}/v1/analytics/${projectId}/events`, key, [{ path: '/a' }, { path: '/b' }])
        if (views.status === 202) acknowledged.views += views.body.accepted
      })
      const isDone = Promise.allSettled(work)
      // At any moment, but in the last round not before a job: a busy machine may take longer than all the others last.
      if (round === 4) await isAcknowledged
      else await Promise.race([isDone, new Promise((resolve) => setTimeout(resolve, 20 + round * 40))])
      await service.end('SIGKILL')
      await isDone
      service = await installation.serve()
    }
    expect(acknowledged.jobs.size).toBeGreaterThan(0)
    for (const id of acknowledged.jobs) {
      const job = await call(`${service.url}/v2/agent/${projectId}/job/${id}?wait=60&include=failure`, key)
      expect(job.body).toMatchObject({ status: 'completed', prLink: expect.stringContaining('/pull-requests/') })
    }
    const { body } = await call(`${service.url}/v1/analytics/${projectId}/views`, key)
    expect(body.totals.total).toBeGreaterThanOrEqual(acknowledged.views)
    // What was sent but not answered may have been counted; more than was sent may not.
    expect(body.totals.total).toBeLessThanOrEqual(5 * 6 * 2)
    expect(await service.end('SIGTERM')).toBe(0)
  })
})

describe('the process', () => {
  it('is small when idle', async () => {
    const service = await install().serve()
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8')
    const residentMegabytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024
    // Some 120 for requests, and 40 for the thread that waits for jobs.
    expect(residentMegabytes).toBeLessThan(190)
  })

  it('is not kept from ending by a connection that never sends a request', async () => {
    const service = await install().serve()
    const { port, hostname } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    expect(await service.end('SIGTERM')).toBe(0)
    await closed
  })

  it('leaves no child behind when it ends', async () => {
    const service = await install().serve()
    await call(`${service.url}/v2/agent/${service.projectId}/job`, service.key, { prompt: 'Replace "page" with "sheet"' })
    await service.end('SIGTERM')
    const children = execFileSync('ps', ['-eo', 'ppid='], { encoding: 'utf8' }).split('\n').map(Number)
    expect(children).not.toContain(service.pid)
  })
})
