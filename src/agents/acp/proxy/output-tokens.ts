import type { ModelProvider } from '../../../lib/model-providers.ts'
import { isObject } from './questions/pick.ts'
import { isCounting } from './routes.ts'

type Question = Record<string, unknown>

/** What an answer is taken to have at most when the question does not say: few models write more at once. */
const UNSAID_TOKENS = 32_000

/** Every model can be told this. A larger number that the question did not have might be more than the model takes. */
const SAFE_TOKENS = 4096

/** Anthropic takes no smaller budget for thoughts. */
const THOUGHTS_TOKENS_MIN = 1024

/** How much the model may write at most, as the question says; for one that does not, a guess. */
export function outputTokensOf(route: string, question: Question): number {
  if (isCounting(route)) return 0
  return saidTokens(route, question) ?? UNSAID_TOKENS
}

/** The question with a limit on the answer that fits into what is left. */
export function limitOutput(provider: ModelProvider, route: string, question: Question, tokensMax: number): Question {
  if (isCounting(route)) return question
  const said = saidTokens(route, question)
  if (said === null ? tokensMax >= SAFE_TOKENS : said <= tokensMax) return question
  if (provider === 'google') {
    const config = isObject(question['generationConfig']) ? question['generationConfig'] : {}
    return { ...question, generationConfig: { ...config, maxOutputTokens: tokensMax } }
  }
  const named = namesFor(route).filter((name) => typeof question[name] === 'number')
  const names =
    named.length > 0
      ? named
      : [provider === 'openai' && route === '/chat/completions' ? 'max_completion_tokens' : namesFor(route)[0]!]
  const limited = { ...question, ...Object.fromEntries(names.map((name) => [name, tokensMax])) }
  return route === '/messages' ? limitThoughts(limited, tokensMax) : limited
}

function namesFor(route: string): string[] {
  if (route === '/responses') return ['max_output_tokens']
  return route === '/chat/completions' ? ['max_tokens', 'max_completion_tokens'] : ['max_tokens']
}

/** A chat may say it in two fields. Which of them counts is up to the server. */
function saidTokens(route: string, question: Question): number | null {
  const config = question['generationConfig']
  const values = [...namesFor(route).map((name) => question[name]), isObject(config) ? config['maxOutputTokens'] : undefined]
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length === 0 ? null : Math.max(...numbers)
}

/** Thoughts are a part of the answer, so their budget must be smaller. */
function limitThoughts(question: Question, tokensMax: number): Question {
  const { thinking, ...rest } = question
  if (!isObject(thinking) || typeof thinking['budget_tokens'] !== 'number' || thinking['budget_tokens'] < tokensMax)
    return question
  if (tokensMax <= 2 * THOUGHTS_TOKENS_MIN) return rest
  return { ...rest, thinking: { ...thinking, budget_tokens: tokensMax - THOUGHTS_TOKENS_MIN } }
}
