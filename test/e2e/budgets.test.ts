import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { scriptedCommand } from '../support/acp-task.ts'
import { ENGINES } from '../support/engines.ts'
import { type ModelPlace, openModelPlace } from '../support/model-place.ts'
import { NO_SANDBOX, sandboxed } from '../support/sandbox.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import type { Reply } from '../support/scripted-reply.ts'

const PAGES = { 'docs/a.md': '# A\n\nOpen the workspace.\n' }
const edit = (old: string, next: string): Reply => ({ calls: [{ name: 'edit', input: { path: 'docs/a.md', old, new: next } }] })
const LIST: Reply = { calls: [{ name: 'list', input: {} }] }
const DONE: Reply = { text: 'Change the page\n\nChanged `docs/a.md`.' }
/** 0.11 US dollars for each call of the scripted model, which says that it took 100 tokens and wrote 10. */
const PRICE = { DOCWRIGHT_MODEL_PRICE: '1000/1000' }

describe.each(ENGINES)('the budgets of a project on %s', (engine) => {
  let model: ScriptedModel
  let place: ModelPlace
  beforeAll(async () => {
    model = await startScriptedModel()
  })
  afterEach(() => place.close())
  afterAll(() => model.close())

  it('stop a run at the end of a turn, and the next one before it asks the model; the offline agent goes on', async () => {
    place = await openModelPlace(PAGES, { ...model.env('chat'), ...PRICE }, { engine })
    await place.change({ budgets: { dayCostUsd: 0.2 } })
    model.play([LIST, edit('workspace', 'project'), DONE])
    const first = await place.run('Rename it')
    expect(first).toMatchObject({
      status: 'failed',
      prLink: null,
      failure: { code: 'budget_exceeded', hint: expect.stringContaining('budgets.dayCostUsd') },
      usage: { turns: 2, inputTokens: 200, outputTokens: 20, costUsd: 0.22 },
    })
    expect(first.failure.message).toMatch(
      /^The project's budget of 0.2 US dollars a day is used up: 0.22 were used. It starts again at \d{4}-\d\d-\d\d 00:00 UTC.$/,
    )
    model.play([DONE])
    expect(await place.run('Rename it')).toMatchObject({ status: 'failed', failure: { code: 'budget_exceeded' }, usage: null })
    expect(model.asked).toEqual([])
    const offline = await place.run('Replace "workspace" with "project"', { model: 'offline' })
    expect(offline).toMatchObject({ status: 'completed', diffStat: { files: 1 } })

    await place.change({ budgets: { dayCostUsd: 5 } })
    model.play([edit('workspace', 'project'), DONE])
    await place.docs.request(`${place.base}/job/${first.id}/message`, { json: { prompt: 'Go on' } })
    expect(await place.follow(first.id)).toMatchObject({ status: 'completed', usage: { turns: 4 } })
  })

  it('limit one instruction in the place of the limit of the installation', async () => {
    place = await openModelPlace(PAGES, { ...model.env('chat'), ...PRICE }, { engine })
    await place.change({ budgets: { runCostUsd: 0.1 } })
    model.play([LIST, DONE])
    expect(await place.run('Rename it')).toMatchObject({
      status: 'failed',
      failure: { code: 'budget_cost', message: 'The agent used its 0.1 US dollars without coming to an end.' },
      usage: { turns: 1 },
    })
  })

  it('limit how many jobs a day has, whoever does them', async () => {
    place = await openModelPlace(PAGES, {}, { engine, agent: 'offline' })
    await place.change({ budgets: { dayJobs: 1, dayTokens: 0, dayCostUsd: 0 } })
    expect(await place.run('Replace "workspace" with "project"')).toMatchObject({ status: 'completed' })
    expect(await place.run('Replace "Open" with "Enter"')).toMatchObject({
      status: 'failed',
      failure: { code: 'budget_exceeded', message: expect.stringContaining('this is job 2 of today') },
    })
  })

  it('in money are not kept by guessing: a model without a price is not used', async () => {
    place = await openModelPlace(PAGES, model.env('chat'), { engine })
    await place.change({ budgets: { dayCostUsd: 5 } })
    model.play([DONE])
    expect(await place.run('Rename it')).toMatchObject({
      status: 'failed',
      failure: { code: 'model_price_unknown', hint: expect.stringContaining('compatible/scripted=3/15') },
    })
    expect(model.asked).toEqual([])
  })

  describe.skipIf(NO_SANDBOX !== null)(sandboxed('for an agent program'), () => {
    it('stop it between two calls of the model', async () => {
      const env = { ...model.env('chat'), DOCWRIGHT_ACP_COMMAND: scriptedCommand('model') }
      place = await openModelPlace(PAGES, env, { engine, agent: 'acp' })
      await place.change({ budgets: { dayTokens: 300 } })
      model.play(() => ({ text: 'again' }))
      const job = await place.run('Ask for ever')
      expect(job).toMatchObject({ status: 'failed', failure: { code: 'budget_exceeded' }, usage: { turns: 3, inputTokens: 300 } })
      expect(model.asked).toHaveLength(3)
      expect(await place.run('Ask again')).toMatchObject({ failure: { code: 'budget_exceeded' }, usage: null })
      expect(model.asked).toHaveLength(3)
    })
  })
})

