import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ACP_PRESETS } from '../../src/agents/acp/acp-settings.ts'
import { findProgram } from '../../src/agents/acp/sandbox/find-program.ts'
import { scriptedCommand } from '../support/acp-task.ts'
import { createRepository } from '../support/repository.ts'
import { NO_SANDBOX, sandboxed } from '../support/sandbox.ts'
import { MODEL_KEY, type WireFormatName, startScriptedModel } from '../support/scripted-model.ts'
import type { Asked, Reply } from '../support/scripted-reply.ts'
import { startTestService } from '../support/test-service.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Runs one job of a project with the agent `acp`, through the whole service. */
async function runJob(env: Record<string, string>, prompt = 'Rename workspace to project') {
  const repository = createRepository({ 'docs/a.md': '# A\n\nOpen the workspace.\n' })
  closing.push(() => repository.remove())
  const docs = await startTestService({ role: 'all', agent: 'acp', repository: repository.url, env })
  closing.push(() => docs.stop())
  const base = `/v2/agent/${docs.projectId}`
  const { id } = (await docs.request(`${base}/job`, { json: { prompt } })).body
  let job = (await docs.request(`${base}/job/${id}?wait=50&include=failure,summary,usage,diffStat`)).body
  while (job.status === 'active')
    job = (await docs.request(`${base}/job/${id}?wait=50&include=failure,summary,usage,diffStat`)).body
  const diff = job.prLink === null ? '' : (await docs.request(`${base}/job/${id}/diff`)).text
  const events = (await docs.request(`${base}/job/${id}/events`)).text
  return { job, diff, events, docs, base }
}

describe.skipIf(NO_SANDBOX !== null)(sandboxed('a job with an agent program'), () => {
  it('ends with a pull request, the name of the program and what it used', async () => {
    const model = await startScriptedModel([{ text: 'A sentence of the model.', usage: { input: 120, output: 30 } }])
    closing.push(() => model.close())
    const { job, diff, events, docs, base } = await runJob({
      ...model.env('chat'),
      DOCWRIGHT_ACP_COMMAND: scriptedCommand('model'),
      DOCWRIGHT_MODEL_PRICE: '10/100',
    })
    expect(job).toMatchObject({
      status: 'completed',
      model: 'acp/node',
      summary: 'A sentence of the model.',
      usage: { turns: 1, inputTokens: 120, outputTokens: 30, costUsd: 0.0042 },
    })
    expect(diff).toContain('+A sentence of the model.')
    expect(JSON.stringify(job) + diff + events).not.toContain(MODEL_KEY)
    const refused = await docs.request(`${base}/job`, { json: { prompt: 'x', model: 'acp/other' } })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('must be one of auto, offline, compatible/scripted, acp/node')
  })

  it.each([
    ['escape', 'policy_symlink', 'symbolic link'],
    ['huge-file', 'policy_', ''],
    ['crash', 'acp_crashed', 'something broke inside'],
    ['wrong-version', 'acp_protocol_version', 'speaks version 99'],
  ])('fails and says why when the program does this: %s', async (behaviour, code, words) => {
    const { job } = await runJob({ DOCWRIGHT_ACP_COMMAND: scriptedCommand(behaviour) })
    expect(job).toMatchObject({ status: 'failed', prLink: null })
    expect(job.failure.code).toContain(code)
    expect(job.failure.message).toContain(words)
  })
})

describe.skipIf(NO_SANDBOX !== null)(sandboxed('a job whose agent program asks its model for ever'), () => {
  it('ends at its budget, with what was used', async () => {
    const model = await startScriptedModel(() => ({ text: 'again', usage: { input: 1000, output: 100 } }))
    closing.push(() => model.close())
    const { job } = await runJob({
      ...model.env('chat'),
      DOCWRIGHT_ACP_COMMAND: scriptedCommand('model'),
      DOCWRIGHT_MODEL_PRICE: '100/1000',
      DOCWRIGHT_RUN_COST_MAX: '1',
    })
    expect(job).toMatchObject({
      status: 'failed',
      failure: { code: 'budget_cost' },
      usage: { turns: 5, inputTokens: 5000, outputTokens: 500, costUsd: 1 },
    })
  })
})

