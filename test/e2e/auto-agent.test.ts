import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { type ModelPlace, openModelPlace } from '../support/model-place.ts'
import { MODEL_KEY, type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const PAGES = { 'docs/a.md': '# A\n\nOpen the workspace.\n', 'docs/b.md': '# B\n' }
const POEM = 'Write a poem about gardens on the first page.'
const EDIT = { calls: [{ name: 'edit', input: { path: 'docs/b.md', old: '# B\n', new: '# B\n\nRoses.\n' } }] }
const DONE = { text: 'Add a poem\n\nRoses on `docs/b.md`.' }

describe.each(ENGINES)('the agent `auto` of a project with a model, on %s', (engine) => {
  let model: ScriptedModel
  let place: ModelPlace
  beforeAll(async () => {
    model = await startScriptedModel()
    place = await openModelPlace(PAGES, model.env('chat'), { agent: 'auto', engine })
  })
  afterAll(async () => {
    await place.close()
    await model.close()
  })

  it('does a clear instruction without the model', async () => {
    model.play([])
    const created = await place.create('Replace "workspace" with "project"')
    expect(created.model).toBe('auto')
    const job = await place.follow(created.id)
    expect(job).toMatchObject({ status: 'completed', model: 'offline', outcome: 'changed', usage: { inputTokens: 0 } })
    expect(model.asked).toEqual([])
  })

  it('gives everything else to the model, and says so', async () => {
    model.play([EDIT, DONE])
    const job = await place.run(POEM)
    expect(job).toMatchObject({ status: 'completed', model: 'compatible/scripted', outcome: 'changed', diffStat: { files: 1 } })
    expect(job.summary).toBe('Roses on `docs/b.md`.')
    expect(await place.events(job.id)).toContain('leaves this to compatible/scripted')
  })

  it('leaves nothing of what it understood of an instruction that it did not understand as a whole', async () => {
    model.play([EDIT, DONE])
    const job = await place.run(`Replace "workspace" with "project".\n\n${POEM}`)
    expect(job).toMatchObject({ model: 'compatible/scripted', diffStat: { files: 1 } })
    expect(model.asked[0]!.messages[0]!.text).toContain('Replace "workspace" with "project"')
  })

  it('decides anew for each message', async () => {
    model.play([EDIT, DONE])
    const job = await place.run(POEM)
    model.play([])
    await place.docs.request(`${place.base}/job/${job.id}/message`, { json: { prompt: 'Replace "Roses" with "Tulips"' } })
    expect(await place.follow(job.id)).toMatchObject({ status: 'completed', model: 'offline', outcome: 'changed' })
    expect(model.asked).toEqual([])
  })

  it('names the model also when the run fails', async () => {
    model.play([{ status: 401, error: 'no' }])
    expect(await place.run(POEM)).toMatchObject({ status: 'failed', model: 'compatible/scripted', outcome: null })
  })
})

describe('the agent `auto` without a model', () => {
  it('refuses what it does not understand, and says how to get a model', async () => {
    const place = await openModelPlace(PAGES, {}, { agent: 'auto' })
    const job = await place.run(POEM)
    expect(job).toMatchObject({ status: 'completed', model: 'offline', prLink: null, failure: null })
    expect(job.summary).toContain('ANTHROPIC_API_KEY')
    await place.close()
  })

  it('takes the default model of a provider whose key the project has', async () => {
    const model = await startScriptedModel([EDIT, DONE])
    const place = await openModelPlace(
      PAGES,
      { DOCWRIGHT_ANTHROPIC_URL: model.env('messages')['DOCWRIGHT_MODEL_URL']! },
      { agent: 'auto' },
    )
    await place.setSecret('anthropic', MODEL_KEY)
    const job = await place.run(POEM)
    expect(job).toMatchObject({ status: 'completed', model: expect.stringMatching(/^anthropic\//) })
    expect(model.asked[0]).toMatchObject({ key: MODEL_KEY, model: job.model.slice('anthropic/'.length) })
    await place.close()
    await model.close()
  })

  it('takes the default model of a provider whose key is set for the service', async () => {
    const model = await startScriptedModel([EDIT, DONE])
    const env = { DOCWRIGHT_OPENAI_URL: model.env('responses')['DOCWRIGHT_MODEL_URL']!, OPENAI_API_KEY: MODEL_KEY }
    const place = await openModelPlace(PAGES, env, { agent: 'auto' })
    expect(await place.run(POEM)).toMatchObject({ status: 'completed', model: expect.stringMatching(/^openai\//) })
    await place.close()
    await model.close()
  })
})

it('leaves out of a change by rule what no agent may change', async () => {
  const pages = {
    'docs/a.md': 'Open the workspace.\n',
    'skills/x/SKILL.md': 'Never open a workspace.\n',
    'AGENTS.md': 'The workspace.\n',
  }
  const place = await openModelPlace(pages, {}, { agent: 'auto' })
  const job = await place.run('Replace "workspace" with "project"')
  expect(job).toMatchObject({ status: 'completed', model: 'offline', diffStat: { files: 1 } })
  await place.close()
})
