import type { ModelProvider } from '../../../lib/model-providers.ts'

/** What of a provider's interface an agent program may use: asking the model, and nothing of accounts, files or other models. */
const ALLOWED: Readonly<Record<ModelProvider, RegExp>> = {
  anthropic: /^\/messages(?:\/count_tokens)?$/,
  openai: /^\/(?:chat\/completions|responses)$/,
  compatible: /^\/(?:chat\/completions|responses)$/,
  google: /^\/models\/[\w.-]+:(?:streamGenerateContent|generateContent|countTokens)$/,
}

/** A path of the provider below its address, for the one model that may be asked; null for anything else. */
export function routeFor(provider: ModelProvider, model: string, method: string | undefined, url: string): string | null {
  const [path = '', query = ''] = url.split('?')
  const below = path.replace(/^\/v1(?:beta)?(?=\/)/, '')
  if (method !== 'POST' || !ALLOWED[provider].test(below)) return null
  if (provider !== 'google') return below
  const isStream = /(?:^|&)alt=sse(?:&|$)/.test(query)
  return `${below.replace(/^\/models\/[\w.-]+/, `/models/${encodeURIComponent(model)}`)}${isStream ? '?alt=sse' : ''}`
}

/** The question as it is sent on: for the model of the installation whatever the program asked for, and with its use reported. */
export function withModel(provider: ModelProvider, model: string, route: string, body: Record<string, unknown>): object {
  if (provider === 'google') return body
  const isStreamedChat = route === '/chat/completions' && body['stream'] === true
  return { ...body, model, ...(isStreamedChat ? { stream_options: { include_usage: true } } : {}) }
}
