import { Fault } from '../../lib/fault.ts'
import { type ModelProvider, matchesModel, readModelName } from '../../lib/model-providers.ts'

/** Where the key of each provider is set; the first that has a value counts. */
export const KEY_VARIABLES: Readonly<Record<ModelProvider, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  compatible: ['DOCWRIGHT_MODEL_KEY'],
}

/** What is used where only a key is set: of each provider the one in the middle, which is good with tools and not the dearest. */
export const DEFAULT_MODELS: Readonly<Partial<Record<ModelProvider, string>>> = {
  anthropic: 'anthropic/claude-sonnet-5-5',
  openai: 'openai/gpt-5.6',
  google: 'google/gemini-pro-latest',
}

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
}

/** A model and what is needed to use it. */
export interface ModelSettings {
  readonly provider: ModelProvider
  /** As the provider calls it. */
  readonly name: string
  /** Null when none is set; a model on one's own machine may need none. */
  readonly key: string | null
  /** Where the provider's interface is; null for its usual address. */
  readonly url: string | null
  /** As the operator pays; null when not given, and costs are then counted as 0. */
  readonly price: ModelPrice | null
  /** US dollars that one run may cost, where the price is known. */
  readonly costUsdMax: number
  /** Tokens that the model takes in at once. */
  readonly contextTokens: number
}

/** What an operator has set for models, whichever is used. */
export interface ModelDefaults extends Pick<ModelSettings, 'costUsdMax' | 'contextTokens'> {
  readonly providers: Readonly<Record<ModelProvider, { readonly key: string | null; readonly url: string | null }>>
  /** By patterns of `matchesModel`; the first that fits counts. */
  readonly prices: readonly { readonly pattern: string; readonly price: ModelPrice }[]
}

/** What a job's `model` shows. */
export function modelName({ provider, name }: Pick<ModelSettings, 'provider' | 'name'>): string {
  return `${provider}/${name}`
}

/** The model of the installation, as jobs name it: the one that is set, or the one that a key stands for. */
export function installedModel({ model, impliedModel }: Record<'model' | 'impliedModel', ModelSettings | null>): string | null {
  const own = model ?? impliedModel
  return own && modelName(own)
}

/** What is needed for a model by its name, without a key of a project; null when it is no name of a model. */
export function modelSettings(model: string, defaults: ModelDefaults): ModelSettings | null {
  const named = readModelName(model)
  if (!named) return null
  const { providers, prices, costUsdMax, contextTokens } = defaults
  const price = prices.find(({ pattern }) => matchesModel(pattern, model))?.price ?? null
  return { ...named, ...providers[named.provider], price, costUsdMax, contextTokens }
}

export function keyMissing(provider: ModelProvider): Fault {
  return new Fault({
    code: 'model_key_missing',
    message: `There is no key for ${provider}: neither the project nor the installation has one.`,
    hint: `Give the project one (its secret \`${provider}\`), or set ${KEY_VARIABLES[provider].join(' or ')} for the service and start it again.`,
  })
}
