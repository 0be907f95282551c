import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listKept } from '../../src/git/clean.ts'
import { cleanDisk } from '../../src/jobs/clean-disk.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe('a change that must not be published', () => {
  let docs: TestService
  let repository: TestRepository
  let base: string
  beforeAll(async () => {
    repository = createRepository({ 'docs/start.md': '# Start\n\nOpen the workspace.\n', 'docs/logo.png': 'pixels' })
    docs = await startTestService({ role: 'all', repository: repository.url })
    base = `/v2/agent/${docs.projectId}`
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  const run = async (prompt: string) => {
    const { body } = await docs.request(`${base}/job`, { json: { prompt } })
    return (await docs.request(`${base}/job/${body.id}?wait=30&include=failure,summary,diffStat`)).body
  }

  it('ends the job with the rule and the path, without the secret, and pushes nothing', async () => {
    const secret = ['AKIA', 'Z3Q8R1W6T0J5L2P9'].join('')
    const job = await run(`Replace "workspace" with "${secret}"`)
    expect(job).toMatchObject({ status: 'failed', prLink: null, failure: { code: 'policy_secret', hint: expect.any(String) } })
    expect(JSON.stringify(job.failure)).not.toContain(secret)
    expect(() => repository.git('rev-parse', '--verify', '--quiet', `docwright/${job.id}`)).toThrow()
  })

  it('can be followed by one that may', async () => {
    const job = await run('Replace "workspace" with "project"')
    expect(job).toMatchObject({ status: 'completed', diffStat: { files: 1 } })
    expect(repository.git('diff', '--name-only', 'main', `docwright/${job.id}`)).toBe('docs/start.md')
  })

  it('is forgotten with its job: an archived one leaves no ref behind', async () => {
    const job = await run('Replace "Open" with "Enter"')
    const { git, mirrors, clock, databases } = docs.service.context
    const clean = () => cleanDisk({ database: databases.main, git, mirrors, clock }, 1e9)
    const gitDir = join(mirrors.folder, readdirSync(mirrors.folder)[0]!)
    await clean()
    expect(await listKept(git, gitDir, 'jobs')).toContain(job.id)
    await docs.request(`${base}/job/${job.id}/archive`, { method: 'POST' })
    await clean()
    expect(await listKept(git, gitDir, 'jobs')).not.toContain(job.id)
  })
})

describe('a service that starts', () => {
  it('removes what a crashed one left', async () => {
    const data = join(mkdtempSync(join(tmpdir(), 'docwright-left-')), 'data')
    const first = await startTestService({ env: { DOCWRIGHT_DATA: data } })
    await first.stop()
    mkdirSync(join(data, 'workspaces/job_dead/files'), { recursive: true })
    mkdirSync(join(data, 'mirrors/a.git'), { recursive: true })
    writeFileSync(join(data, 'mirrors/a.git/packed-refs.lock'), '')
    const second = await startTestService({ role: 'all', env: { DOCWRIGHT_DATA: data } })
    expect(readdirSync(join(data, 'workspaces'))).toEqual([])
    expect(existsSync(join(data, 'mirrors/a.git/packed-refs.lock'))).toBe(false)
    await second.stop()
    // It was no mirror that git can read, so the first sweep took it away.
    expect(existsSync(join(data, 'mirrors/a.git'))).toBe(false)
    expect(second.log()).not.toContain('failed')
    rmSync(join(data, '..'), { recursive: true, force: true })
  })
})
