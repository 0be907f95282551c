import type { AgentResult } from './agent.ts'

/** What all turns of a run have used together. */
export function sumUsage(turns: readonly Pick<AgentResult, 'usage'>[]): AgentResult['usage'] {
  const sum = { turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }
  for (const { usage } of turns) {
    sum.turns += usage.turns
    sum.inputTokens += usage.inputTokens
    sum.outputTokens += usage.outputTokens
    sum.costUsd += usage.costUsd
  }
  return sum
}
