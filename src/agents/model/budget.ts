import { Fault } from '../../lib/fault.ts'
import { sumUsage } from '../usage.ts'
import type { Limits } from './model-limits.ts'
import type { Turn } from './turn.ts'

const SPLIT = 'Split the instruction into smaller ones and send them one after the other.'

/** Of any limit; from then on the model is told to come to an end. */
const NOTICE_SHARE = 0.8

interface Use {
  what: string
  used: number
  max: number
  code: string
  sentence: string
}

/** What a run has used so far, against what it may use. Made from the turns, so that it is the same after a crash. */
export class Budget {
  readonly #limits: Limits
  readonly #costUsdMax: number
  readonly #turns: readonly Turn[]
  readonly #changed = new Set<string>()
  #writtenBytes = 0

  constructor(limits: Limits, costUsdMax: number, turns: readonly Turn[]) {
    this.#limits = limits
    this.#costUsdMax = costUsdMax
    this.#turns = turns
    for (const turn of turns) {
      for (const path of turn.changed) this.#changed.add(path)
      this.#writtenBytes += turn.writtenBytes
    }
  }

  /** Milliseconds that are left of the run's time. */
  remainingMs(): number {
    return this.#limits.wallMs - this.#elapsedMs()
  }

  /** Before a change by a tool. */
  countChange(path: string, bytes: number): void {
    this.#changed.add(path)
    this.#writtenBytes += bytes
    if (this.#changed.size > this.#limits.files)
      throw new Fault({
        code: 'budget_files',
        message: `The agent wanted to change more than ${this.#limits.files} files.`,
        hint: SPLIT,
      })
    if (this.#writtenBytes > this.#limits.writtenBytes)
      throw new Fault({
        code: 'budget_bytes',
        message: `The agent wrote more than ${this.#limits.writtenBytes} bytes.`,
        hint: SPLIT,
      })
  }

  /** Before a call of the model. */
  refuseWhenUsedUp(): void {
    const over = this.#uses().find(({ used, max }) => used >= max)
    if (over) throw new Fault({ code: over.code, message: over.sentence, hint: SPLIT })
  }

  /** For a call that ran until the run's time was over: another try would have none. */
  timeIsUp(): Fault {
    return new Fault({ code: 'budget_time', message: this.#timeSentence(), hint: SPLIT })
  }

  /** A sentence for the model when a limit comes near; null before that. */
  notice(): string | null {
    const near = this.#uses().find(({ used, max }) => used >= max * NOTICE_SHARE)
    if (!near) return null
    return `Most of the ${near.what} for this instruction is used up. Bring the work to a good end now: leave nothing half done, then answer.`
  }

  #elapsedMs(): number {
    return this.#turns.reduce((sum, turn) => sum + turn.elapsedMs, 0)
  }

  #timeSentence(): string {
    return `The agent used its ${Math.round(this.#limits.wallMs / 60_000)} minutes without coming to an end.`
  }

  #uses(): Use[] {
    const { turns, tokens, wallMs } = this.#limits
    const usage = sumUsage(this.#turns)
    return [
      {
        what: 'turns',
        used: usage.turns,
        max: turns,
        code: 'budget_turns',
        sentence: `The agent used its ${turns} turns without coming to an end.`,
      },
      {
        what: 'tokens',
        used: usage.inputTokens + usage.outputTokens,
        max: tokens,
        code: 'budget_tokens',
        sentence: `The agent used its ${tokens} tokens without coming to an end.`,
      },
      {
        what: 'money',
        used: usage.costUsd,
        max: this.#costUsdMax,
        code: 'budget_cost',
        sentence: `The agent used its ${this.#costUsdMax} US dollars without coming to an end.`,
      },
      {
        what: 'time',
        used: this.#elapsedMs(),
        max: wallMs,
        code: 'budget_time',
        sentence: this.#timeSentence(),
      },
    ]
  }
}
