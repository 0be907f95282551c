import { createModelAgent } from '../../src/agents/model/model-agent.ts'
import { LIMITS, type Limits } from '../../src/agents/model/model-limits.ts'
import type { Agent, AgentTask, Checkpoint } from '../../src/agents/agent.ts'
import { readConfig } from '../../src/config.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import type { ScriptedModel, WireFormatName } from './scripted-model.ts'

/** The agent on a scripted model, without a service around it. */
export function agentOn(
  model: ScriptedModel,
  options: { format?: WireFormatName; limits?: Partial<Limits>; clock?: Clock; env?: Record<string, string> } = {},
): Agent {
  const config = readConfig({ ...model.env(options.format ?? 'chat'), ...options.env })
  return createModelAgent(config.model!, { clock: options.clock ?? systemClock, limits: { ...LIMITS, ...options.limits } })
}

export function taskOn(directory: string, prompt: string, more: Partial<AgentTask> = {}): AgentTask {
  return { directory, prompt, history: [], signal: new AbortController().signal, ...more }
}

/** Keeps turns in memory, as JSON like the ledger does. */
export function memoryCheckpoint(saved: string[] = []): Checkpoint & { saved: string[] } {
  return {
    saved,
    load: async () => saved.map((turn) => JSON.parse(turn) as unknown),
    save: async (turn) => void saved.push(JSON.stringify(turn)),
  }
}

/** Waits pass at once; how long they would have been is kept. */
export function impatientClock(): Clock & { waits: number[] } {
  const waits: number[] = []
  return {
    waits,
    now: systemClock.now,
    sleep: (milliseconds, signal) => {
      // Time-outs of calls are long, and end with the call.
      if (milliseconds >= 60_000) return systemClock.sleep(milliseconds, signal)
      waits.push(milliseconds)
      return Promise.resolve()
    },
  }
}
