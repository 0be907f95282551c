import type { ModelMessage } from 'ai'
import type { AgentResult } from '../agent.ts'

/**
 * One call of the model with all that came of it. Stored in the ledger as JSON: together the turns are the whole conversation, and
 * what the limits have counted so far.
 */
export interface Turn {
  /** 0 is the work itself; each repair is a part of its own. */
  part: number
  /** What the turn added to the conversation: instructions, the model's answer, the answers of tools, messages of the user. */
  messages: ModelMessage[]
  usage: AgentResult['usage']
  elapsedMs: number
  /** Paths that tools changed, and how many bytes they wrote. */
  changed: string[]
  writtenBytes: number
  /** A digest of each call with its answer, to find loops. */
  calls: string[]
  /** True when no call of the turn could be read or carried out, or when there was none and no whole answer either. */
  isFruitless: boolean
  /** How many of the turns at the beginning are sent without what their tools answered. */
  pruned: number
  /** What the part came to, in its last turn. */
  end: Pick<AgentResult, 'title' | 'summary' | 'outcome'> | null
}
