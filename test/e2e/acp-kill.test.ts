import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { SCRIPTED_AGENT, scriptedCommand } from '../support/acp-task.ts'
import { type Installation, createInstallation } from '../support/docwright-process.ts'
import { reachStep } from '../support/reach-step.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { NO_SANDBOX, sandboxed } from '../support/sandbox.ts'
import { startScriptedModel } from '../support/scripted-model.ts'
import type { Asked, Reply } from '../support/scripted-reply.ts'

/** What the program asks in each of its two turns: a line, another, and whether that was all. */
const CALLS_PER_TURN = 3
const CALLS = 2 * CALLS_PER_TURN

/** Depends on the page and the instruction alone, as with a real model. A line that was written twice would be seen. */
function nextReply({ messages }: Asked): Reply {
  const [instruction = '', page = ''] = (messages.at(-1)?.text ?? '').split('The page:')
  const written = page.match(/^line /gm)?.length ?? 0
  const wanted = instruction.includes('two more') ? 4 : 2
  return { text: written < wanted ? `line ${written}` : 'done' }
}

type Moment = { name: string; call: number; isAnswered: boolean } | { name: string; step: string }

const MOMENTS: Moment[] = [
  ...Array.from({ length: CALLS }, (_, call): Moment[] => [
    { name: `while call ${call + 1} waits for its answer`, call, isAnswered: false },
    { name: `just after the answer to call ${call + 1}`, call, isAnswered: true },
  ]).flat(),
  ...['mirror', 'agent', 'policy', 'commit', 'push', 'pull-request'].map((step) => ({ name: `in the step ${step}`, step })),
]

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

async function open(
  env: Record<string, string>,
): Promise<{ installation: Installation; repository: TestRepository; projectId: string; key: string }> {
  const repository = createRepository({ 'docs/a.md': '# A\n' })
  const installation = createInstallation({ DOCWRIGHT_LOG: 'warn', DOCWRIGHT_LEASE_SECONDS: '2', ...env })
  closing.push(
    () => repository.remove(),
    () => installation.remove(),
  )
  const words = ['project', 'create', 'Docs', '--repository', repository.path, '--agent', 'acp']
  const { projectId } = await installation.json(words)
  const { key } = await installation.json(['key', 'create', '--project', projectId])
  return { installation, repository, projectId, key }
}

type Ask = (url: string, path: string, json?: object) => Promise<Record<string, any>>

function createAsk(projectId: string, key: string): Ask {
  return async (url, path, json) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v2/agent/${projectId}/${path}`, {
      method: json ? 'POST' : 'GET',
      headers,
      body: json ? JSON.stringify(json) : null,
    })
    return (await answer.json()) as Record<string, any>
  }
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
    const ask = createAsk(projectId, key)
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

  it('at any moment of a job costs at most the turn that it was in, does nothing twice, and opens one pull request', async () => {
    const model = await startScriptedModel()
    closing.push(() => model.close())
    const mark = `moments-${process.pid}`
    const { installation, repository, projectId, key } = await open({
      ...model.env('chat'),
      DOCWRIGHT_ACP_COMMAND: scriptedCommand('lines', mark),
    })
    const ask = createAsk(projectId, key)
    let service = await installation.serve()
    for (const moment of MOMENTS) {
      let [kill, tell] = [() => {}, () => {}]
      const reached = new Promise<void>((resolve) => (kill = resolve))
      const told = new Promise<void>((resolve) => (tell = resolve))
      model.play(async (asked, index) => {
        await told
        if (!('call' in moment) || index !== moment.call) return nextReply(asked)
        setTimeout(kill, moment.isAnswered ? 5 : 0)
        return { ...nextReply(asked), ...(moment.isAnswered ? {} : { delayMs: 2000 }) }
      })
      const { id } = await ask(service.url, 'job', { prompt: 'Write two lines' })
      // The program is told of it at the end of its first turn.
      await ask(service.url, `job/${id}/message`, { prompt: 'Write two more' })
      tell()
      await ('call' in moment ? reached : reachStep(service.url, `/v2/agent/${projectId}/job/${id}/events`, key, moment.step))
      await service.end('SIGKILL')
      await expect.poll(() => programsWith(mark), { timeout: 5000 }).toEqual([])

      service = await installation.serve()
      const job = await ask(service.url, `job/${id}?wait=50&include=failure,usage,diffStat`)
      const { name } = moment
      expect(job, name).toMatchObject({ status: 'completed', failure: null, usage: { turns: CALLS }, diffStat: { additions: 4 } })
      expect(repository.git('show', `docwright/${id}:docs/a.md`), name).toBe('# A\nline 0\nline 1\nline 2\nline 3')
      expect(repository.git('rev-list', '--count', `main..docwright/${id}`), name).toBe('1')
      // The calls of one turn at most are made again. While one waits, it is known which: those of its turn so far.
      expect(model.asked.length, name).toBeLessThanOrEqual(CALLS + CALLS_PER_TURN)
      if ('step' in moment) continue
      if (!moment.isAnswered) expect(model.asked, name).toHaveLength(CALLS + (moment.call % CALLS_PER_TURN) + 1)
      const ofFirstTurn = model.asked.filter(({ messages }) => !messages.at(-1)!.text.includes('two more'))
      if (moment.call >= CALLS_PER_TURN) expect(ofFirstTurn, name).toHaveLength(CALLS_PER_TURN)
    }
    const { pullRequests } = await installation.json(['pull-request', 'list', '--project', projectId])
    expect(pullRequests).toHaveLength(MOMENTS.length)
    expect(readdirSync(join(installation.folder, 'data', 'workspaces'))).toEqual([])
    expect(await service.end('SIGTERM')).toBe(0)
  }, 400_000)
})
