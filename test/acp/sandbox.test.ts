import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AcpTurn } from '../../src/agents/acp/acp-turn.ts'
import type { Checkpoint } from '../../src/agents/agent.ts'
import { CHANGE_LIMITS } from '../../src/git/change-limits.ts'
import { findChanges } from '../../src/git/find-changes.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import type { Fault } from '../../src/lib/fault.ts'
import { SCRIPTED_AGENT, acpAgentOn, createWorkspace, scriptedCommand } from '../support/acp-task.ts'
import { memoryCheckpoint, taskOn } from '../support/model-task.ts'
import { NO_SANDBOX, sandboxed } from '../support/sandbox.ts'
import { MODEL_KEY, startScriptedModel } from '../support/scripted-model.ts'

/** Processes of the machine that have a word in their command. */
function processesWith(mark: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })
}

/** For what Node cannot do. Where there is none, or not where the sandbox sees it, those cases are left out. */
const HAS_PYTHON = existsSync('/usr/bin/python3')

const PAGES = { 'docs/a.md': '# A\n\nOpen the workspace.\n', 'docs/b.md': '# B\n' }

let place: ReturnType<typeof createWorkspace>
beforeEach(() => {
  place = createWorkspace(PAGES)
})
afterEach(() => place.remove())

const task = (prompt = 'Rename workspace to project', more = {}) =>
  taskOn(place.directory, prompt, { emit: (event) => place.events.push(event), ...more })
const run = (words: string[], options: Parameters<typeof acpAgentOn>[1] = {}) =>
  acpAgentOn(scriptedCommand(...words), options).run(task())
const page = () => readFileSync(join(place.directory, 'docs/a.md'), 'utf8')

