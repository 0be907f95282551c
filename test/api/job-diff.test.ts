import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const LARGE_LINE = `${'large '.repeat(16)}\n`

describe.each(ENGINES)('GET /v2/agent/{projectId}/job/{id}/diff on %s', (engine) => {
  let docs: TestService
  let repository: TestRepository
  let base: string

  beforeAll(async () => {
    repository = createRepository({
      'docs/start.md': '# Start\n\nOpen the workspace.\n',
      'docs/ünicode page.md': 'A workspace.\n',
      'docs/a-large.md': LARGE_LINE.repeat(9_000),
      'docs/b-large.md': LARGE_LINE.repeat(9_000),
    })
    docs = await startTestService({ engine, role: 'all', repository: repository.url })
    base = `/v2/agent/${docs.projectId}`
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  const run = async (prompt: string): Promise<string> => {
    const { id } = (await docs.request(`${base}/job`, { json: { prompt } })).body
    await docs.request(`${base}/job/${id}?wait=30`)
    return id
  }
  const diff = (id: string, headers: Record<string, string> = {}) => docs.request(`${base}/job/${id}/diff`, { headers })
  const asJson = async (id: string) => (await diff(id, { accept: 'application/json' })).body

  describe('200', () => {
    it('is a unified diff that can be applied', async () => {
      const id = await run('Replace "workspace" with "project"')
      const { status, text, headers } = await diff(id)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/x-diff; charset=utf-8')
      expect(headers.get('vary')).toBe('accept')
      expect(text).toContain('-Open the workspace.\n+Open the project.\n')
      const copy = mkdtempSync(join(tmpdir(), 'docwright-copy-'))
      execFileSync('git', ['clone', '--quiet', repository.path, copy])
      execFileSync('git', ['apply', '-'], { cwd: copy, input: text })
      expect(readFileSync(join(copy, 'docs/ünicode page.md'), 'utf8')).toBe('A project.\n')
      rmSync(copy, { recursive: true })
    })

    it('is the same with a list of files as JSON', async () => {
      const id = await run('Replace "workspace" with "project"')
      expect(await asJson(id)).toEqual({
        files: [
          { path: 'docs/start.md', status: 'modified', additions: 1, deletions: 1 },
          { path: 'docs/ünicode page.md', status: 'modified', additions: 1, deletions: 1 },
        ],
        diff: (await diff(id)).text,
        isTruncated: false,
        commit: repository.git('rev-parse', `docwright/${id}`),
      })
    })

    it('previews a changed page before and after, as HTML that is safe to show', async () => {
      const id = await run('Replace "workspace" with "<em>project</em>"')
      const preview = (path: string) => docs.request(`${base}/job/${id}/preview?path=${encodeURIComponent(path)}`)
      const { status, body } = await preview('docs/start.md')
      expect([status, body]).toEqual([
        200,
        {
          before: '<h3>Start</h3>\n<p>Open the workspace.</p>\n',
          after: expect.stringContaining('Open the &lt;em&gt;project&lt;/em&gt;.'),
        },
      ])
      for (const path of ['docs/a-large.md', '../secret', 'docs/start.md/']) expect((await preview(path)).status).toBe(404)
      expect((await docs.request(`${base}/job/${id}/preview`)).status).toBe(400)
    })

    it('covers all runs of the job, also while one is under way, and also when the last one changed nothing', async () => {
      const id = await run('Replace "Start" with "Begin"')
      await docs.request(`${base}/job/${id}/message`, { json: { prompt: 'Replace "Open" with "Enter"' } })
      await docs.request(`${base}/job/${id}?wait=30`)
      await docs.request(`${base}/job/${id}/message`, { json: { prompt: 'Replace "unicorn" with "horse"' } })
      const { text } = await diff(id)
      expect(text).toContain('+# Begin\n')
      expect(text).toContain('+Enter the workspace.\n')
      await docs.request(`${base}/job/${id}?wait=30`)
      expect((await diff(id)).text).toBe(text)
    })

    it('ends early with a whole file when it is too large, and says so', async () => {
      const id = await run('Replace "large" with "huge"')
      const answer = await diff(id)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-diff-truncated')).toBe('true')
      expect(answer.text.match(/^diff --git /gm)?.length).toBe(1)
      expect(answer.text.endsWith(`+${LARGE_LINE.replaceAll('large', 'huge')}`)).toBe(true)
      const body = await asJson(id)
      expect(body).toMatchObject({ isTruncated: true, files: [{ additions: 9_000 }, { additions: 9_000 }] })
      expect(body.diff).toBe(answer.text)
    })

    it('is read from the repository when the mirror was lost', async () => {
      const id = await run('Replace "Start" with "Home"')
      const before = (await diff(id)).text
      rmSync(join(docs.service.context.folder.path, 'mirrors'), { recursive: true })
      expect((await diff(id)).text).toBe(before)
    })
  })

  describe('304', () => {
    it('is for a client that has the diff', async () => {
      const id = await run('Replace "Start" with "Again"')
      const tag = (await diff(id)).headers.get('etag')!
      expect((await diff(id, { 'if-none-match': tag })).status).toBe(304)
      expect((await diff(id, { 'if-none-match': tag, accept: 'application/json' })).status).toBe(200)
    })
  })

  describe('401 and 403', () => {
    it('are for no key, and for a key that may only write', async () => {
      const { key } = await docs.newKey(docs.projectId, ['write'])
      expect((await docs.request(`${base}/job/job_x/diff`, { key: null })).status).toBe(401)
      expect((await docs.request(`${base}/job/job_x/diff`, { key })).status).toBe(403)
    })
  })

  describe('404', () => {
    it('no_changes is for a job that changed nothing', async () => {
      const answer = await diff(await run('Replace "unicorn" with "horse"'))
      expect(answer).toMatchObject({ status: 404, body: { code: 'no_changes' } })
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    })

    it('no_changes is for a change that is nowhere any more', async () => {
      const id = await run('Replace "Start" with "Gone"')
      rmSync(join(docs.service.context.folder.path, 'mirrors'), { recursive: true })
      repository.git('branch', '-D', `docwright/${id}`)
      expect(await diff(id)).toMatchObject({ status: 404, body: { code: 'no_changes' } })
    })

    it('is the same, to the byte, for a foreign and for a missing job', async () => {
      const other = await docs.newProject()
      const foreign = (await docs.request(`/v2/agent/${other.projectId}/job`, { key: other.key, json: { prompt: 'x' } })).body.id
      const headers = { 'x-request-id': 'same' }
      const answers = [await diff(foreign, headers), await diff('job_00000000000000000000000000', headers)]
      expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(answers[0]!.text).toBe(answers[1]!.text)
      expect(answers[0]!.text).toBe((await docs.request(`${base}/job/${foreign}`, { headers })).text)
    })
  })

  describe('503', () => {
    it('is for a repository that cannot be reached while the mirror is gone', async () => {
      const id = await run('Replace "Start" with "Away"')
      rmSync(join(docs.service.context.folder.path, 'mirrors'), { recursive: true })
      renameSync(repository.path, `${repository.path}-away`)
      const answer = await diff(id)
      renameSync(`${repository.path}-away`, repository.path)
      expect(answer).toMatchObject({ status: 503, body: { code: 'repository_unavailable' } })
      expect(answer.text).not.toContain(repository.path)
      expect(readdirSync(repository.path)).toContain('docs')
    })
  })
})
