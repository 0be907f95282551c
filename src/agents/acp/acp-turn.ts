import type { AgentResult } from '../agent.ts'

/** One message to the program with its answer. Stored in the ledger as JSON. */
export interface AcpTurn {
  /** 0 is the work itself; each repair is a part of its own. */
  part: number
  /** The program's own name for the conversation; null when it had none to go on with. */
  sessionId: string | null
  /** What the program said last. */
  text: string
  usage: AgentResult['usage']
  elapsedMs: number
  /** What the program is told next, in the place of the instruction; null, or absent from an earlier version, when nothing. */
  next?: string | null
  /** What the part came to, in its last turn. */
  end: Pick<AgentResult, 'title' | 'summary'> | null
}
