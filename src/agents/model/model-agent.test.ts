import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ScriptedModel, startScriptedModel } from '../../../test/support/scripted-model.ts'
import { agentOn, taskOn } from '../../../test/support/model-task.ts'
import { type TestRepository, createRepository } from '../../../test/support/repository.ts'

let model: ScriptedModel
let files: TestRepository
beforeAll(async () => {
  model = await startScriptedModel()
})
afterAll(() => model.close())
afterEach(() => files.remove())

describe.each(['chat', 'responses', 'messages', 'google'] as const)('over the wire format %s', (format) => {
  it('edits a page with tools and answers with title, summary and usage', async () => {
    files = createRepository({ 'docs/a.md': '# A\n\nOpen the workspace.\n' })
    model.play([
      { calls: [{ name: 'read', input: { path: 'docs/a.md' } }] },
      { text: 'Now I edit.', calls: [{ name: 'edit', input: { path: 'docs/a.md', old: 'workspace', new: 'project' } }] },
      { text: 'Rename workspace to project\n\nChanged `docs/a.md`.', usage: { input: 300, output: 30 } },
    ])
    const result = await agentOn(model, { format }).run(taskOn(files.path, 'Rename workspace to project'))
    expect(result).toEqual({
      title: 'Rename workspace to project',
      summary: 'Changed `docs/a.md`.',
      usage: { turns: 3, inputTokens: 500, outputTokens: 50, costUsd: 0 },
    })
    expect(readFileSync(join(files.path, 'docs/a.md'), 'utf8')).toBe('# A\n\nOpen the project.\n')
    expect(model.asked[2]!.results.map(({ text }) => text)).toEqual([
      expect.stringContaining('Open the workspace.'),
      'docs/a.md was changed in 1 place.',
    ])
    expect(model.asked[0]!.system).toContain('You edit the documentation')
    expect(model.asked[0]!.toolNames).toContain('find_pages')
  })
})
