import type { Clock } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import type { Agent, AgentResult, AgentTask } from '../agent.ts'
import { type ModelSettings, modelName } from '../models/model-settings.ts'
import { writeInstruction, writeRepair } from '../prompt/instructions.ts'
import { LIMITS, type Limits } from './model-limits.ts'

export interface ModelAgentDeps {
  clock: Clock
  limits?: Limits
}

/** An agent that lets a language model use tools on the files. The library for models is loaded with the first job that needs it. */
export function createModelAgent(settings: ModelSettings, { clock, limits = LIMITS }: ModelAgentDeps): Agent {
  const start = async (task: AgentTask, part: number, opening: string): Promise<AgentResult> => {
    const [{ work }, { openModel }] = await Promise.all([import('./work.ts'), import('./provider.ts')])
    return work({ model: await openModel(settings), settings, clock, limits }, task, part, opening)
  }
  return {
    model: modelName(settings),
    holdsLimits: true,
    run: (task) => start(task, 0, writeInstruction(task)),
    repair: (task, problems, attempt) => start(task, attempt, writeRepair(problems)),
  }
}

/** Stands in where a job asks for a model and the installation has none. */
export function createMissingModelAgent(model: string): Agent {
  return {
    model,
    run: async () => {
      throw new Fault({
        code: 'model_missing',
        message: 'The project needs a model, and there is none.',
        hint: 'Set the key of a provider (and DOCWRIGHT_MODEL for another model than its default) and restart the server, or give the project its own model. `docwright doctor` checks it.',
      })
    },
  }
}
