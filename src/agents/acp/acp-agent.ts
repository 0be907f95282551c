import type { Clock } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import type { Agent, AgentResult, AgentTask } from '../agent.ts'
import type { ModelSettings } from '../models/model-settings.ts'
import { writeInstruction, writeRepair } from '../prompt/instructions.ts'
import { ACP_LIMITS, type AcpLimits } from './acp-limits.ts'
import { type AcpSettings, acpName } from './acp-settings.ts'

export interface AcpAgentDeps {
  clock: Clock
  /** Where programs are found. */
  searchPath: string
  /** For the proxy; null when the installation has no model. */
  model: ModelSettings | null
  /** Folders that no program may see. */
  hidden: readonly string[]
  limits?: AcpLimits
}

/** An agent program that speaks the Agent Client Protocol, inside a sandbox. The library is loaded with the first job that needs it. */
export function createAcpAgent(settings: AcpSettings, deps: AcpAgentDeps): Agent {
  const start = async (task: AgentTask, part: number, instruction: string): Promise<AgentResult> => {
    const { workInSandbox } = await import('./work-in-sandbox.ts')
    return workInSandbox({ ...deps, settings, limits: deps.limits ?? ACP_LIMITS }, task, part, instruction)
  }
  return {
    model: acpName(settings),
    run: (task) => start(task, 0, writeInstruction(task)),
    repair: (task, problems, attempt) => start(task, attempt, writeRepair(problems)),
  }
}

/** Stands in where a job asks for an agent program and the installation has none. */
export function createMissingAcpAgent(model: string): Agent {
  return {
    model,
    run: async () => {
      throw new Fault({
        code: 'acp_missing',
        message: 'The project wants an agent program, and none is set up on this installation.',
        hint: 'Set DOCWRIGHT_ACP_AGENT or DOCWRIGHT_ACP_COMMAND for the service and start it again; `docwright doctor` helps.',
      })
    },
  }
}
