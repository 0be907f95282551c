import data from './registry.json' with { type: 'json' }
import { AI_KINDS, type Kind, type Registry, type RegistryEntry, type Token } from './registry-entry.ts'

/** The registry that is shipped. */
export const REGISTRY = data as Registry

export interface Match {
  entry: RegistryEntry
  /** The name in the user agent that gave it away. */
  token: string
}

/** Looks names up in user agents. */
export interface RegistryIndex {
  version: string
  /** The client that a user agent names, if any. `isRobot` is asked only for names that are ordinary words. */
  find(userAgent: string, isRobot: () => boolean): Match | null
  findBySignatureHost(host: string): RegistryEntry | null
}

interface Pattern {
  text: string
  isAtStart: boolean
  hasVersion: boolean
  needs: string | null
  isWeak: boolean
  entry: RegistryEntry
  rank: number
}

/**
 * Which name counts when a user agent has several: what an agent is for goes before the assistant that it belongs to
 * (`Claude-User (claude-code/2.1)`), AI before ordinary crawlers, and the library or browser that a client is built with comes last.
 */
const RANKS: Record<Kind, number> = {
  'coding-agent': 0,
  agent: 1,
  assistant: 1,
  'ai-search': 2,
  training: 2,
  search: 3,
  seo: 3,
  monitor: 3,
  preview: 3,
  feed: 3,
  archive: 3,
  security: 3,
  unknown: 4,
  headless: 5,
  tool: 6,
}

/**
 * Prepares a registry for look-ups. The names are filed under their first word: a look-up walks over the words of the user
 * agent once, whatever the number of names. One regular expression of 1,600 names took five times as long.
 */
export function indexRegistry(registry: Registry): RegistryIndex {
  const byFirstWord = new Map<string, Pattern[]>()
  const byHost = new Map<string, RegistryEntry>()
  for (const entry of registry.entries) {
    for (const host of entry.signatureHosts ?? []) byHost.set(host, entry)
    for (const pattern of entry.tokens.flatMap((token) => spellingsOf(token, entry))) {
      const word = pattern.text.slice(0, wordEnd(pattern.text, 0))
      const known = byFirstWord.get(word)
      if (known) known.push(pattern)
      else byFirstWord.set(word, [pattern])
    }
  }
  // The longest first: `Applebot-Extended` is not `Applebot`.
  for (const patterns of byFirstWord.values()) patterns.sort((a, b) => b.text.length - a.text.length)
  return {
    version: registry.version,
    find: (userAgent, isRobot) => findBest(byFirstWord, userAgent.toLowerCase(), isRobot),
    findBySignatureHost: (host) => byHost.get(host) ?? null,
  }
}

export function isKind(name: unknown): name is Kind {
  return typeof name === 'string' && Object.hasOwn(RANKS, name)
}

/** True for a client that reads for an AI system. */
export function isAiKind(kind: Kind): boolean {
  return AI_KINDS.includes(kind)
}

/** The name, and for AI the other ways to write it: logs have `PerplexityUser` and `Perplexity User` beside `Perplexity-User`. */
function spellingsOf(token: Token, entry: RegistryEntry): Pattern[] {
  const pattern = toPattern(token, entry)
  if (!isAiKind(entry.kind) || typeof token !== 'string' || !/^[a-z]{3,}[- _][a-z]{3,}$/.test(pattern.text)) return [pattern]
  const others = ['-', ' ', '_', ''].map((separator) => pattern.text.replace(/[- _]/, separator))
  return [pattern, ...others.filter((text) => text !== pattern.text).map((text) => ({ ...pattern, text, isWeak: true }))]
}

function toPattern(token: Token, entry: RegistryEntry): Pattern {
  const given = typeof token === 'string' ? { text: token } : token
  return {
    text: given.text.toLowerCase(),
    isAtStart: given.isAtStart ?? false,
    hasVersion: given.hasVersion ?? false,
    needs: given.needs?.toLowerCase() ?? null,
    isWeak: given.isWeak ?? false,
    entry,
    rank: RANKS[entry.kind],
  }
}

function findBest(byFirstWord: Map<string, Pattern[]>, text: string, isRobot: () => boolean): Match | null {
  let best: Pattern | null = null
  for (let start = 0; start < text.length; start++) {
    if (!isWordCharacter(text.charCodeAt(start))) continue
    const end = wordEnd(text, start)
    for (const pattern of byFirstWord.get(text.slice(start, end)) ?? []) {
      if (!stands(pattern, text, start)) continue
      // Ranks first: the second signal of a weak name costs more than all the rest.
      if ((best === null || pattern.rank < best.rank) && (!pattern.isWeak || isStrongEnough(text, isRobot))) best = pattern
      break
    }
    start = end
  }
  return best && { entry: best.entry, token: best.text }
}

/** True when the pattern stands at the position as a whole word, with all that it asks for. */
function stands(pattern: Pattern, text: string, start: number): boolean {
  if (pattern.isAtStart && start !== 0) return false
  if (!text.startsWith(pattern.text, start)) return false
  const end = start + pattern.text.length
  if (isWordCharacter(text.charCodeAt(end)) && isWordCharacter(pattern.text.charCodeAt(pattern.text.length - 1))) return false
  if (pattern.hasVersion && !/^\/v?\d/.test(text.slice(end, end + 3))) return false
  return pattern.needs === null || text.includes(pattern.needs)
}

function isStrongEnough(text: string, isRobot: () => boolean): boolean {
  return !/^(?:mozilla|dalvik|opera)\//.test(text) || isRobot()
}

function wordEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && isWordCharacter(text.charCodeAt(end))) end++
  return end
}

/** Letters and digits of ASCII. NaN, behind the end of a text, is none. */
function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
}
