import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateProject } from '../../src/projects/update-project.ts'
import { type ModelPlace, openModelPlace } from '../support/model-place.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { MODEL_KEY, type ScriptedModel, type WireFormatName, startScriptedModel } from '../support/scripted-model.ts'
import type { Reply } from '../support/scripted-reply.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestService, type TestServiceOptions, startTestService } from '../support/test-service.ts'

const FORMATS: [WireFormatName, string][] = [
  ['chat', 'compatible/scripted'],
  ['responses', 'openai/scripted'],
  ['messages', 'anthropic/scripted'],
  ['google', 'google/scripted'],
]

const edit = (path: string, old: string, next: string): Reply => ({ calls: [{ name: 'edit', input: { path, old, new: next } }] })
const DONE: Reply = { text: 'Change the page\n\nChanged `docs/a.md`.' }

const PAGES = {
  'docs/a.md': '# A\n\nOpen the workspace.\n\nSee [b](b.md).\n',
  'docs/b.md': '# B\n',
  'AGENTS.md': 'Write short sentences.\n',
}

const open = (model: ScriptedModel, format: WireFormatName, options: TestServiceOptions = {}) =>
  openModelPlace(PAGES, model.env(format), options)

describe.each(FORMATS)('a job with a model, over the wire format %s', (format, name) => {
  let model: ScriptedModel
  let place: ModelPlace
  beforeAll(async () => {
    model = await startScriptedModel()
    place = await open(model, format)
  })
  afterAll(async () => {
    await place.close()
    await model.close()
  })

  it('gives the same diff, with the model that ran and what it used', async () => {
    model.play([
      {
        calls: [
          { name: 'find_pages', input: { words: 'a' } },
          { name: 'read', input: { path: 'docs/a.md' } },
        ],
      },
      edit('docs/a.md', 'workspace', 'project'),
      { calls: [{ name: 'check', input: {} }] },
      DONE,
    ])
    const created = await place.create('Rename workspace to project')
    expect(created.model).toBe(name)
    const job = await place.follow(created.id)
    expect(job).toMatchObject({
      status: 'completed',
      model: name,
      summary: 'Changed `docs/a.md`.',
      usage: { turns: 4, inputTokens: 400, outputTokens: 40, costUsd: 0 },
      diffStat: { files: 1, additions: 1, deletions: 1 },
      failure: null,
    })
    const diff = place.repository.git('diff', `main...docwright/${job.id}`)
    expect(diff.split('\n').filter((line) => /^[+-][^+-]/.test(line))).toEqual(['-Open the workspace.', '+Open the project.'])
    expect(place.repository.git('log', '-1', '--format=%s', `docwright/${job.id}`)).toBe('Change the page')
    expect(model.asked.every(({ key }) => key === MODEL_KEY)).toBe(true)
    expect(model.asked[0]!.system).toContain('Write short sentences.')
    expect(model.asked[3]!.results.at(-1)!.text).toContain('no new problem')
    expect(place.docs.log()).not.toContain(MODEL_KEY)
    const { events } = (await place.docs.request(`${place.base}/job/${job.id}/events`)).body as {
      events: { kind: string; data: { name: string; arguments: string; text: string } }[]
    }
    expect(events.filter(({ kind }) => kind === 'tool').map(({ data }) => `${data.name} ${data.arguments}`)).toEqual([
      'find_pages a',
      'read docs/a.md',
      'edit docs/a.md',
      'check ',
    ])
    expect(events.filter(({ kind }) => kind === 'text').map(({ data }) => data.text)).toEqual([DONE.text])
    expect(
      events.filter(({ kind, data }) => kind === 'step' && data.name.startsWith('agent')).map(({ data }) => data.name),
    ).toEqual(['agent', 'agent'])
  })
})

