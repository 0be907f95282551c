/** Who offers models. The names are stored: in the models of jobs, in settings of projects, and as names of their keys. */
export const MODEL_PROVIDERS = ['anthropic', 'openai', 'google', 'compatible'] as const
export type ModelProvider = (typeof MODEL_PROVIDERS)[number]

/** Reads `provider/model`; null when it is none. The provider's own name for the model may have slashes. */
export function readModelName(text: string): { provider: ModelProvider; name: string } | null {
  const [, name = ''] = /^[^/]+\/(\S+)$/.exec(text) ?? []
  const provider = MODEL_PROVIDERS.find((one) => text.startsWith(`${one}/`))
  return provider && name !== '' ? { provider, name } : null
}

/** What may stand in a name that does not come from the operator: providers put it into addresses. */
const PLAIN = /^(?!.*\.\.)[\w.:@+/-]+$/

export function isPlainModelName(text: string): boolean {
  return PLAIN.test(text) && readModelName(text) !== null
}

/** True for the name itself, and for all that begin like a pattern with `*` at its end. */
export function matchesModel(pattern: string, model: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : model === pattern
}
