import { readFileSync, readdirSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { SCRIPTED_AGENT, scriptedCommand } from '../support/acp-task.ts'
import { type Installation, createInstallation } from '../support/docwright-process.ts'
import { createRepository } from '../support/repository.ts'
import { NO_SANDBOX, sandboxed } from '../support/sandbox.ts'
import { startScriptedModel } from '../support/scripted-model.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Processes of the scripted program with this word on their command line, whoever started them. */
function programsWith(word: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const line = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
      return line.includes(SCRIPTED_AGENT) && line.includes(word)
    } catch {
      return false
    }
  })
}

async function open(env: Record<string, string>): Promise<{ installation: Installation; projectId: string; key: string }> {
  const repository = createRepository({ 'docs/a.md': '# A\n' })
  const installation = createInstallation({ DOCWRIGHT_LOG: 'warn', DOCWRIGHT_LEASE_SECONDS: '2', ...env })
  closing.push(
    () => repository.remove(),
    () => installation.remove(),
  )
  const words = ['project', 'create', 'Docs', '--repository', repository.path, '--agent', 'acp']
  const { projectId } = await installation.json(words)
  const { key } = await installation.json(['key', 'create', '--project', projectId])
  return { installation, projectId, key }
}

describe.skipIf(NO_SANDBOX !== null)(sandboxed('kill -9 of a service whose agent program is at work'), () => {
  it('takes the program with it, and the job is done once by the next service', async () => {
    const model = await startScriptedModel((_, index) => ({ text: 'A sentence.', ...(index === 0 ? { delayMs: 20_000 } : {}) }))
    closing.push(() => model.close())
    const mark = `mark-${process.pid}`
    const { installation, projectId, key } = await open({
      ...model.env('chat'),
      DOCWRIGHT_ACP_COMMAND: scriptedCommand('model', mark),
    })
    const ask = async (url: string, path: string, json?: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const answer = await fetch(`${url}/v2/agent/${projectId}/${path}`, {
        method: json ? 'POST' : 'GET',
        headers,
        body: json ? JSON.stringify(json) : null,
      })
      return (await answer.json()) as Record<string, any>
    }
    const first = await installation.serve()
    const { id } = await ask(first.url, 'job', { prompt: 'Add a sentence' })
    await expect.poll(() => model.asked.length, { timeout: 20_000 }).toBe(1)
    expect(programsWith(mark).length).toBeGreaterThan(0)
    await first.end('SIGKILL')
    await expect.poll(() => programsWith(mark), { timeout: 5000 }).toEqual([])

    const second = await installation.serve()
    const job = await ask(second.url, `job/${id}?wait=50&include=usage,diffStat`)
    expect(job).toMatchObject({ status: 'completed', usage: { turns: 1 }, diffStat: { additions: 2 } })
    expect(model.asked).toHaveLength(2)
    expect(await installation.json(['pull-request', 'list', '--project', projectId])).toMatchObject({ pullRequests: [{}] })
    expect(programsWith(mark)).toEqual([])
  }, 120_000)
})
