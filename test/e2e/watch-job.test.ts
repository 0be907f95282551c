import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DocwrightClient, DocwrightError, type JobEvent } from '../../client/index.ts'
import { COMMAND, type Installation, createInstallation } from '../support/docwright-process.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'

let repository: TestRepository
let installation: Installation

beforeAll(() => {
  repository = createRepository({ 'guide.md': 'Hello World 0\n' })
  installation = createInstallation({ DOCWRIGHT_LOG: 'error' })
})
afterAll(async () => {
  await installation.remove()
  repository.remove()
})

describe('docwright job watch', () => {
  let projectId: string
  let jobId: string

  beforeAll(async () => {
    projectId = (await installation.json(['project', 'create', 'Docs', '--repository', repository.path])).projectId
  })
  const create = async (prompt: string): Promise<string> =>
    (await installation.json(['job', 'create', '--project', projectId, prompt])).id
  const parse = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as JobEvent)

  it('shows the job to its end, does the work itself where no service runs, and exits with 0', async () => {
    jobId = await create('Replace "World" with "Docwright"')
    const { code, stdout, stderr } = await installation.run(['job', 'watch', jobId])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').map((line) => line.slice(11))).toEqual([
      'message: Replace "World" with "Docwright"',
      'job is active',
      'mirror …',
      expect.stringMatching(/^mirror done in \d+\.\d s$/),
      'agent …',
      'check: 0 problems, 0 added, 0 fixed',
      expect.stringMatching(/^agent done in /),
      'policy …',
      expect.stringMatching(/^policy done in /),
      'commit …',
      expect.stringMatching(/^commit done in /),
      'push …',
      expect.stringMatching(/^push done in /),
      'pull-request …',
      expect.stringMatching(/^pull-request done in /),
      'used 1 turn',
      expect.stringMatching(/^pull request created: http:\/\/.*\/pull-requests\/[\w-]{32}$/),
      'job is completed',
      '',
    ])
    // No terminal, no cursor movements.
    expect(stdout).not.toContain('\u001b')
  })

  it('prints one event per line with --json, the same again each time', async () => {
    const first = await installation.run(['job', 'watch', jobId, '--json'])
    expect(first.code).toBe(0)
    const events = parse(first.stdout)
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)).toMatchObject({ kind: 'status', data: { status: 'completed', failure: null } })
    expect((await installation.run(['job', 'watch', jobId, '--json'])).stdout).toBe(first.stdout)
  })

  it('exits with 1 when the job failed, and says why', async () => {
    const failed = await create('Replace "a" with "b"')
    await installation.run(['job', 'cancel', failed])
    const { code, stdout } = await installation.run(['job', 'watch', failed])
    expect(code).toBe(1)
    expect(stdout).toContain('job is failed: The job was cancelled.')
  })

  it('exits with 1 for a job that is not there', async () => {
    const { code, stderr } = await installation.run(['job', 'watch', 'job_none'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/Error: there is no job job_none\.\nTry: /)
  })

  it('ends quietly when its reader has seen enough', async () => {
    const id = await create('Replace "unicorn" with "horse"')
    const watching = `"$0" "$1" job watch ${id} --json | head -n 1`
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', watching, process.execPath, COMMAND], {
      env: { PATH: process.env['PATH'], DOCWRIGHT_DATA: join(installation.folder, 'data'), DOCWRIGHT_LOG: 'silent' },
    })
    expect(parse(stdout).length).toBe(1)
    expect(stderr).toBe('')
  })

  it('is part of job create --watch', async () => {
    const shown = await installation.run(['job', 'create', '--project', projectId, 'Replace "Hello" with "Welcome"', '--watch'])
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/^Job job_\w+ is active\.\n[\s\S]*job is completed\n$/)
    const asJson = await installation.run(['job', 'create', '--project', projectId, 'Replace "x" with "y"', '--watch', '--json'])
    const [job, ...events] = parse(asJson.stdout)
    expect(job).toMatchObject({ id: expect.stringMatching(/^job_/), status: 'active' })
    expect(events.map((event) => event.kind)).toEqual(expect.arrayContaining(['message', 'step', 'usage', 'status']))
  })

  describe('docwright job diff', () => {
    it('prints the diff, and with --json the files', async () => {
      const { code, stdout } = await installation.run(['job', 'diff', jobId])
      expect(code).toBe(0)
      expect(stdout).toMatch(/^diff --git a\/guide\.md b\/guide\.md\n[\s\S]*\n-Hello World 0\n\+Hello Docwright 0\n$/)
      expect(await installation.json(['job', 'diff', jobId])).toEqual({
        files: [{ path: 'guide.md', status: 'modified', additions: 1, deletions: 1 }],
        diff: stdout,
        isTruncated: false,
      })
    })

    it.each([
      ['a job that is not there', () => 'job_none', 'there is no job job_none'],
      ['a job without a change', () => create('Replace "unicorn" with "horse"'), 'has not pushed any change yet'],
    ])('exits with 1 for %s', async (_what, id, message) => {
      const { code, stderr } = await installation.run(['job', 'diff', await id()])
      expect(code).toBe(1)
      expect(stderr).toContain(message)
      expect(stderr).toContain('Try: ')
    })
  })
})

