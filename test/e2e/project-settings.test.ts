import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateProject } from '../../src/projects/update-project.ts'
import type { SettingsChange } from '../../src/projects/settings.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe('the settings of a project, for jobs', () => {
  let docs: TestService
  let repository: TestRepository
  beforeAll(async () => {
    repository = createRepository({ 'docs/start.md': 'Open the workspace.\n' })
    docs = await startTestService({ role: 'all', repository: repository.url, env: { GITHUB_TOKEN: 'not-a-real-token-4711' } })
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  const change = (settings: SettingsChange) => {
    const { databases, ids } = docs.service.context
    return updateProject({ database: databases.main, ids }, docs.projectId, { settings }, 'test')
  }
  const run = async (prompt: string) => {
    const base = `/v2/agent/${docs.projectId}`
    const { body } = await docs.request(`${base}/job`, { json: { prompt } })
    return (await docs.request(`${base}/job/${body.id}?wait=30&include=failure`)).body
  }

  it('name the branch and the pull request', async () => {
    await change({ branchTemplate: 'documentation/{job}', titleTemplate: 'docs: {title}' })
    const job = await run('Replace "workspace" with "project" in docs/')
    expect(job).toMatchObject({ status: 'completed' })
    const branch = `documentation/${job.id}`
    expect(repository.git('log', '-1', '--format=%s', branch)).toMatch(/^docs: Replace "workspace"/)
    expect(await (await fetch(job.prLink)).text()).toContain(branch)
  })

  it('do not let a secret of the service out, whatever they are', async () => {
    const job = await run('Replace "workspace" with "not-a-real-token-4711" in docs/')
    expect(job).toMatchObject({ status: 'failed', failure: { code: 'policy_secret' } })
    expect(JSON.stringify(job)).not.toContain('4711')
  })

  it('are refused when they cannot be used, and stay as they were', async () => {
    await expect(change({ branchTemplate: 'main' })).rejects.toThrow('`settings.branchTemplate` must be a branch name')
    const job = await run('Replace "Open" with "Enter" in docs/')
    expect(repository.git('rev-parse', '--verify', `documentation/${job.id}`)).toMatch(/^[0-9a-f]{40}$/)
  })
})

describe.each(ENGINES)('the settings of a project, for its pages on %s', (engine) => {
  it('say how addresses become pages, from a few seconds after they were changed', async () => {
    const clock = createManualClock()
    const docs = await startTestService({ engine, clock })
    try {
      const { projectId, key } = await docs.newProject()
      const send = async (...paths: string[]) =>
        (await docs.request(`/v1/analytics/${projectId}/events`, { key, json: paths.map((path) => ({ path })) })).body
      await send('/docs/a/')
      const { databases, ids } = docs.service.context
      const paths = { basePath: '/docs', foldedLocales: ['de'], case: 'folded' as const }
      await updateProject({ database: databases.main, ids }, projectId, { settings: { paths } }, 'test')
      clock.advance(5_000)
      const sent = await send('/docs/a/', '/docs/de/A', '/blog/b')
      expect(sent).toMatchObject({ accepted: 2, rejected: [{ index: 2, message: expect.stringContaining('base path /docs') }] })
      const { body } = await docs.request(`/v1/analytics/${projectId}/views`, { key })
      expect(body.views.map((row: { path: string; total: number }) => [row.path, row.total])).toEqual([
        ['/a', 2],
        ['/docs/a', 1],
      ])
    } finally {
      await docs.stop()
    }
  })

  it('can leave AI search and training out of AI, also when recent views are judged again', async () => {
    const docs = await startTestService({ engine, clock: createManualClock() })
    try {
      const { projectId, key } = await docs.newProject()
      const { databases, ids, viewStore, rulesFor } = docs.service.context
      await updateProject({ database: databases.main, ids }, projectId, { settings: { ai: 'assistants' } }, 'test')
      const json = ['GPTBot/1.2', 'ChatGPT-User/1.0', 'OAI-SearchBot/1.0'].map((userAgent) => ({ path: '/a', userAgent }))
      await docs.request(`/v1/analytics/${projectId}/events`, { key, json })
      const totals = async () => (await docs.request(`/v1/analytics/${projectId}/views`, { key })).body.totals
      expect(await totals()).toEqual({ human: 0, ai: 1, total: 1 })
      await viewStore.maintain(rulesFor)
      expect(await totals()).toEqual({ human: 0, ai: 1, total: 1 })
    } finally {
      await docs.stop()
    }
  })
})
