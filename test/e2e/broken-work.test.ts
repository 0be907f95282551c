import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ModelPlace, openModelPlace } from '../support/model-place.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const PAGES = {
  'docs.json': '{\n  "navigation": {\n    "pages": ["a", "b"]\n  }\n}\n',
  'a.mdx': '---\ntitle: A\n---\n\nText.\n',
  'b.mdx': '---\ntitle: B\n---\n\nText.\n',
}
const DONE = { text: 'Change it\n\nChanged it.' }

describe('work that breaks a site', () => {
  let model: ScriptedModel
  let place: ModelPlace
  beforeAll(async () => {
    model = await startScriptedModel()
    place = await openModelPlace(PAGES, model.env('chat'))
  })
  afterAll(async () => {
    await place.close()
    await model.close()
  })

  it.each([
    ['a configuration that cannot be read', 'docs.json', '"pages": ["a", "b"]', '"pages": ["a", "b",'],
    ['front matter that cannot be read', 'a.mdx', 'title: A', 'title: "A'],
  ])('is never a pull request that is ready: %s', async (_, path, old, next) => {
    // The model does not mend it either.
    const answers = [{ calls: [{ name: 'edit', input: { path, old, new: next } }] }, DONE, DONE, DONE, DONE]
    model.play(answers)
    const { id } = await place.run('Change it')
    const job = (await place.docs.request(`${place.base}/job/${id}?include=pullRequest,failure,outcome`)).body
    expect(job.status === 'failed' || job.outcome === 'no_changes' || job.pullRequest.isDraft).toBe(true)
  })
})
