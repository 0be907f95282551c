import type { NameKind, Tx } from '../engine.ts'

/** Names in memory, of all projects together; some 30 MB. When it is full, it starts anew. */
const NAMES_MAX = 200_000

/**
 * The numbers of names that this thread has used before. A number is good for the rest of its day: names that are not used for
 * days are deleted, so each is noted as used once a day.
 */
export interface KnownNames {
  pages(tx: Tx, projectId: string, paths: Iterable<string>): Promise<ReadonlyMap<string, number>>
  names(tx: Tx, projectId: string, kind: NameKind, names: Iterable<string>, day: number): Promise<ReadonlyMap<string, number>>
  /** To be called when a transaction failed: the names that it added are gone again. */
  forget(): void
}

export function createKnownNames(): KnownNames {
  let known = new Map<string, Map<string, number>>()
  let size = 0

  const find = async (
    room: string,
    wanted: Iterable<string>,
    intern: (missing: string[]) => Promise<number[]>,
  ): Promise<ReadonlyMap<string, number>> => {
    if (size > NAMES_MAX) {
      known = new Map()
      size = 0
    }
    const numbers = known.get(room) ?? new Map<string, number>()
    known.set(room, numbers)
    const missing = [...new Set(wanted)].filter((name) => !numbers.has(name))
    const ids = missing.length === 0 ? [] : await intern(missing)
    for (const [index, name] of missing.entries()) numbers.set(name, ids[index]!)
    size += missing.length
    return numbers
  }

  return {
    pages: (tx, projectId, paths) => find(`page ${projectId}`, paths, (missing) => tx.internPages(projectId, missing)),
    names: (tx, projectId, kind, names, day) =>
      find(`${kind} ${projectId} ${day}`, names, (missing) => tx.internNames(projectId, kind, missing, day)),
    forget: () => {
      known = new Map()
      size = 0
    },
  }
}
