import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everythingOf } from '../../../test/support/leaks.ts'
import { agentOn, impatientClock, memoryCheckpoint, taskOn } from '../../../test/support/model-task.ts'
import { type TestRepository, createRepository } from '../../../test/support/repository.ts'
import { MODEL_KEY, type ScriptedModel, startScriptedModel } from '../../../test/support/scripted-model.ts'
import type { Reply } from '../../../test/support/scripted-reply.ts'
import type { Fault } from '../../lib/fault.ts'

const FORMATS = ['chat', 'responses', 'messages', 'google'] as const
const DONE: Reply = { text: 'Do it\n\nDone.' }
const read = (path: string): Reply => ({ calls: [{ name: 'read', input: { path } }] })
const write = (path: string, content = 'x'): Reply => ({ calls: [{ name: 'write', input: { path, content } }] })

let model: ScriptedModel
let files: TestRepository
beforeAll(async () => {
  model = await startScriptedModel()
})
afterAll(() => model.close())
beforeEach(() => {
  files = createRepository({ 'docs/a.md': '# A\n\nText of the page.\n' })
})
afterEach(() => files.remove())

const fail = async (run: Promise<unknown>): Promise<Fault> => {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason as Fault,
  )
  expect(error?.name).toBe('Fault')
  expect(error!.message).toMatch(/^[A-Z`a-z].*[.…\])a-z]$/)
  // What a log would show of it: neither the key nor the conversation.
  expect(everythingOf(error)).not.toContain(MODEL_KEY)
  expect(everythingOf(error)).not.toContain('You edit the documentation')
  return error!
}

describe.each(FORMATS)('trouble on the line, over the wire format %s', (format) => {
  it.each<[string, Reply]>([
    ['429 with retry-after', { status: 429, headers: { 'retry-after': '7' } }],
    ['500', { status: 500 }],
    ['529', { status: 529 }],
    ['a cut line', { text: 'Half of an answer that goes on', isCut: true }],
    ['a stream that ends early', { text: 'Half of an answer that goes on', isShort: true }],
  ])('tries again after %s', async (_, trouble) => {
    const clock = impatientClock()
    model.play([trouble, DONE])
    expect(await agentOn(model, { format, clock }).run(taskOn(files.path, 'Do it'))).toMatchObject({ summary: 'Done.' })
    expect(model.asked).toHaveLength(2)
    expect(clock.waits).toHaveLength(1)
    if (trouble.headers) expect(clock.waits[0]).toBe(7000)
  })

  it('understands a date to wait for', async () => {
    const headers = { date: 'Sun, 15 Nov 2026 10:00:00 GMT', 'retry-after': 'Sun, 15 Nov 2026 10:00:09 GMT' }
    const clock = impatientClock()
    model.play([{ status: 429, headers }, DONE])
    await agentOn(model, { format, clock }).run(taskOn(files.path, 'Do it'))
    expect(clock.waits).toEqual([9000])
  })

  it('gives up after three tries, and leaves it to the queue to try later', async () => {
    model.play(Array.from({ length: 9 }, () => ({ status: 503 })))
    const fault = await fail(agentOn(model, { format, clock: impatientClock() }).run(taskOn(files.path, 'Do it')))
    expect(fault).toMatchObject({ code: 'model_unavailable', isPassing: true })
    expect(model.asked).toHaveLength(3)
  })

  it('does not wait long for a provider that says so, and hands the time on', async () => {
    model.play([{ status: 429, headers: { 'retry-after': '120' } }])
    const fault = await fail(agentOn(model, { format, clock: impatientClock() }).run(taskOn(files.path, 'Do it')))
    expect(fault).toMatchObject({ code: 'model_rate_limited', isPassing: true, retryAfterSeconds: 120 })
    expect(model.asked).toHaveLength(1)
  })

  it.each<[number, string, string]>([
    [401, `Incorrect API key provided: ${MODEL_KEY}`, 'model_key_refused'],
    [402, 'pay', 'model_quota'],
    [404, 'no such model', 'model_not_found'],
    [400, 'temperature is wrong', 'model_request_refused'],
  ])('ends at once with %s', async (status, error, code) => {
    model.play([{ status, error }])
    const fault = await fail(agentOn(model, { format }).run(taskOn(files.path, 'Do it')))
    expect(fault).toMatchObject({ code, isPassing: false })
    expect(model.asked).toHaveLength(1)
  })

  it('ends with a refusal of the provider', async () => {
    model.play([{ text: 'I', end: 'filter' }])
    expect(await fail(agentOn(model, { format }).run(taskOn(files.path, 'Do it')))).toMatchObject({ code: 'model_refused' })
  })

  it('leaves out old answers of tools when the conversation is too long, and keeps the task', async () => {
    files.write({ 'docs/b.md': 'B'.repeat(5000), 'docs/c.md': 'C'.repeat(5000) })
    const overflow = { status: 400, error: 'prompt is too long: maximum context length is 8192 tokens' }
    model.play([read('docs/b.md'), read('docs/c.md'), read('docs/a.md'), overflow, DONE])
    await agentOn(model, { format }).run(taskOn(files.path, 'Do the task'))
    const [before, after] = model.asked.slice(3)
    expect(before!.results[0]!.text).toContain('BBB')
    expect(after!.results[0]!.text).toContain('Left out to save space')
    expect(after!.results.at(-1)!.text).toContain('Text of the page.')
    expect(after!.messages[0]!.text).toBe('Do the task')
    expect(after!.results).toHaveLength(3)
  })

  it('ends when nothing is left to leave out', async () => {
    model.play([{ status: 413, error: 'request_too_large: the maximum context was exceeded' }])
    expect(await fail(agentOn(model, { format }).run(taskOn(files.path, 'Do it')))).toMatchObject({ code: 'context_overflow' })
  })
})

describe('an answer that cannot be used', () => {
  it.each(['chat', 'responses', 'messages'] as const)('tells the model about calls that are malformed: %s', async (format) => {
    model.play([
      {
        calls: [
          { name: 'write', raw: '{"path": "docs/new.md", "content": "half' },
          { name: 'edit', input: { path: 'docs/a.md' } },
          { name: 'shell', input: { command: 'ls' } },
          { name: 'read', input: { path: 'docs/a.md', from: 'one' } },
        ],
      },
      DONE,
    ])
    await agentOn(model, { format }).run(taskOn(files.path, 'Do it'))
    const answers = model.asked[1]!.results.map(({ text }) => text)
    expect(answers).toHaveLength(4)
    for (const answer of [answers[0], answers[1], answers[3]])
      expect(answer).toMatch(/^The call (?:could not be read and )?was not carried out/)
    expect(answers[2]).toContain('There is no tool "shell"')
    expect(existsSync(join(files.path, 'docs/new.md'))).toBe(false)
  })

  it('ends when all calls of five turns are malformed, each in another way', async () => {
    model.play((_, index) => ({ calls: [{ name: 'read', raw: `{"path": ${index}` }] }))
    expect(await fail(agentOn(model).run(taskOn(files.path, 'Do it')))).toMatchObject({ code: 'agent_malformed_calls' })
    expect(model.asked).toHaveLength(5)
  })

  it('asks to go on after an answer that was cut or empty, and ends after three', async () => {
    model.play([{ text: 'I begin', end: 'length' }, { text: '' }, DONE])
    await agentOn(model).run(taskOn(files.path, 'Do it'))
    expect(model.asked[1]!.messages.at(-1)!.text).toContain('cut off')
    expect(model.asked[2]!.messages.at(-1)!.text).toContain('empty')
    model.play(() => ({ text: 'I begin', end: 'length' }))
    expect(await fail(agentOn(model).run(taskOn(files.path, 'Do it')))).toMatchObject({ code: 'model_output_cut' })
    expect(model.asked).toHaveLength(3)
  })

  it('does not run a call whose arguments were cut off with the answer', async () => {
    model.play([{ calls: [{ name: 'write', raw: '{"path":"docs/new.md","content":"ha' }], end: 'length' }, DONE])
    await agentOn(model).run(taskOn(files.path, 'Do it'))
    expect(existsSync(join(files.path, 'docs/new.md'))).toBe(false)
  })
})

describe('a limit', () => {
  it('ends a loop of the same call, also when others come between', async () => {
    model.play((_, index) =>
      index % 2 === 0 ? read('docs/a.md') : { calls: [{ name: 'search', input: { text: `x${index}` } }] },
    )
    expect(await fail(agentOn(model).run(taskOn(files.path, 'Do it')))).toMatchObject({ code: 'agent_loop' })
    expect(model.asked).toHaveLength(9)
  })

  it('lets the same call pass when its answer differs', async () => {
    model.play((_, index) => {
      if (index === 12) return DONE
      return index % 2 === 0 ? read('docs/a.md') : write('docs/a.md', `Text ${index}`)
    })
    await agentOn(model).run(taskOn(files.path, 'Do it'))
    expect(readFileSync(join(files.path, 'docs/a.md'), 'utf8')).toBe('Text 11')
  })

  it('ends after so many turns, having asked to come to an end before', async () => {
    const { saved, ...checkpoint } = memoryCheckpoint()
    model.play((_, index) => write(`docs/${index}.md`))
    const run = agentOn(model, { limits: { turns: 10 } }).run(taskOn(files.path, 'Do it', { checkpoint }))
    expect(await fail(run)).toMatchObject({ code: 'budget_turns', hint: expect.stringContaining('Split') })
    expect(model.asked).toHaveLength(10)
    expect(saved).toHaveLength(10)
    expect(model.asked[7]!.messages.filter(({ role }) => role === 'user')).toHaveLength(1)
    expect(model.asked[8]!.messages.at(-1)!.text).toContain('Most of the turns')
  })

  it.each<[string, object, Record<string, string>, string]>([
    ['tokens', { tokens: 300 }, {}, 'budget_tokens'],
    ['money', {}, { DOCWRIGHT_MODEL_PRICE: '10000/10000', DOCWRIGHT_RUN_COST_MAX: '2' }, 'budget_cost'],
    ['files', { files: 2 }, {}, 'budget_files'],
    ['bytes', { writtenBytes: 2500 }, {}, 'budget_bytes'],
  ])('ends a run that uses up its %s, and counts what was used', async (_, limits, env, code) => {
    const { saved, ...checkpoint } = memoryCheckpoint()
    model.play((__, index) => write(`docs/${index}.md`, 'x'.repeat(1000)))
    expect(await fail(agentOn(model, { limits, env }).run(taskOn(files.path, 'Do it', { checkpoint })))).toMatchObject({ code })
    expect(saved).toHaveLength(model.asked.length)
    expect(model.asked.length).toBeLessThanOrEqual(3)
  })

  it('ends a run that takes too long, between calls and within one', async () => {
    let now = 0
    const clock = { ...impatientClock(), now: () => (now += 100_000) }
    model.play((_, index) => write(`docs/${index}.md`))
    expect(await fail(agentOn(model, { limits: { wallMs: 300_000 }, clock }).run(taskOn(files.path, 'Do it')))).toMatchObject({
      code: 'budget_time',
    })
    model.play([{ ...DONE, delayMs: 2000 }])
    expect(await fail(agentOn(model, { limits: { callMs: 50 } }).run(taskOn(files.path, 'Do it')))).toMatchObject({
      code: 'model_timeout',
      isPassing: true,
    })
    model.play([{ ...DONE, delayMs: 2000 }])
    expect(await fail(agentOn(model, { limits: { wallMs: 50 } }).run(taskOn(files.path, 'Do it')))).toMatchObject({
      code: 'budget_time',
      isPassing: false,
    })
  })

  it('ends an answer without end', async () => {
    model.play([{ text: 'long '.repeat(1000) }])
    const run = agentOn(model, { limits: { answerCharacters: 1000 } }).run(taskOn(files.path, 'Do it'))
    expect(await fail(run)).toMatchObject({ code: 'model_answer_too_long' })
  })

  it('takes so many calls in a turn, and says so for the rest', async () => {
    const calls = Array.from({ length: 5 }, (_, index) => ({ name: 'write', input: { path: `docs/${index}.md`, content: 'x' } }))
    model.play([{ calls }, DONE])
    await agentOn(model, { limits: { callsPerTurn: 3 } }).run(taskOn(files.path, 'Do it'))
    expect(model.asked[1]!.results.map(({ text }) => text.split(':')[0])).toEqual([
      'docs/0.md was created.',
      'docs/1.md was created.',
      'docs/2.md was created.',
      'Not carried out',
      'Not carried out',
    ])
  })

  it('prunes before the provider has to refuse, once the context is nearly full', async () => {
    files.write({ 'docs/b.md': 'B'.repeat(5000) })
    model.play([read('docs/b.md'), read('docs/a.md'), { ...write('docs/c.md'), usage: { input: 9000, output: 1 } }, DONE])
    await agentOn(model, { env: { DOCWRIGHT_MODEL_CONTEXT: '10000' } }).run(taskOn(files.path, 'Do it'))
    expect(model.asked[2]!.results[0]!.text).toContain('BBB')
    expect(model.asked[3]!.results[0]!.text).toContain('Left out')
  })
})

it('stops at once when the job is stopped, without another call', async () => {
  const stop = new AbortController()
  model.play(async () => {
    setTimeout(() => stop.abort(), 50)
    return { ...DONE, delayMs: 3000 }
  })
  const start = process.hrtime.bigint()
  await expect(agentOn(model).run(taskOn(files.path, 'Do it', { signal: stop.signal }))).rejects.toThrow()
  expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(2500)
  expect(model.asked).toHaveLength(1)
})

it('says what is missing when there is no key', async () => {
  const agent = agentOn(model, { format: 'messages', env: { ANTHROPIC_API_KEY: '' } })
  expect(await fail(agent.run(taskOn(files.path, 'Do it')))).toMatchObject({
    code: 'model_key_missing',
    hint: expect.stringContaining('ANTHROPIC_API_KEY'),
  })
})

describe('a final answer', () => {
  const nothing = { diff: async () => ({ files: [], text: '' }) }
  const something = {
    diff: async () => ({ files: [{ path: 'docs/a.md', status: 'modified', additions: 1, deletions: 1 }], text: '' }),
  }
  const told = (index: number) => model.asked[index]!.messages.at(-1)!.text

  it('that claims a change where there is none is sent back once, and then is no success', async () => {
    model.play([{ text: 'Do it\n\nI updated docs/a.md.' }, { text: 'Do it\n\nI really updated docs/a.md.' }])
    const result = await agentOn(model).run(taskOn(files.path, 'Do it', nothing))
    expect(told(1)).toContain('No file has changed so far')
    expect(result.outcome).toBe('no_changes')
    expect(result.summary).toMatch(/^No file was changed\.[^]*> I really updated docs\/a\.md\.$/)
  })

  it('that says that nothing had to be changed is taken at its word', async () => {
    model.play([{ text: 'Change nothing\n\nNothing was changed: the term is not used.' }])
    const result = await agentOn(model).run(taskOn(files.path, 'Do it', nothing))
    expect(result).toMatchObject({ outcome: 'no_changes', summary: 'Nothing was changed: the term is not used.' })
  })

  it('is the end where something changed', async () => {
    model.play([{ text: 'Do it\n\nI updated docs/a.md.' }])
    expect(await agentOn(model).run(taskOn(files.path, 'Do it', something))).toMatchObject({ outcome: 'changed' })
  })

  it.each([
    ['JSON', '```json\n{"name": "edit", "arguments": {"path": "docs/a.md", "old": "A", "new": "B"}}\n```'],
    ['tags', '<tool_call>\n{"name": "read"}\n</tool_call>'],
    ['marks', '[TOOL_CALLS][{"name": "list"}]'],
  ])('that is a call written as %s is sent back', async (_, text) => {
    model.play([{ text }, DONE])
    expect(await agentOn(model).run(taskOn(files.path, 'Do it'))).toMatchObject({ summary: 'Done.' })
    expect(told(1)).toContain('Call the tool itself')
  })

  it('that is nothing but written calls ends the run with what helps', async () => {
    model.play((_, index) => ({ text: `<tool_call>{"name": "read", "arguments": {"path": "${index}"}}</tool_call>` }))
    const fault = await fail(agentOn(model).run(taskOn(files.path, 'Do it')))
    expect(fault).toMatchObject({ code: 'agent_malformed_calls', hint: expect.stringContaining('made for tools') })
  })

  it('may show an example of a call of something else', async () => {
    model.play([{ text: 'Explain calls\n\nThe page shows `{"name": "get_weather", "arguments": {}}`.' }])
    expect(await agentOn(model).run(taskOn(files.path, 'Do it'))).toMatchObject({ title: 'Explain calls' })
  })
})

it('works with a server that does not know streams', async () => {
  model.play([
    { ...write('docs/b.md'), isWhole: true },
    { ...DONE, isWhole: true },
  ])
  const result = await agentOn(model, { clock: impatientClock() }).run(taskOn(files.path, 'Do it'))
  expect(result).toMatchObject({ summary: 'Done.', usage: { turns: 2, inputTokens: 200, outputTokens: 20 } })
  expect(readFileSync(join(files.path, 'docs/b.md'), 'utf8')).toBe('x')
})
