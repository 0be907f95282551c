import type { LanguageModel } from 'ai'
import { type ModelSettings, keyMissing } from '../models/model-settings.ts'
import { streamed } from './whole-answers.ts'

/** Makes the model that the settings name. Each provider's package is loaded only when it is the one. */
export async function openModel(settings: ModelSettings): Promise<LanguageModel> {
  const { provider, name, url } = settings
  const key = requireKey(settings)
  // The library prints remarks on settings that a provider does not have. They are for developers, and the log is for operators.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const place = url === null ? {} : { baseURL: url }
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic({ apiKey: key, ...place })(name)
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI({ apiKey: key, ...place })(name)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI({ apiKey: key, ...place })(name)
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      // Most servers count tokens in a stream only when they are asked to.
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: url ?? '',
        includeUsage: true,
        fetch: streamed(fetch),
        ...(key ? { apiKey: key } : {}),
      })(name)
    }
    default:
      return provider satisfies never
  }
}

function requireKey({ provider, key }: ModelSettings): string {
  if (key !== null) return key
  if (provider === 'compatible') return ''
  throw keyMissing(provider)
}
