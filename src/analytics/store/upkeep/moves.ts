import type { Kind } from '../../classify/registry-entry.ts'

/** Views that were counted under one client and belong to another now. */
export interface Move {
  traceId: number
  fromClientId: number
  from: string
  to: string
  /** Where they belong on pages that the project ignores. */
  toIgnored: string
}

/** What views of a project are judged by, besides the registry. */
export interface JudgingRules {
  aiKinds: readonly Kind[]
  /** Patterns of pages that don't count. */
  ignoredPaths: readonly string[]
}

export interface Moves {
  moves: Move[]
  ignoredPages: ReadonlySet<number>
  /** The hours that have such views. */
  hours: number[]
}

/** The names of the client under which a raw row is counted, and of the one to which it belongs; null when it stays. */
export function targetsOf(
  moves: readonly Move[],
  ignoredPages: ReadonlySet<number>,
): (pageId: number, traceId: number, clientId: number) => { from: string; to: string } | null {
  const byPair = new Map(moves.map((move) => [`${move.traceId} ${move.fromClientId}`, move]))
  return (pageId, traceId, clientId) => {
    const move = byPair.get(`${traceId} ${clientId}`)
    if (!move) return null
    const to = ignoredPages.has(pageId) ? move.toIgnored : move.to
    return to === move.from ? null : { from: move.from, to }
  }
}