describe.each(ENGINES)('a job with a model, on %s', (engine) => {
  let model: ScriptedModel
  let place: ModelPlace
  let docs: TestService
  let repository: TestRepository
  beforeAll(async () => {
    model = await startScriptedModel()
    place = await open(model, 'chat', { engine, env: { DOCWRIGHT_MODEL_PRICE: '1000/1000' } })
    ;({ docs, repository } = place)
  })
  afterAll(async () => {
    await place.close()
    await model.close()
  })

  const steps = async (id: string) =>
    (await docs.service.context.databases.main.query.selectFrom('step').select('name').where('job_id', '=', id).execute()).map(
      (row) => row.name,
    )

  it('takes a message in at the end of a turn, and answers both with one run and one pull request', async () => {
    let tellId: (id: string) => void = () => {}
    const id = new Promise<string>((resolve) => (tellId = resolve))
    model.play(async (asked, index) => {
      if (index === 0) {
        await docs.request(`${place.base}/job/${await id}/message`, { json: { prompt: 'Also say hello.' } })
        return edit('docs/a.md', 'workspace', 'project')
      }
      if (index > 1) return DONE
      expect(asked.messages.at(-1)!.text).toContain('Also say hello.')
      return edit('docs/a.md', 'project.', 'project. Hello.')
    })
    const created = (await place.create('Rename it')).id
    tellId(created)
    const job = await place.follow(created)
    expect(job).toMatchObject({ status: 'completed', usage: { turns: 3, costUsd: 0.33 } })
    expect(job.messages.map(({ state, summary }: { state: string; summary: string }) => [state, summary])).toEqual([
      ['done', 'Changed `docs/a.md`.'],
      ['done', 'Changed `docs/a.md`.'],
    ])
    expect(repository.git('rev-list', '--count', `main..docwright/${created}`)).toBe('1')
    const page = await docs.request(new URL(job.prLink).pathname)
    expect(repository.git('show', `docwright/${created}:docs/a.md`)).toContain('Open the project. Hello.')
    expect(page.text).toMatch(/Rename it[^]*Also say hello\./)
    expect((await steps(created)).filter((name) => name.startsWith('turn-'))).toEqual([])
    expect(model.asked).toHaveLength(3)
  })

  it('may change files that machines run only where the project says so', async () => {
    const write: Reply = { calls: [{ name: 'write', input: { path: 'lefthook.yml', content: 'pre-commit: {}\n' } }] }
    model.play((asked, index) => {
      if (index === 0) return write
      expect(asked.results.at(-1)!.text).toContain('is run on the machine of everyone')
      return DONE
    })
    expect(await place.run('Add a hook')).toMatchObject({ status: 'completed', prLink: null })
    const { databases, ids } = place.docs.service.context
    const deps = { database: databases.main, ids }
    await updateProject(deps, place.docs.projectId, { settings: { allowCiFiles: true } }, 'test')
    model.play([write, DONE])
    expect(await place.run('Add a hook')).toMatchObject({ status: 'completed', diffStat: { files: 1 } })
  })

  it('knows in a follow-up what was asked and done before, and keeps the pull request', async () => {
    model.play([edit('docs/b.md', '# B', '# Bee'), DONE])
    const job = await place.run('Rename B')
    model.play([edit('docs/b.md', '# Bee', '# Beta'), DONE])
    await docs.request(`${place.base}/job/${job.id}/message`, { json: { prompt: 'Call it Beta' } })
    const after = await place.follow(job.id)
    expect(after).toMatchObject({ status: 'completed', prLink: job.prLink, usage: { turns: 4 } })
    expect(model.asked[0]!.messages[0]!.text).toMatch(/1\. Asked: Rename B\n {3}Done: Changed[^]*Call it Beta$/)
  })

  it('lets the model mend what its work has broken', async () => {
    model.play([
      { calls: [{ name: 'edit', input: { path: 'docs/a.md', old: '[b](b.md)', new: '[b](c.md)' } }] },
      DONE,
      edit('docs/a.md', 'c.md', 'b.md#b'),
      { text: 'Mend the link\n\nMended.' },
    ])
    const job = await place.run('Break the link')
    expect(job).toMatchObject({ status: 'completed', summary: 'Mended.', usage: { turns: 4 } })
    expect(model.asked[2]!.messages.at(-1)!.text).toContain('docs/a.md:5: The link to c.md leads nowhere.')
    expect(repository.git('show', `docwright/${job.id}:docs/a.md`)).toContain('(b.md#b)')
  })

  it('fails with the reason when a limit is reached, counts what was used, and opens nothing', async () => {
    model.play((_, index) => ({
      calls: [{ name: 'search', input: { text: `x${index}` } }],
      usage: { input: 1000, output: 1000 },
    }))
    const job = await place.run('Go on for ever')
    expect(job).toMatchObject({
      status: 'failed',
      prLink: null,
      failure: { code: 'budget_cost', message: expect.stringContaining('5 US dollars'), hint: expect.any(String) },
      usage: { turns: 3, inputTokens: 3000, outputTokens: 3000, costUsd: 6 },
    })
    expect(() => repository.git('rev-parse', '--verify', '--quiet', `docwright/${job.id}`)).toThrow()
    expect((await steps(job.id)).filter((name) => name.startsWith('turn-'))).toEqual([])
  })

  it('ends completed without a pull request when the model declines', async () => {
    model.play([{ text: 'I cannot help with that.' }])
    expect(await place.run('Do something bad')).toMatchObject({
      status: 'completed',
      prLink: null,
      summary: 'I cannot help with that.',
    })
  })

  it('goes back to the queue when the provider asks for patience, and goes on from its last turn', async () => {
    model.play([edit('docs/a.md', 'workspace', 'project'), ...Array.from({ length: 3 }, () => ({ status: 503 })), DONE])
    const job = await place.run('Rename it')
    expect(job).toMatchObject({ status: 'completed', usage: { turns: 2 }, diffStat: { files: 1, additions: 1 } })
    expect(model.asked).toHaveLength(5)
    expect(model.asked[4]!.results).toHaveLength(1)
  }, 60_000)

  it('stops when it is cancelled, in the middle of a call, and the message that it had read with it', async () => {
    model.play(async (_, index) => (index === 0 ? { calls: [{ name: 'list', input: {} }] } : { ...DONE, delayMs: 20_000 }))
    const { id } = await place.create('Rename it')
    await docs.request(`${place.base}/job/${id}/message`, { json: { prompt: 'More' } })
    while (model.asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    await docs.request(`${place.base}/job/${id}/cancel`, { method: 'POST' })
    const job = await place.follow(id)
    expect(job).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } })
    expect(job.messages.map(({ state }: { state: string }) => state)).toEqual(['cancelled', 'cancelled'])
  })

  it('takes the model and the offline agent by name, and nothing else', async () => {
    const job = await place.run('Replace "workspace" with "project"', { model: 'offline' })
    expect(job).toMatchObject({ status: 'completed', model: 'offline', diffStat: { files: 1 } })
    model.play([edit('docs/a.md', 'workspace', 'project'), DONE])
    expect(await place.run('Rename it', { model: 'compatible/scripted' })).toMatchObject({ model: 'compatible/scripted' })
    const refused = await docs.request(`${place.base}/job`, { json: { prompt: 'x', model: 'openai/gpt-5' } })
    expect(refused.status).toBe(400)
    expect(refused.body.details).toEqual([{ path: 'model', message: 'must be one of auto, offline, compatible/scripted' }])
  })
})

it('fails with a hint when the installation has no model', async () => {
  const repository = createRepository(PAGES)
  const docs = await startTestService({ role: 'all', agent: 'model', repository: repository.url })
  const { body } = await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })
  const job = (await docs.request(`/v2/agent/${docs.projectId}/job/${body.id}?wait=30&include=failure`)).body
  expect(job).toMatchObject({
    status: 'failed',
    failure: { code: 'model_missing', hint: expect.stringContaining('DOCWRIGHT_MODEL') },
  })
  await docs.stop()
  repository.remove()
})