describe('a watcher over HTTP', () => {
  it('loses and repeats no event when the service is killed in the middle of the job, again and again', async () => {
    const watched = createInstallation({ DOCWRIGHT_LOG: 'error' })
    try {
      let service = await watched.serve()
      const { projectId } = await watched.json(['project', 'create', 'Docs', '--repository', repository.path])
      const { key } = await watched.json(['key', 'create', '--project', projectId])
      const client = new DocwrightClient({ baseUrl: service.url, projectId, key })
      const job = await client.createJob({ prompt: 'Replace "World 0" with "World 1"' })
      const last = 12
      for (let count = 1; count < last; count++)
        await client.sendMessage(job.id, `Replace "World ${count}" with "World ${count + 1}"`)

      const received: JobEvent[] = []
      const killAt = new Set([15, 40, 60])
      for await (const event of client.watchJob(job.id)) {
        received.push(event)
        if (!killAt.has(event.seq)) continue
        await service.end('SIGKILL')
        service = await watched.serve({ PORT: new URL(service.url).port })
      }

      expect(received.map((event) => event.seq)).toEqual(received.map((_, index) => index + 1))
      expect(received.length).toBeGreaterThan(100)
      expect(received.at(-1)).toMatchObject({ kind: 'status', data: { status: 'completed', failure: null } })
      expect(received.filter((event) => event.kind === 'usage').length).toBe(last)
      const listed: JobEvent[] = []
      for (let after = 0; ;) {
        const { events, nextAfter } = await client.listEvents(job.id, { after, limit: 50 })
        if (events.length === 0) break
        listed.push(...events)
        after = nextAfter
      }
      expect(received).toEqual(listed)
      const { files, diff } = await client.getDiff(job.id)
      expect(files).toEqual([{ path: 'guide.md', status: 'modified', additions: 1, deletions: 1 }])
      expect(diff).toContain(`+Hello World ${last}\n`)
      expect(await service.end('SIGTERM')).toBe(0)
    } finally {
      await watched.remove()
    }
  })

  it('can leave early, and is told what another try cannot mend', async () => {
    const served = createInstallation({ DOCWRIGHT_LOG: 'error' })
    try {
      const service = await served.serve()
      const { projectId, key, url: baseUrl } = service
      const client = new DocwrightClient({ baseUrl, projectId, key })
      const job = await client.createJob({ prompt: 'Replace "page" with "sheet"' })
      const stop = new AbortController()
      const seen: string[] = []
      for await (const event of client.watchJob(job.id, { follow: true, signal: stop.signal })) {
        seen.push(event.kind)
        if (event.kind === 'status' && event.data.status === 'completed') stop.abort()
      }
      expect(seen.at(-1)).toBe('status')
      for await (const event of client.watchJob(job.id, { after: 2 })) {
        expect(event.seq).toBe(3)
        break
      }
      const missing = client.watchJob('job_none')
      await expect(missing.next()).rejects.toThrow(DocwrightError)
      await expect(client.getDiff('job_none')).rejects.toMatchObject({ problem: { status: 404, code: 'not_found' } })
      expect(await service.end('SIGTERM')).toBe(0)
    } finally {
      await served.remove()
    }
  })
})
