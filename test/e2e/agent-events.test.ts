import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Agent, AgentTask } from '../../src/agents/agent.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { workerDeps } from '../../src/wiring/worker-deps.ts'
import { Fault } from '../../src/lib/fault.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('the events of an agent on %s', (engine) => {
  let docs: TestService
  let repository: TestRepository
  let base: string

  beforeAll(async () => {
    repository = createRepository({ 'guide.md': 'Hello World\n' })
    docs = await startTestService({ engine, repository: repository.url })
    base = `/v2/agent/${docs.projectId}`
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  /** Runs one job with an agent that does as the test says, and returns all its events but those of the steps. */
  const runWith = async (work: (task: AgentTask) => Promise<void>) => {
    const agent: Agent = {
      model: 'fake/one',
      run: async (task) => {
        await work(task)
        return { summary: 'Done.', title: 'Done', usage: { turns: 2, inputTokens: 10, outputTokens: 5, costUsd: 0.25 } }
      },
    }
    const worker = await startWorker({ ...workerDeps(docs.service.context), agentFor: () => agent })
    const { id } = (await docs.request(`${base}/job`, { json: { prompt: 'Go' } })).body
    await docs.request(`${base}/job/${id}?wait=30`)
    await worker.stop()
    const { events } = (await docs.request(`${base}/job/${id}/events?limit=250`)).body
    return (events as { kind: string; data: Record<string, unknown> }[]).filter((event) => event.kind !== 'step').slice(2)
  }

  it('are those that it reported, in order, with what it used and how it ended', async () => {
    const events = await runWith(async ({ emit }) => {
      emit?.({ kind: 'text', data: { text: `I look at it with ${docs.key}.` } })
      emit?.({ kind: 'tool', data: { name: 'read', arguments: 'guide.md' } })
      emit?.({ kind: 'warning', data: { code: 'slow', message: 'The model is slow.' } })
    })
    expect(events.map(({ kind, data }) => [kind, data])).toEqual([
      ['text', { text: 'I look at it with dw_[redacted].' }],
      ['tool', { name: 'read', arguments: 'guide.md' }],
      ['warning', { code: 'slow', message: 'The model is slow.' }],
      ['check', { problems: 0, added: 0, fixed: 0 }],
      ['usage', { turns: 2, inputTokens: 10, outputTokens: 5, costUsd: 0.25 }],
      ['status', { status: 'completed', failure: null }],
    ])
  })

  it('tell that a try failed and when the next one is, and what was said before', async () => {
    let tries = 0
    const events = await runWith(async ({ emit }) => {
      tries++
      emit?.({ kind: 'text', data: { text: `try ${tries}` } })
      if (tries === 1) throw new Fault({ code: 'model_busy', message: 'The model is busy.', isPassing: true })
    })
    expect(events.map(({ kind, data }) => data['text'] ?? data['message'] ?? kind)).toEqual([
      'try 1',
      expect.stringMatching(/^The model is busy\. The next try is in \d s\.$/),
      'try 2',
      'check',
      'usage',
      'status',
    ])
  })

  it('end with the reason when it fails for good', async () => {
    const events = await runWith(async ({ emit }) => {
      emit?.({ kind: 'text', data: { text: 'last words' } })
      throw new Fault({ code: 'budget', message: 'The budget is spent.', hint: 'Raise it.' })
    })
    expect(events.map(({ data }) => data)).toEqual([
      { text: 'last words' },
      { status: 'failed', failure: { code: 'budget', message: 'The budget is spent.', hint: 'Raise it.' } },
    ])
  })

  it('end with the cancelling, whatever the agent says afterwards', async () => {
    const events = await runWith(async ({ emit, signal }) => {
      const { id } = (await docs.request(`${base}/jobs?limit=1`)).body.jobs[0]
      await docs.request(`${base}/job/${id}/cancel`, { method: 'POST' })
      await expect.poll(() => signal.aborted).toBe(true)
      emit?.({ kind: 'text', data: { text: 'I go on' } })
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    expect(events.map(({ data }) => data)).toMatchObject([{ status: 'failed', failure: { code: 'cancelled' } }])
  })
})
