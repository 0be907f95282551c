import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Agent, AgentEvent } from '../../src/agents/agent.ts'
import { createAcpAgent } from '../../src/agents/acp/acp-agent.ts'
import { ACP_LIMITS, type AcpLimits } from '../../src/agents/acp/acp-limits.ts'
import { readConfig } from '../../src/config.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'

export const SCRIPTED_AGENT = new URL('./scripted-acp-agent.ts', import.meta.url).pathname

/** A command line for the scripted agent program. */
export function scriptedCommand(...words: string[]): string {
  return [process.execPath, SCRIPTED_AGENT, ...words].join(' ')
}

/** The agent on the scripted program, without a service around it. */
export function acpAgentOn(
  command: string,
  options: {
    env?: Record<string, string>
    limits?: Partial<AcpLimits>
    searchPath?: string
    hidden?: string[]
    clock?: Clock
  } = {},
): Agent {
  const { acp, model } = readConfig({ DOCWRIGHT_ACP_COMMAND: command, ...options.env })
  return createAcpAgent(acp!, {
    clock: options.clock ?? systemClock,
    searchPath: options.searchPath ?? process.env['PATH']!,
    model,
    hidden: options.hidden ?? [],
    limits: { ...ACP_LIMITS, ...options.limits },
  })
}

/** A directory as the pipeline makes it, in a folder of its own. */
export function createWorkspace(files: Record<string, string>): {
  folder: string
  directory: string
  events: AgentEvent[]
  remove(): void
} {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-acp-'))
  const directory = join(folder, 'files')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  return { folder, directory, events: [], remove: () => rmSync(folder, { recursive: true, force: true }) }
}
