import type { ModelProvider } from '../../../lib/model-providers.ts'
import { chatQuestion } from './questions/chat.ts'
import { countTokensQuestion, generateContentQuestion } from './questions/generate-content.ts'
import { messagesQuestion } from './questions/messages.ts'
import { NotPassedOn, type Pick, isObject } from './questions/pick.ts'
import { responsesQuestion } from './questions/responses.ts'

type Question = Record<string, unknown>

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

/** True for a route that only counts: the model writes nothing. */
export function isCounting(route: string): boolean {
  return /count_tokens$|:countTokens/.test(route)
}

/**
 * The question as it is sent on: built anew from what may pass, for the model of the installation whatever the program asked for, and
 * with its use reported. Throws `NotPassedOn`.
 */
export function rebuildQuestion(provider: ModelProvider, model: string, route: string, body: Question): Question {
  const question = pickFor(route)(body, '')
  if (!isObject(question)) throw new NotPassedOn('the question', 'is not an object')
  if (provider === 'google') {
    const wrapped = question['generateContentRequest']
    return isObject(wrapped) ? { generateContentRequest: { ...wrapped, model: `models/${model}` } } : question
  }
  if (route === '/responses') return { ...question, model, store: false }
  const isStreamedChat = route === '/chat/completions' && question['stream'] === true
  return { ...question, model, ...(isStreamedChat ? { stream_options: { include_usage: true } } : {}) }
}

function pickFor(route: string): Pick {
  if (route === '/chat/completions') return chatQuestion
  if (route === '/responses') return responsesQuestion
  if (route.startsWith('/messages')) return messagesQuestion
  return isCounting(route) ? countTokensQuestion : generateContentQuestion
}
