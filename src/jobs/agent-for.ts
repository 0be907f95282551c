import { createAcpAgent, createMissingAcpAgent } from '../agents/acp/acp-agent.ts'
import type { AcpSettings } from '../agents/acp/acp-settings.ts'
import { type Agent, isUnderstood } from '../agents/agent.ts'
import { createMissingModelAgent, createModelAgent } from '../agents/model/model-agent.ts'
import { LIMITS, type Limits } from '../agents/model/model-limits.ts'
import {
  DEFAULT_MODELS,
  type ModelDefaults,
  type ModelSettings,
  installedModel,
  keyMissing,
  modelName,
  modelSettings,
} from '../agents/models/model-settings.ts'
import { offlineAgent } from '../agents/offline/offline-agent.ts'
import type { Clock } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import type { ModelProvider } from '../lib/model-providers.ts'
import { writerOf } from '../projects/project.ts'
import type { ProjectSettings } from '../projects/settings.ts'
import type { Job } from './job.ts'

export interface AgentForDeps {
  config: {
    readonly model: ModelSettings | null
    readonly impliedModel: ModelSettings | null
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
    const { requestedModel } = job
    if (requestedModel === 'offline') return withAdvice(offlineAgent, LET_IT_USE_A_MODEL)
    if (requestedModel === 'auto')
      return { ...withAdvice(offlineAgent, GET_A_MODEL), successor: () => findWriter(deps, job.projectId, settings) }
    if (/^acp(?:\/|$)/.test(requestedModel)) {
      if (!acp) return createMissingAcpAgent(requestedModel)
      const name = settings.model ?? (config.model && modelName(config.model))
      const model = name === null ? null : await findModel(deps, name, job.projectId, settings)
      return createAcpAgent(acp, { clock, searchPath, model, hidden: [folder.path] })
    }
    const model = await findModel(deps, requestedModel, job.projectId, settings)
    return model ? createModelAgent(model, { clock, limits: limitsOf(settings) }) : createMissingModelAgent(requestedModel)
  }
}

const LET_IT_USE_A_MODEL =
  'This project uses the offline agent only. For instructions that need a writer, let it use a model: `docwright project set ID --agent auto`.'
const GET_A_MODEL =
  'Instructions that need a writer go to a model, and this project has none. Set `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` or `GEMINI_API_KEY` for the service and start it again, or give the project a key of its own. A model on your own machine works, too: `docwright doctor` finds it and says how to use it.'

/** Says how to get further, where the agent did not understand everything. */
function withAdvice(agent: Agent, advice: string): Agent {
  const run: Agent['run'] = async (task) => {
    const result = await agent.run(task)
    return isUnderstood(result) ? result : { ...result, summary: `${result.summary}\n\n${advice}` }
  }
  return { ...agent, run }
}

function limitsOf({ budgets }: ProjectSettings): Limits {
  return { ...LIMITS, files: budgets.runFiles ?? LIMITS.files }
}

/** The model that does what the offline agent does not understand: that of the project, of the service, or of a key that is there. */
async function findWriter(deps: AgentForDeps, projectId: string, settings: ProjectSettings): Promise<Agent | null> {
  const { config, secrets, clock } = deps
  let name = writerOf({ settings }, { model: installedModel(config) })
  for (const [provider, model] of Object.entries(DEFAULT_MODELS) as [ModelProvider, string][]) {
    if (name !== null || settings.models.length > 0) break
    if ((await secrets.find(projectId, provider)) !== null) name = model
  }
  const model = name === null ? null : await findModel(deps, name, projectId, settings)
  return model && createModelAgent(model, { clock, limits: limitsOf(settings) })
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
      message: `The project has a budget in US dollars, and the price of ${name} isn't known.`,
      hint: `Add it to DOCWRIGHT_MODEL_PRICE, such as ${name}=3/15 (0/0 if it costs nothing), or remove the budget.`,
    })
  if (model.provider === 'compatible' && model.url === null)
    throw new Fault({
      code: 'model_url_missing',
      message: `The server doesn't know where ${name} is.`,
      hint: 'Set DOCWRIGHT_COMPATIBLE_URL and restart the server.',
    })
  const key = (await secrets.find(projectId, model.provider)) ?? model.key
  if (key === null && model.provider !== 'compatible') throw keyMissing(model.provider)
  return { ...model, key, costUsdMax: budgets.runCostUsd ?? model.costUsdMax }
}
