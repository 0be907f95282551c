import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '../../src/agents/acp/session.ts'
import { SCRIPTED_AGENT, createWorkspace } from '../support/acp-task.ts'

let place: ReturnType<typeof createWorkspace>
const programs: ChildProcessWithoutNullStreams[] = []
beforeEach(() => {
  place = createWorkspace({ 'docs/a.md': 'Open the workspace.\n' })
})
afterEach(async () => {
  await Promise.all(
    programs.splice(0).map((program) => {
      const ended = new Promise((resolve) => program.once('close', resolve))
      program.kill('SIGKILL')
      return program.exitCode === null ? ended : null
    }),
  )
  place.remove()
})

/** The protocol alone: this program is a part of the tests, so it may run without a sandbox. */
function open(words: string[], sessionId: string | null = null) {
  const program = spawn(process.execPath, [SCRIPTED_AGENT, ...words], { env: { HOME: place.folder }, cwd: place.directory })
  program.stdin.on('error', () => undefined)
  programs.push(program)
  return openSession(program, {
    workspace: place.directory,
    sessionId,
    messageBytesMax: 1_000_000,
    emit: (event) => place.events.push(event),
  })
}

describe('a session with an agent program', () => {
  it('ends a turn with what the program said last', async () => {
    const session = await open(['edit'])
    expect(session.isResumed).toBe(false)
    expect(await session.prompt('Rename it')).toBe('Rename workspace to project\n\nChanged `docs/a.md`.')
    expect(readFileSync(join(place.directory, 'docs/a.md'), 'utf8')).toBe('Open the project.\n')
    expect(place.events.map(({ kind }) => kind)).toEqual(['text'])
  })

  it('answers requests for permission by the policy, and reports them', async () => {
    const session = await open(['permissions'])
    expect(await session.prompt('x')).toContain('inside=true outside=false up=false nameless=false execute=false fetch=false')
    expect(place.events.filter(({ kind }) => kind === 'tool')).toEqual([
      { kind: 'tool', data: { name: 'edit', arguments: 'docs/a.md' } },
    ])
    expect(place.events.filter(({ kind }) => kind === 'warning')).toHaveLength(5)
  })

  it('refuses a program of another version of the protocol', async () => {
    await expect(open(['wrong-version'])).rejects.toMatchObject({ code: 'acp_protocol_version' })
  })

  it('fails with a refusal', async () => {
    const session = await open(['refuse'])
    await expect(session.prompt('x')).rejects.toMatchObject({ code: 'model_refused' })
  })

  it('goes on with an earlier session if the program can, and else begins a new one', async () => {
    expect(await open(['recall'], 'session-1')).toMatchObject({ id: 'session-1', isResumed: true })
    expect(await open(['recall', 'broken'], 'session-1')).toMatchObject({ isResumed: false })
    expect(await open(['edit'], 'session-1')).toMatchObject({ isResumed: false })
  })

  it('fails when the program is gone', async () => {
    const session = await open(['crash'])
    await expect(session.prompt('x')).rejects.toThrow()
  })
})
