import { createAcpAgent, createMissingAcpAgent } from '../agents/acp/acp-agent.ts'
import type { AcpSettings } from '../agents/acp/acp-settings.ts'
import type { Agent } from '../agents/agent.ts'
import { createMissingModelAgent, createModelAgent } from '../agents/model/model-agent.ts'
import { type ModelDefaults, type ModelSettings, keyMissing, modelName, modelSettings } from '../agents/models/model-settings.ts'
import { offlineAgent } from '../agents/offline/offline-agent.ts'
import type { Clock } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import type { ModelProvider } from '../lib/model-providers.ts'
import type { ProjectSettings } from '../projects/settings.ts'
import type { Job } from './job.ts'

export interface AgentForDeps {
  config: {
    readonly model: ModelSettings | null
    readonly models: ModelDefaults
    readonly acp: AcpSettings | null
    readonly searchPath: string
  }
  clock: Clock
  /** The data folder, which no agent program may see. */
  folder: { readonly path: string }
  /** Keys of the project's own. */
  secrets: { find(projectId: string, name: ModelProvider): Promise<string | null> }
}

/** Who does a job, by its `model`: made for each run, with the keys and limits that the project has at that time. */
export function createAgentFor(deps: AgentForDeps): (job: Job, settings: ProjectSettings) => Promise<Agent> {
  const { config, clock, folder } = deps
  const { acp, searchPath } = config
  return async (job, settings) => {
    if (job.model === 'offline') return offlineAgent
    if (/^acp(?:\/|$)/.test(job.model)) {
      if (!acp) return createMissingAcpAgent(job.model)
      const name = settings.model ?? (config.model && modelName(config.model))
      const model = name === null ? null : await findModel(deps, name, job.projectId, settings)
      return createAcpAgent(acp, { clock, searchPath, model, hidden: [folder.path] })
    }
    const model = await findModel(deps, job.model, job.projectId, settings)
    return model ? createModelAgent(model, { clock }) : createMissingModelAgent(job.model)
  }
}

/** What is needed to use a model for a project: its own key before that of the installation. Null when it is no name of a model. */
export async function findModel(
  { config, secrets }: Pick<AgentForDeps, 'config' | 'secrets'>,
  name: string,
  projectId: string,
  { budgets }: ProjectSettings,
): Promise<ModelSettings | null> {
  const model = modelSettings(name, config.models)
  if (!model) return null
  // A budget that nothing is counted for would be a promise that nobody keeps.
  if (model.price === null && (budgets.runCostUsd !== null || budgets.dayCostUsd !== null))
    throw new Fault({
      code: 'model_price_unknown',
      message: `The project has a budget in US dollars, and the price of ${name} is not known.`,
      hint: `Add it to DOCWRIGHT_MODEL_PRICE, such as ${name}=3/15 (0/0 for one that costs nothing), or take the budget away.`,
    })
  if (model.provider === 'compatible' && model.url === null)
    throw new Fault({
      code: 'model_url_missing',
      message: `The service does not know where ${name} is.`,
      hint: 'Set DOCWRIGHT_COMPATIBLE_URL for the service and start it again.',
    })
  const key = (await secrets.find(projectId, model.provider)) ?? model.key
  if (key === null && model.provider !== 'compatible') throw keyMissing(model.provider)
  return { ...model, key, costUsdMax: budgets.runCostUsd ?? model.costUsdMax }
}
