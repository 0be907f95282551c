/** What a client is for. Stored with the views, so a name may be added but never renamed. */
export type Kind =
  | 'assistant'
  | 'coding-agent'
  | 'agent'
  | 'ai-search'
  | 'training'
  | 'search'
  | 'seo'
  | 'monitor'
  | 'preview'
  | 'feed'
  | 'tool'
  | 'headless'
  | 'archive'
  | 'security'
  | 'unknown'

/** The kinds that count as `ai` unless a project narrows them. */
export const AI_KINDS: readonly Kind[] = ['assistant', 'coding-agent', 'agent', 'ai-search', 'training']

/** The kinds that read for somebody who asked at this moment. */
export const ASSISTANT_KINDS: readonly Kind[] = ['assistant', 'coding-agent', 'agent']

/** How a name must stand in a user agent. Plain text means: anywhere, as a whole word, in any case. */
export type Token =
  | string
  | {
      text: string
      /** Only as the first word. `got` and `node` are ordinary words elsewhere. */
      isAtStart?: boolean
      /** Only with a version behind it (`Code/1.95`). `Code` alone is an ordinary word. */
      hasVersion?: boolean
      /** A second word that must stand in the user agent too. */
      needs?: string
      /** An ordinary word: in a browser's user agent it counts only when isbot sees a robot there as well. */
      isWeak?: boolean
    }

export interface RegistryEntry {
  agent: string
  operator: string | null
  kind: Kind
  tokens: Token[]
  /** The name of the operator's published address ranges: a request from elsewhere is not from this agent. */
  ranges?: string
  /** The published ranges change from week to week, so an address outside of those that are shipped proves nothing. */
  hasOtherAddresses?: boolean
  /** The hosts that sign for this agent (Web Bot Auth, `Signature-Agent`). */
  signatureHosts?: string[]
  /** The program shows pages to people as well, with the same user agent: its requests count as a person's, marked ambiguous. */
  isAlsoBrowser?: boolean
  source: string
  licence: string
}

export interface Registry {
  version: string
  /** The day on which it was built, `YYYY-MM-DD`. */
  date: string
  entries: RegistryEntry[]
}