describe('unfinished work', () => {
  let model: ScriptedModel
  let place: ModelPlace
  beforeAll(async () => {
    model = await startScriptedModel()
  })
  afterEach(() => place.close())
  afterAll(() => model.close())

  const open = (options: Parameters<typeof openModelPlace>[2] = {}, env: Record<string, string> = {}) =>
    openModelPlace(PAGES, { ...model.env('chat'), ...PRICE, ...env }, options)
  const pullRequestOf = async ({ prLink }: { prLink: string }) => (await place.docs.request(new URL(prLink).pathname)).text

  it.each([
    ['money', { runCostUsd: 0.3 }, 'budget_cost', 3],
    ['the money of a day', { dayCostUsd: 0.2 }, 'budget_exceeded', 2],
    ['the patience with loops', {}, 'agent_loop', 6],
  ])('is kept in a draft pull request when %s is used up, and a follow-up goes on with it', async (_, budgets, code, turns) => {
    place = await open()
    await place.change({ keepUnfinished: true, budgets })
    model.play((_asked, index) => (index === 0 ? edit('workspace', 'project') : LIST))
    const job = await place.run('Rename workspace to project, everywhere')
    expect(job).toMatchObject({
      status: 'failed',
      failure: { code },
      usage: { turns, inputTokens: turns * 100 },
      diffStat: { files: 1, additions: 1, deletions: 1 },
      summary: expect.stringContaining('**Unfinished.**'),
    })
    expect(job.usage.costUsd).toBeCloseTo(turns * 0.11, 9)
    const page = await pullRequestOf(job)
    expect(page).toContain('Unfinished: Rename workspace to project')
    expect(page).toMatch(/draft/i)
    expect(place.repository.git('show', `docwright/${job.id}:docs/a.md`)).toContain('Open the project.')

    await place.change({ budgets: { dayCostUsd: null, runCostUsd: null } })
    model.play([edit('Open', 'Enter'), DONE])
    await place.docs.request(`${place.base}/job/${job.id}/message`, { json: { prompt: 'Go on' } })
    const after = await place.follow(job.id)
    expect(after).toMatchObject({ status: 'completed', failure: null, prLink: job.prLink, usage: { turns: turns + 2 } })
    expect(place.repository.git('show', `docwright/${job.id}:docs/a.md`)).toContain('Enter the project.')
  })

  it('is dropped without the setting', async () => {
    place = await open()
    await place.change({ budgets: { runCostUsd: 0.3 } })
    model.play((_, index) => (index === 0 ? edit('workspace', 'project') : LIST))
    const job = await place.run('Rename it')
    expect(job).toMatchObject({ status: 'failed', prLink: null, failure: { code: 'budget_cost' }, usage: { turns: 3 } })
    expect(place.repository.git('branch', '--list', 'docwright/*')).toBe('')
  })

  it('is not made up: a run that changed nothing fails as it would', async () => {
    place = await open()
    await place.change({ keepUnfinished: true, budgets: { runCostUsd: 0.3 } })
    model.play(() => LIST)
    const job = await place.run('Rename it')
    expect(job).toMatchObject({ status: 'failed', prLink: null, failure: { code: 'budget_cost' }, usage: { turns: 3 } })
  })

  it('is judged like any other change', async () => {
    place = await open()
    await place.setSecret('openai', 'canary-of-the-project-4711')
    await place.change({ keepUnfinished: true, budgets: { runCostUsd: 0.3 } })
    model.play((_, index) => (index === 0 ? edit('workspace', 'canary-of-the-project-4711') : LIST))
    const job = await place.run('Rename it')
    expect(job).toMatchObject({ status: 'failed', prLink: null, failure: { code: 'policy_secret' }, usage: { turns: 3 } })
    expect(place.repository.git('branch', '--list', 'docwright/*')).toBe('')
  })

  it('is also that of a repair', async () => {
    place = await open()
    await place.change({ keepUnfinished: true, budgets: { runCostUsd: 0.4 } })
    model.play((_, index) => (index === 0 ? edit('workspace', '[project](gone.md)') : index === 1 ? DONE : LIST))
    const job = await place.run('Link it')
    expect(job).toMatchObject({ status: 'failed', failure: { code: 'budget_cost' }, usage: { turns: 4 } })
    expect(await pullRequestOf(job)).toContain('gone.md')
  })

  it.skipIf(NO_SANDBOX !== null)(sandboxed('is also that of an agent program'), async () => {
    // 0.1 US dollars for each call. The proxy reserves before it asks, so a fourth one, which might cost more than is left, is not sent.
    const env = { DOCWRIGHT_ACP_COMMAND: scriptedCommand('lines'), DOCWRIGHT_MODEL_PRICE: '0/10000' }
    place = await open({ agent: 'acp' }, env)
    await place.change({ keepUnfinished: true, budgets: { runCostUsd: 0.38 } })
    model.play((_, index) => ({ text: `line ${index}` }))
    const job = await place.run('Write lines')
    expect(job).toMatchObject({ status: 'failed', failure: { code: 'budget_cost' }, usage: { turns: 3, inputTokens: 300 } })
    expect(await pullRequestOf(job)).toMatch(/draft/i)
    expect(place.repository.git('show', `docwright/${job.id}:docs/a.md`)).toContain('line 0\nline 1')
  })
})
