import type { ModelMessage } from 'ai'
import type { Turn } from './turn.ts'

const LEFT_OUT = '[Left out to save space. Call the tool again if you need it.]'

/** Short answers say what was done, and are worth their place. */
const KEPT_CHARACTERS_MAX = 300

/** The last turns are what the model is working on. */
const WHOLE_TURNS_MIN = 2

/** How many turns to prune next, or null when there is nothing left to prune. Half of the rest each time, the oldest first. */
export function nextPruned(turnCount: number, pruned: number): number | null {
  const most = Math.max(0, turnCount - WHOLE_TURNS_MIN)
  return pruned >= most ? null : Math.max(pruned + 1, Math.ceil((pruned + most) / 2))
}

/**
 * The conversation as it is sent: what tools answered in the oldest turns, and long texts that the model wrote into files then, are
 * left out. Instructions, messages of the user and the model's own words stay, so the task is never lost.
 */
export function conversationOf(turns: readonly Turn[], pruned: number): ModelMessage[] {
  return turns.flatMap(({ messages }, index) => (index < pruned ? messages.map(prune) : messages))
}

function prune(message: ModelMessage): ModelMessage {
  if (message.role === 'tool')
    return {
      ...message,
      content: message.content.map((part) =>
        part.type === 'tool-result' && part.output.type === 'text' && part.output.value.length > KEPT_CHARACTERS_MAX
          ? { ...part, output: { type: 'text', value: LEFT_OUT } }
          : part,
      ),
    }
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  return {
    ...message,
    content: message.content.map((part) => (part.type === 'tool-call' ? { ...part, input: shorten(part.input) } : part)),
  }
}

function shorten(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > KEPT_CHARACTERS_MAX ? LEFT_OUT : value,
    ]),
  )
}
