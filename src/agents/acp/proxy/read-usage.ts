export interface TokenUse {
  input: number
  output: number
}

/** Where providers report the use, and how they call it. Cached input counts as input. */
const PLACES = [[], ['message'], ['response']] as const
const INPUT = ['prompt_tokens', 'input_tokens', 'promptTokenCount'] as const
const CACHED_INPUT = ['cache_read_input_tokens', 'cache_creation_input_tokens'] as const
const OUTPUT = ['completion_tokens', 'output_tokens', 'candidatesTokenCount'] as const
const THOUGHTS = ['thoughtsTokenCount'] as const

/** About as many characters as a token has in English: for servers that do not report what was used. */
export const CHARACTERS_PER_TOKEN = 4

/** Finds out what a call used, from the whole answer, streamed or not. Reports in a stream grow, so the largest counts. */
export function readUsage(answer: string, requestCharacters: number): TokenUse {
  const use: TokenUse = { input: 0, output: 0 }
  for (const event of eventsOf(answer)) {
    for (const place of PLACES) {
      const holder = place.reduce<unknown>((value, name) => fieldOf(value, name), event)
      const usage = fieldOf(holder, 'usage') ?? fieldOf(holder, 'usageMetadata')
      if (usage === undefined || usage === null) continue
      use.input = Math.max(use.input, sum(usage, INPUT) + sum(usage, CACHED_INPUT))
      use.output = Math.max(use.output, sum(usage, OUTPUT) + sum(usage, THOUGHTS))
    }
  }
  if (use.input + use.output > 0) return use
  return {
    input: Math.ceil(requestCharacters / CHARACTERS_PER_TOKEN),
    output: Math.ceil(answer.length / CHARACTERS_PER_TOKEN),
  }
}

function eventsOf(answer: string): unknown[] {
  const whole = parsed(answer)
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole]
  return answer
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => parsed(line.slice(5)))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The end of a stream says `[DONE]`, and a broken one ends anywhere.
    return undefined
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function sum(usage: unknown, names: readonly string[]): number {
  return names.reduce((total, name) => {
    const value = fieldOf(usage, name)
    return total + (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0)
  }, 0)
}
