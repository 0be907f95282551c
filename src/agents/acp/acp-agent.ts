import { Fault } from '../../lib/fault.ts'
import type { Agent, AgentResult, AgentTask } from '../agent.ts'
import { writeInstruction, writeRepair } from '../prompt/instructions.ts'
import { ACP_LIMITS } from './acp-limits.ts'
import { type AcpSettings, acpName } from './acp-settings.ts'
import type { WorkDeps } from './work-in-sandbox.ts'

type AcpAgentDeps = Omit<WorkDeps, 'settings' | 'limits'> & Partial<Pick<WorkDeps, 'limits'>>

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
        message: 'The project needs an agent program, and the server has none.',
        hint: 'Set DOCWRIGHT_ACP_AGENT or DOCWRIGHT_ACP_COMMAND and restart the server. `docwright doctor` checks it.',
      })
    },
  }
}
