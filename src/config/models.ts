import {
  DEFAULT_MODELS,
  KEY_VARIABLES,
  type ModelDefaults,
  type ModelSettings,
  modelSettings,
} from '../agents/models/model-settings.ts'
import { MODEL_PROVIDERS, type ModelProvider, readModelName } from '../lib/model-providers.ts'
import type { Environment } from './environment.ts'

/** What holds for all models: keys and addresses of providers, prices, limits. */
export function readModels(env: Environment): ModelDefaults {
  const ownModel = env.text('DOCWRIGHT_MODEL')
  const ownUrl = env.webUrl('DOCWRIGHT_MODEL_URL')
  const provider = (name: ModelProvider) => ({
    key: KEY_VARIABLES[name].map((variable) => env.text(variable)).find((key) => key !== null) ?? null,
    url: env.webUrl(`DOCWRIGHT_${name.toUpperCase()}_URL`) ?? (ownModel?.startsWith(`${name}/`) ? ownUrl : null),
  })
  return {
    providers: {
      anthropic: provider('anthropic'),
      openai: provider('openai'),
      google: provider('google'),
      compatible: provider('compatible'),
    },
    prices: readPrices(env, ownModel),
    costUsdMax: env.integer('DOCWRIGHT_RUN_COST_MAX', 5, 1, 10_000),
    contextTokens: env.integer('DOCWRIGHT_MODEL_CONTEXT', 128_000, 4_000, 100_000_000),
  }
}

/** The model for projects that have none of their own; null when there is none. */
export function readModel(env: Environment, defaults: ModelDefaults): ModelSettings | null {
  const value = env.text('DOCWRIGHT_MODEL')
  if (value === null) return null
  const settings = modelSettings(value, defaults)
  if (!settings) {
    const forms = MODEL_PROVIDERS.map((one) => `${one}/…`).join(', ')
    env.mistakes.push(`DOCWRIGHT_MODEL must name a provider and a model (${forms}), not "${value}"`)
  } else if (settings.provider === 'compatible' && settings.url === null && !env.text('DOCWRIGHT_MODEL_URL'))
    env.mistakes.push('DOCWRIGHT_MODEL_URL must be set for a compatible model, such as http://127.0.0.1:11434/v1')
  return settings
}

/** The model that the key of a provider stands for where no model is named: a key is all that somebody has to set. */
export function readImpliedModel(env: Environment, defaults: ModelDefaults): ModelSettings | null {
  if (env.text('DOCWRIGHT_MODEL') !== null) return null
  const provider = MODEL_PROVIDERS.find((one) => DEFAULT_MODELS[one] !== undefined && defaults.providers[one].key !== null)
  return provider ? modelSettings(DEFAULT_MODELS[provider]!, defaults) : null
}

/** `3/15` for the model of the installation, `openai/gpt-5*=1.25/10` for others. */
function readPrices(env: Environment, ownModel: string | null): ModelDefaults['prices'] {
  const name = 'DOCWRIGHT_MODEL_PRICE'
  return env.list(name).flatMap((entry) => {
    const [, pattern, input, output] = /^(?:([^\s=]+)=)?(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(entry) ?? []
    if (input !== undefined && output !== undefined && (pattern === undefined || readModelName(pattern)))
      return [{ pattern: pattern ?? ownModel ?? '', price: { input: Number(input), output: Number(output) } }]
    env.mistakes.push(
      `${name} must be US dollars for a million tokens in and out, such as 3/15 or openai/gpt-5*=1.25/10, not "${entry}"`,
    )
    return []
  })
}
