import { Fault } from '../../../lib/fault.ts'
import type { AgentResult } from '../../agent.ts'
import type { ModelSettings } from '../../models/model-settings.ts'
import type { AcpLimits } from '../acp-limits.ts'
import type { TokenUse } from './read-usage.ts'

/** Calls of the model at once. Programs that let several agents work have a handful. */
const CALLS_AT_ONCE = 4

/** Tokens that an answer must have room for to be worth asking for. OpenAI takes no smaller limit. */
const OUTPUT_TOKENS_MIN = 16

type Usage = AgentResult['usage']

/** What a question needs. */
export interface Need {
  /** What the question has at most, by its length. */
  inputMost: number
  /** What it has likely. Only a call that is alone may be judged by this, and by what earlier ones had. */
  inputLikely: number
  output: number
}

/** Room in the budget that is kept for a call until it is known what the call used. */
export interface Reservation {
  /** What the answer may have. */
  outputTokens: number
  /** Once. Null counts what was reserved, for a call whose use no one reported. */
  settle(use: TokenUse | null): void
}

export interface AllowanceOptions {
  settings: Pick<ModelSettings, 'price' | 'costUsdMax'>
  limits: Pick<AcpLimits, 'calls' | 'tokens'>
  /** What earlier parts of the run used: they count towards the limits. */
  used: Usage
  /** Throws when the model may not be asked any more, given what the calls under way may use. */
  confirm?(underWay: Usage): Promise<void>
}

/**
 * What a run may use of the model. Each call reserves what it may cost before it is sent: counted afterwards only, any number of
 * calls could be sent while the first one is answered. Calls that do not fit beside those under way wait until they do.
 */
export interface Allowance {
  /** What was used so far. */
  usage(): Usage
  /** Waits for room, in the order of the calls. Null when the run is over. */
  reserve(need: Need, gone: AbortSignal): Promise<Reservation | null>
  /** Aborts with a fault when a limit is reached, or with what kept `confirm` from saying so. */
  readonly exceeded: AbortSignal
}

export function createAllowance({ settings, limits, used, confirm }: AllowanceOptions): Allowance {
  const exceeded = new AbortController()
  const usage: Usage = { turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }
  const underWay = new Set<TokenUse>()
  /** The most that a call used so far: providers may count more than a question shows. */
  let largest: TokenUse = { input: 0, output: 0 }
  /** The most tokens that a byte of a question had so far. */
  let density = 0
  let line: Promise<unknown> = Promise.resolve()
  let settled = Promise.withResolvers<void>()

  const costOf = ({ input, output }: TokenUse) =>
    settings.price ? (input * settings.price.input + output * settings.price.output) / 1_000_000 : 0
  const end = (code: string, what: string) =>
    exceeded.abort(
      new Fault({
        code,
        message: `The agent used ${what} without coming to an end.`,
        hint: 'Split the instruction into smaller ones and send them one after the other.',
      }),
    )
  const reserved = () => {
    const sum = { input: 0, output: 0 }
    for (const { input, output } of underWay) {
      sum.input += input
      sum.output += output
    }
    return sum
  }
  const left = () => {
    const waiting = reserved()
    const tokens = used.inputTokens + used.outputTokens + usage.inputTokens + usage.outputTokens + waiting.input + waiting.output
    return { tokens: limits.tokens - tokens, costUsd: settings.costUsdMax - used.costUsd - usage.costUsd - costOf(waiting) }
  }
  /** How much may be written when this much is read; negative when not even that fits. */
  const outputFor = (input: number): number => {
    const { tokens, costUsd } = left()
    const rest = costUsd - costOf({ input, output: 0 })
    const price = settings.price?.output ?? 0
    const affordable =
      settings.price === null
        ? Number.POSITIVE_INFINITY
        : rest <= 0
          ? 0
          : price === 0
            ? Number.POSITIVE_INFINITY
            : (rest * 1_000_000) / price
    return Math.floor(Math.min(tokens - input, affordable + 1e-6))
  }
  const count = ({ input, output }: TokenUse) => {
    usage.inputTokens += input
    usage.outputTokens += output
    usage.costUsd += costOf({ input, output })
    largest = { input: Math.max(largest.input, input), output: Math.max(largest.output, output) }
    const now = left()
    if (now.tokens + sumOf(reserved()) <= 0) end('budget_tokens', `its ${limits.tokens} tokens`)
    if (now.costUsd + costOf(reserved()) <= 0) end('budget_cost', `its ${settings.costUsdMax} US dollars`)
  }
  const take = (input: number, output: number, bytes: number): Reservation => {
    const kept = { input, output }
    underWay.add(kept)
    usage.turns += 1
    return {
      outputTokens: output,
      settle: (use) => {
        if (!underWay.delete(kept)) return
        count(use ?? kept)
        density = Math.max(density, (use?.input ?? 0) / bytes)
        settled.resolve()
        settled = Promise.withResolvers()
      },
    }
  }
  /** Tries to find room; false to wait for another call to end. */
  const attempt = async ({ inputMost, inputLikely, output }: Need): Promise<Reservation | false | null> => {
    const isAlone = underWay.size === 0
    if (used.turns + usage.turns >= limits.calls) end('budget_turns', `its ${limits.calls} calls of the model`)
    if (exceeded.signal.aborted) return null
    const experienced = Math.min(largest.input, Math.ceil(inputMost * density))
    const input = isAlone ? Math.max(inputLikely, experienced) : Math.max(inputMost, largest.input)
    const room = outputFor(input)
    const wanted = isAlone ? Math.min(output, OUTPUT_TOKENS_MIN) : Math.max(output, largest.output)
    // The first call shows what calls cost, so it goes alone.
    const fits = room >= wanted && (isAlone || (underWay.size < CALLS_AT_ONCE && usage.inputTokens > 0))
    if (!fits) {
      if (!isAlone) return false
      const { tokens } = left()
      if (tokens - input < wanted) end('budget_tokens', `its ${limits.tokens} tokens`)
      else end('budget_cost', `its ${settings.costUsdMax} US dollars`)
      return null
    }
    try {
      const waiting = reserved()
      await confirm?.({ turns: 0, inputTokens: waiting.input, outputTokens: waiting.output, costUsd: costOf(waiting) })
    } catch (error) {
      if (!isAlone && underWay.size > 0) return false
      // A database that cannot be asked ends the run, too: a program that is only told so would go on as if it had its answer.
      exceeded.abort(error)
      return null
    }
    if (exceeded.signal.aborted) return null
    return take(input, Math.min(output, Math.max(room, wanted)), inputMost)
  }
  const waitForRoom = async (need: Need, gone: AbortSignal): Promise<Reservation | null> => {
    const over = new Promise<void>((resolve) => {
      for (const signal of [gone, exceeded.signal]) signal.addEventListener('abort', () => resolve(), { once: true })
    })
    for (;;) {
      if (gone.aborted || exceeded.signal.aborted) return null
      const change = settled.promise
      const found = await attempt(need)
      if (found !== false) return found
      await Promise.race([change, over])
    }
  }
  return {
    usage: () => ({ ...usage }),
    exceeded: exceeded.signal,
    reserve: (need, gone) => {
      const turn = line.then(() => waitForRoom(need, gone))
      line = turn.catch(() => undefined)
      return turn
    },
  }
}

function sumOf({ input, output }: TokenUse): number {
  return input + output
}
