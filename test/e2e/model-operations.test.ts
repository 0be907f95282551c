import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ModelPlace, openModelPlace } from '../support/model-place.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const PAGES = 1000

/** A site with a term on every page, also in code, in a target and in an attribute, where it must stay. */
function site(): Record<string, string> {
  const pages = Array.from({ length: PAGES }, (_, index): [string, string] => [
    `docs/${index % 2 === 0 ? 'guides' : 'reference'}/page-${index}.mdx`,
    `---\ntitle: Page ${index}\n---\n\nOpen the workspace.\n\n\`\`\`sh\nworkspace open\n\`\`\`\n\nSee [the next](page-${index}.mdx?workspace), \`workspace\`.\n`,
  ])
  return Object.fromEntries(pages)
}

describe('a model that works with operations', () => {
  let model: ScriptedModel
  let place: ModelPlace
  beforeAll(async () => {
    model = await startScriptedModel()
    place = await openModelPlace(site(), model.env('chat'))
  })
  afterAll(async () => {
    await place.close()
    await model.close()
  })

  it('renames a term on 1,000 pages with three calls and less than 20,000 tokens', async () => {
    const rename = { from: 'workspace', to: 'project', followsCase: true }
    model.play([
      { calls: [{ name: 'replace_text', input: { ...rename, dryRun: true } }] },
      { calls: [{ name: 'replace_text', input: rename }] },
      { text: 'Rename workspace to project\n\nThe term is renamed on all pages.' },
    ])
    const job = await place.run('Workspaces are called projects from now on.')
    expect(job).toMatchObject({ status: 'completed', outcome: 'changed', diffStat: { files: PAGES }, usage: { turns: 3 } })
    const tried = model.asked[1]!.results[0]!.text
    expect(tried).toContain('This would change 1000 files: docs/guides 500, docs/reference 500')
    expect(tried).toContain('- Open the workspace.\n+ Open the project.')
    const branch = `docwright/${job.id}`
    expect(place.repository.git('show', `${branch}:docs/guides/page-0.mdx`)).toContain(
      'Open the project.\n\n```sh\nworkspace open\n```\n\nSee [the next](page-0.mdx?workspace), `workspace`.',
    )
    const characters = model.asked.reduce((sum, asked) => sum + asked.characters, 0)
    expect(model.asked).toHaveLength(3)
    expect(characters / 4).toBeLessThan(20_000)
  })
})

it('lets a project say on how many files a model may improvise', async () => {
  const model = await startScriptedModel()
  const place = await openModelPlace({ 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' }, model.env('chat'))
  await place.change({ budgets: { runFiles: 1 } })
  const write = (path: string) => ({ calls: [{ name: 'write', input: { path, content: 'New.\n' } }] })
  model.play([write('docs/a.md'), write('docs/b.md'), { text: 'Write\n\nWritten.' }])
  expect(await place.run('Rewrite all pages')).toMatchObject({ status: 'failed', failure: { code: 'budget_files' } })
  await place.close()
  await model.close()
})