describe.skipIf(NO_SANDBOX !== null)(sandboxed('an agent program in its sandbox'), () => {
  it('edits the workspace and answers with a title and a summary', async () => {
    const agent = acpAgentOn(scriptedCommand('edit'))
    expect(agent.model).toBe(`acp/${process.execPath.split('/').at(-1)}`)
    expect(await agent.run(task())).toEqual({
      title: 'Rename workspace to project',
      summary: 'Changed `docs/a.md`.',
      usage: { turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 },
    })
    expect(page()).toContain('Open the project.')
  })

  it('gets its permissions from the policy, once each', async () => {
    const { summary } = await run(['permissions'])
    expect(summary).toBe('inside=true outside=false up=false nameless=false execute=false fetch=false')
    expect(place.events.filter(({ kind }) => kind === 'warning')).toHaveLength(5)
  })

  it('reaches nothing outside of its workspace', async () => {
    const secret = join(place.folder, 'secret')
    writeFileSync(secret, 'canary')
    const { summary } = await run(['escape', secret.slice(1)], { env: { DOCWRIGHT_MODEL_KEY: 'canary' } })
    expect(summary.split('\n').filter((line) => line.includes('did it'))).toEqual([])
    expect(summary).toContain('read the secret: ENOENT')
    expect(summary).toContain('write through ..: EROFS')
    expect(existsSync(join(place.folder, 'escaped'))).toBe(false)
  })

  it('does not see the data folder, not even inside of a folder of its own', async () => {
    const home = createWorkspace({
      'package.json': '{}',
      'data/secret': 'canary',
      'agent.mjs': 'await import("node:fs").then((fs) => console.error(fs.readdirSync("data-link")))',
    })
    try {
      const program = join(home.directory, 'agent.mjs')
      writeFileSync(
        program,
        `import { readdirSync } from 'node:fs'\nconsole.error('sees ' + readdirSync(${JSON.stringify(join(home.directory, 'data'))}).length)\nprocess.exit(4)\n`,
      )
      const agent = acpAgentOn(`${process.execPath} ${program}`, { hidden: [join(home.directory, 'data')] })
      await expect(agent.run(task())).rejects.toThrow(/sees 0/)
    } finally {
      home.remove()
    }
  })

  it('does not see the data folder below a folder of the system', async ({ skip }) => {
    const above = await mkdtemp('/usr/local/docwright-').catch(() => null)
    skip(above === null, 'this user cannot write to /usr/local')
    if (above === null) return
    try {
      mkdirSync(join(above, 'real/data'), { recursive: true })
      writeFileSync(join(above, 'real/data/server-secret'), 'canary')
      writeFileSync(join(above, 'real/beside'), 'not hidden')
      symlinkSync('real', join(above, 'link'))
      // By another name than the operator's, which leads to the same place.
      const { summary } = await run(['look', join(above, 'real')], { hidden: [join(above, 'link/data')] })
      expect(summary).toContain('beside')
      expect(summary).not.toContain('server-secret')
      expect(summary).toContain('write: EROFS')
    } finally {
      await rm(above, { recursive: true })
    }
  })

  it('is not started when it lies in the data folder', async () => {
    const agent = acpAgentOn(scriptedCommand('edit'), { hidden: [dirname(SCRIPTED_AGENT)] })
    await expect(agent.run(task())).rejects.toMatchObject({ code: 'acp_program_hidden' })
  })

  it('has the time of the run, all of its parts together, and no less', async () => {
    const started = Date.UTC(2026, 0, 1)
    let now = started
    const clock: Clock = { now: () => now, sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal) }
    const checkpoint = memoryCheckpoint()
    const waiting = ['Two', 'Three']
    const nextMessages = async () => {
      now += 60_000
      return waiting.splice(0, 1)
    }
    const agent = acpAgentOn(scriptedCommand('recall'), { clock, limits: { wallMs: 290_000 } })
    await agent.run(task('x', { checkpoint, nextMessages }))
    await agent.repair!(task('x', { checkpoint, nextMessages }), ['a.md: a link leads nowhere'], 1)
    expect(checkpoint.saved.map((turn) => (JSON.parse(turn) as AcpTurn).elapsedMs)).toEqual([60_000, 60_000, 60_000, 60_000])
    now += 60_000
    await expect(
      acpAgentOn(scriptedCommand('hang'), { clock, limits: { wallMs: 240_000 } }).repair!(task('x', { checkpoint }), ['x'], 2),
    ).rejects.toMatchObject({ code: 'budget_time' })
  })

  it('has no network', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { summary } = await run(['network', String((server.address() as { port: number }).port)])
      expect(summary).not.toContain('connected')
      expect(summary.split('\n')).toHaveLength(4)
    } finally {
      server.close()
    }
  })

  it('cannot write a gigabyte into a file', async () => {
    const { summary } = await run(['huge-file'], { limits: { fileBytes: 5_000_000 } })
    expect(summary).toBe('write a gigabyte: EFBIG')
  })

  it('is stopped when it fills the disk with files', async () => {
    await expect(run(['many-files'], { limits: { files: 300 } })).rejects.toMatchObject({ code: 'budget_files' })
  })

  it('is stopped when it has more processes or memory than it may have', async () => {
    await expect(run(['fork-bomb'], { limits: { processes: 60 } })).rejects.toMatchObject({ code: 'budget_processes' })
    await expect(run(['much-memory'], { limits: { memoryBytes: 400_000_000 } })).rejects.toMatchObject({ code: 'budget_memory' })
  })

  it('is stopped when another thread of it starts more processes than it may have', async () => {
    await expect(run(['fork-from-thread'], { limits: { processes: 60, wallMs: 15_000 } })).rejects.toMatchObject({
      code: 'budget_processes',
    })
  })

  it.runIf(HAS_PYTHON).each([
    ['memfds', { memoryBytes: 700_000_000 }, 'budget_memory'],
    ['threads', { processes: 20 }, 'budget_processes'],
  ])('is stopped when it hogs the machine with %s', async (behaviour, limits, code) => {
    await expect(run([behaviour], { limits: { wallMs: 15_000, ...limits } })).rejects.toMatchObject({ code })
  })

  it('finds no place for files in memory without a limit, and what it has there counts', async () => {
    const { summary } = await run(['files-in-memory'], { limits: { fileBytes: 2 ** 40 } })
    const lines = ['/dev/shm/x: ENOSPC', '/dev/x: EROFS', '/tmp/x: ENOSPC', '/run/x: EROFS', '/x: EROFS', '/etc/x: EROFS']
    expect(summary.split('\n')).toEqual(lines)
    const stopped = run(['files-in-memory-kept'], { limits: { fileBytes: 2 ** 40, memoryBytes: 350_000_000, wallMs: 20_000 } })
    await expect(stopped).rejects.toMatchObject({ code: 'budget_memory' })
  })

  it.each([
    ['hang', { wallMs: 1500 }, 'budget_time'],
    ['slow', { startMs: 1500 }, 'acp_start'],
    ['chatter', { outputBytes: 1_000_000 }, 'budget_output'],
    ['crash', {}, 'acp_crashed'],
    ['wrong-version', {}, 'acp_protocol_version'],
    ['refuse', {}, 'model_refused'],
  ])('ends when the program does this: %s', async (behaviour, limits, code) => {
    await expect(run([behaviour], { limits: { wallMs: 15_000, ...limits } })).rejects.toMatchObject({ code })
  })

  it('says what a program said when it broke', async () => {
    await expect(run(['crash'])).rejects.toThrow('ended before it was done (code 3: something broke inside)')
  })

  it('ends at once when the job is cancelled', async () => {
    const cancel = new AbortController()
    const running = acpAgentOn(scriptedCommand('hang')).run(task('x', { signal: cancel.signal }))
    setTimeout(() => cancel.abort(new Error('cancelled by the user')), 700)
    await expect(running).rejects.toThrow('cancelled by the user')
  })

  describe('with the session of an earlier part', () => {
    const again = async (...words: string[]) => {
      const checkpoint = memoryCheckpoint()
      const agent = acpAgentOn(scriptedCommand('recall', ...words))
      await agent.run(task('Rename it', { checkpoint }))
      return agent.repair!(task('Rename it', { checkpoint }), ['a.md: a link leads nowhere'], 1)
    }

    it('goes on where the program can', async () => {
      expect((await again()).summary).toMatch(/^prompts before: 1; begins: Your work brought in .*told: false$/)
    })

    it.each(['broken', 'forgetful'])('begins a new one that is told what was done, when the program is %s', async (how) => {
      expect((await again(how)).summary).toMatch(/begins: You edit the documentation.*told: true$/)
    })
  })

  it('answers messages that arrived meanwhile in the same session, and a part that was done is not done again', async () => {
    const checkpoint = memoryCheckpoint()
    const waiting = ['Also the title']
    const agent = acpAgentOn(scriptedCommand('recall'))
    const { summary } = await agent.run(task('x', { checkpoint, nextMessages: async () => waiting.splice(0) }))
    expect(summary).toMatch(/^prompts before: 1; begins: The user adds/)
    expect(checkpoint.saved).toHaveLength(2)
    expect(await agent.run(task('x', { checkpoint }))).toMatchObject({ summary })
    expect(checkpoint.saved).toHaveLength(2)
  })

  it('has ended, with all that it started, whenever its files are read', async () => {
    const mark = `mark-${randomUUID()}`
    const victim = join(place.folder, 'victim')
    mkdirSync(victim)
    writeFileSync(join(victim, 'a.md'), 'canary')
    const alive: string[][] = []
    const seen: string[] = []
    const kept = memoryCheckpoint()
    const checkpoint: Checkpoint = {
      load: kept.load,
      save: async (turn, usage) => {
        alive.push(processesWith(mark))
        const search = { limits: CHANGE_LIMITS, hasModes: true, signal: task().signal }
        const changes = await findChanges(place.directory, new Map(), search).catch((error: Fault) => [{ content: error.code }])
        seen.push(...changes.map(({ content }) => String(content)))
        await kept.save(turn, usage)
      },
    }
    const waiting = ['And again', 'Once more']
    const nextMessages = async () => {
      alive.push(processesWith(mark))
      return waiting.splice(0, 1)
    }
    const agent = acpAgentOn(scriptedCommand('swap', victim, mark))
    await agent.run(task('x', { checkpoint, nextMessages }))
    await agent.repair!(task('x', { checkpoint, nextMessages }), ['a.md: a link leads nowhere'], 1)
    expect(kept.saved).toHaveLength(4)
    expect(alive).toEqual(Array.from({ length: 8 }, () => []))
    expect(seen.join()).not.toContain('canary')
  })

  it('asks the one model through the proxy, without its key, and what it used is counted', async () => {
    const model = await startScriptedModel([{ text: 'A sentence of the model.', usage: { input: 120, output: 30 } }])
    try {
      const env = { ...model.env('chat'), DOCWRIGHT_MODEL_PRICE: '10/100' }
      const { usage, summary } = await run(['model'], { env })
      expect(summary).toBe('A sentence of the model.')
      expect(page()).toContain('A sentence of the model.')
      expect(usage).toEqual({ turns: 1, inputTokens: 120, outputTokens: 30, costUsd: 0.0042 })
      expect(model.asked).toMatchObject([{ model: 'scripted', key: MODEL_KEY }])
      expect(model.asked[0]!.messages[0]!.text).toContain('Rename workspace to project')
    } finally {
      await model.close()
    }
  })

  it('ends when nobody can say whether the budget is used up, so that the work is tried again', async () => {
    const model = await startScriptedModel(() => ({ text: 'again' }))
    try {
      const away = Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
      let asked = 0
      const confirmBudget = async () => {
        if (++asked === 3) throw away
      }
      const agent = acpAgentOn(scriptedCommand('model'), { env: model.env('chat') })
      await expect(agent.run(task(undefined, { confirmBudget }))).rejects.toBe(away)
      expect(model.asked).toHaveLength(2)
    } finally {
      await model.close()
    }
  })

  it('ends a program that asks for ever at its budget, with what was used', async () => {
    const model = await startScriptedModel(() => ({ text: 'again', usage: { input: 400, output: 100 } }))
    try {
      const checkpoint = memoryCheckpoint()
      const agent = acpAgentOn(scriptedCommand('model'), { env: model.env('chat'), limits: { tokens: 5000 } })
      await expect(agent.run(task('x', { checkpoint }))).rejects.toMatchObject({ code: 'budget_tokens' })
      expect(JSON.parse(checkpoint.saved[0]!)).toMatchObject({
        usage: { turns: 10, inputTokens: 4000, outputTokens: 1000 },
        end: null,
      })
    } finally {
      await model.close()
    }
  })
})

describe('without a sandbox', () => {
  it('refuses to run any program, and says what to install', async () => {
    const agent = acpAgentOn(scriptedCommand('edit'), { searchPath: '/nonexistent' })
    await expect(agent.run(task())).rejects.toMatchObject({
      code: 'sandbox_missing',
      message: 'An agent program runs only inside a sandbox, and bubblewrap (`bwrap`) is not installed.',
      hint: expect.stringContaining('apt-get install bubblewrap'),
    })
    expect(page()).toBe(PAGES['docs/a.md'])
  })

  it('refuses too when bubblewrap is there and does not work', async () => {
    const broken = createWorkspace({ bwrap: '#!/bin/sh\necho "No permissions to create new namespace" >&2\nexit 1\n' })
    try {
      const { chmodSync } = await import('node:fs')
      chmodSync(join(broken.directory, 'bwrap'), 0o755)
      const agent = acpAgentOn(scriptedCommand('edit'), { searchPath: broken.directory })
      await expect(agent.run(task())).rejects.toThrow('does not work here (No permissions to create new namespace)')
      expect(page()).toBe(PAGES['docs/a.md'])
    } finally {
      broken.remove()
    }
  })
})
