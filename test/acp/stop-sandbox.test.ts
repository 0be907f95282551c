import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACP_LIMITS } from '../../src/agents/acp/acp-limits.ts'
import { findProgram } from '../../src/agents/acp/sandbox/find-program.ts'
import { startInSandbox } from '../../src/agents/acp/sandbox/sandbox.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createWorkspace } from '../support/acp-task.ts'
import { NO_SANDBOX, sandboxed } from '../support/sandbox.ts'

let place: ReturnType<typeof createWorkspace>
beforeEach(() => {
  place = createWorkspace({ 'docs/a.md': 'A\n' })
})
afterEach(() => place.remove())

/** Processes that were started with the folder of this test, and have not ended. */
function alive(): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(place.folder)
    } catch {
      return false
    }
  })
}

describe.skipIf(NO_SANDBOX !== null)(sandboxed('stopping a sandbox'), () => {
  it('leaves no process, however soon after the start it comes', async () => {
    const searchPath = process.env['PATH']!
    for (let turns = 0; turns < 40; turns++) {
      const { program, stop } = startInSandbox({
        program: findProgram(['sh', '-c', 'sleep 60 & sleep 60'], '/usr/bin'),
        searchPath,
        workspace: place.directory,
        belongings: join(place.folder, 'agent'),
        environment: {},
        home: {},
        socket: null,
        hidden: [],
        limits: ACP_LIMITS,
      })
      program.stdin.on('error', () => undefined)
      // Some moments later each time, counted in turns of the loop.
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      await stop(systemClock)
      expect(alive()).toEqual([])
    }
  })
})
