/** A call of a tool. `raw` sends arguments as they are, for those that are no JSON. */
export interface ScriptedCall {
  name: string
  input?: unknown
  raw?: string
}

/** One answer of the model, or what comes in its place. */
export interface Reply {
  text?: string
  calls?: ScriptedCall[]
  /** Why the model stopped; the usual reason when absent. */
  end?: 'length' | 'filter'
  usage?: { input: number; output: number }
  /** An error in place of an answer. */
  status?: number
  error?: string
  headers?: Record<string, string>
  /** The connection breaks after half of the answer. */
  isCut?: boolean
  /** The stream ends in good order, but before its end. */
  isShort?: boolean
  /** The server does not know streams and answers as a whole. */
  isWhole?: boolean
  delayMs?: number
}

/** What the model was asked, whatever the wire format. */
export interface Asked {
  system: string
  messages: { role: 'user' | 'assistant'; text: string }[]
  /** Answers of tools, in order, by the id of their call. */
  results: { id: string; text: string }[]
  toolNames: string[]
  model: string
  key: string
  /** Of the whole request, with the descriptions of all tools: about four make a token. */
  characters: number
}
