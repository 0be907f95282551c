export const MODEL_PROVIDERS = ['anthropic', 'openai', 'google', 'compatible'] as const
export type ModelProvider = (typeof MODEL_PROVIDERS)[number]

/** Where the key of each provider is set; the first that has a value counts. */
export const KEY_VARIABLES: Readonly<Record<ModelProvider, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  compatible: ['DOCWRIGHT_MODEL_KEY'],
}

/** The model that an operator has chosen. */
export interface ModelSettings {
  readonly provider: ModelProvider
  /** As the provider calls it. */
  readonly name: string
  /** Null when none is set; a model on one's own machine may need none. */
  readonly key: string | null
  /** Where the provider's interface is; null for its usual address. */
  readonly url: string | null
  /** US dollars for a million tokens, as the operator pays them; null when not given, and costs are then counted as 0. */
  readonly price: { readonly input: number; readonly output: number } | null
  /** US dollars that one run may cost, where the price is known. */
  readonly costUsdMax: number
  /** Tokens that the model takes in at once. */
  readonly contextTokens: number
}

/** What a job's `model` shows. */
export function modelName({ provider, name }: Pick<ModelSettings, 'provider' | 'name'>): string {
  return `${provider}/${name}`
}
