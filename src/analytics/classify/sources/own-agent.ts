import type { Kind, Token } from '../registry-entry.ts'

/**
 * An AI agent that Docwright adds to the public lists: by its operator's documentation (`source` names the page), by what its
 * public program sends, or, where neither is known, by its product name with the endings that operators use (`-User`, `Bot`).
 */
export interface OwnAgent {
  agent: string
  operator: string | null
  kind: Kind
  tokens: Token[]
  ranges?: string
  hasOtherAddresses?: boolean
  signatureHosts?: string[]
  isAlsoBrowser?: boolean
  /** The page of the operator that publishes the name. */
  source?: string
}

/** A name that is an ordinary word counts only with a version behind it, and with a second word where that is not enough. */
export const versioned = (text: string, needs?: string): Token => ({
  text,
  hasVersion: true,
  ...(needs === undefined ? {} : { needs }),
})