describe('a job with an agent program on an installation that cannot have one', () => {
  it('fails closed without bubblewrap, with how to install it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docwright-path-'))
    closing.push(() => rmSync(folder, { recursive: true }))
    for (const name of ['git', 'sh']) {
      const found = process.env['PATH']!.split(delimiter).map((path) => join(path, name))
      const { command } = findProgram([name], found.map((path) => path.slice(0, -name.length - 1)).join(delimiter))
      symlinkSync(command[0]!, join(folder, name))
    }
    const { job } = await runJob({ DOCWRIGHT_ACP_COMMAND: scriptedCommand('edit'), PATH: folder })
    expect(job).toMatchObject({ status: 'failed', prLink: null, failure: { code: 'sandbox_missing' } })
    expect(job.failure.hint).toContain('apt-get install bubblewrap')
  })

  it('fails when no program is set', async () => {
    const { job } = await runJob({})
    expect(job).toMatchObject({ status: 'failed', model: 'acp', failure: { code: 'acp_missing' } })
  })
})

const READ: Reply = { calls: [{ name: 'read', input: { filePath: '/workspace/docs/a.md' } }] }
const change = (old: string, fresh: string) => ({ [old]: 'workspace', [fresh]: 'project' })

/** What a model would answer to have the page changed, in the tools of each program. */
const OPENCODE: Reply[] = [
  READ,
  { calls: [{ name: 'edit', input: { filePath: '/workspace/docs/a.md', ...change('oldString', 'newString') } }] },
]
const PAGE = { file_path: '/workspace/docs/a.md' }
const PROGRAMS: [string, WireFormatName, Reply[]][] = [
  ['opencode', 'chat', OPENCODE],
  ['opencode', 'messages', OPENCODE],
  [
    'gemini',
    'google',
    [{ calls: [{ name: 'replace', input: { ...PAGE, instruction: 'x', ...change('old_string', 'new_string') } }] }],
  ],
  [
    'claude-code',
    'messages',
    [
      { calls: [{ name: 'Read', input: PAGE }] },
      { calls: [{ name: 'Edit', input: { ...PAGE, ...change('old_string', 'new_string') } }] },
    ],
  ],
  ['codex', 'responses', [{ calls: [{ name: 'exec_command', input: { cmd: 'sed -i s/workspace/project/ docs/a.md' } }] }]],
]

/** Programs are large and not a part of the tests. Those that npm has installed somewhere in PATH are tried. */
function isInstalled(name: string): boolean {
  try {
    return findProgram(ACP_PRESETS[name]!.command, process.env['PATH'] ?? '') !== null
  } catch {
    return false
  }
}

describe.each(PROGRAMS)('the real program %s over %s', (name, format, replies) => {
  const reason = NO_SANDBOX ?? (isInstalled(name) ? null : `${name} is not in PATH`)

  it.skipIf(reason !== null)(
    `does a job inside the sandbox${reason === null ? '' : ` (skipped: ${reason})`}`,
    async () => {
      const model = await startScriptedModel((asked: Asked) => {
        // Programs ask for titles, too, without tools.
        if (asked.toolNames.length === 0) return { text: 'A title' }
        return replies[asked.results.length] ?? { text: 'Rename workspace to project\n\nChanged `docs/a.md`.' }
      })
      closing.push(() => model.close())
      const { job, diff, events } = await runJob({ ...model.env(format), DOCWRIGHT_ACP_AGENT: name })
      expect(job).toMatchObject({ status: 'completed', model: `acp/${name}` })
      expect(job.summary).toContain('Changed `docs/a.md`.')
      expect(job.usage.turns).toBe(model.asked.length)
      expect(job.usage.inputTokens).toBe(model.asked.length * 100)
      expect(diff).toContain('-Open the workspace.\n+Open the project.')
      expect(events).toContain('"tool"')
      expect(model.asked.every(({ key }) => key === MODEL_KEY)).toBe(true)
    },
    180_000,
  )
})
