import { hostOfReferrer } from '../../referrer.ts'
import { withoutCampaign } from '../../traits/traits.ts'
import type { NameKind, Tx } from '../engine.ts'

/** Names in memory, of all projects together; some 30 MB. When it is full, it starts anew. */
const NAMES_MAX = 200_000

/** Of one kind and project. Anyone who writes a link can make up names; a site that is linked from everywhere has some thousand. */
const FINE_NAMES_PER_DAY_MAX = 20_000

/** What is kept of a name when the day has no room for more: without the part that can be made up. */
const COARSER: Partial<Record<NameKind, (name: string) => string>> = { referrer: hostOfReferrer, traits: withoutCampaign }

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

export function createKnownNames({ finePerDayMax = FINE_NAMES_PER_DAY_MAX }: { finePerDayMax?: number } = {}): KnownNames {
  let known = new Map<string, Map<string, number>>()
  let size = 0

  const find = async (
    room: string,
    wanted: Iterable<string>,
    intern: (missing: string[], numbers: ReadonlyMap<string, number> | undefined) => Promise<number[]>,
  ): Promise<ReadonlyMap<string, number>> => {
    if (size > NAMES_MAX) {
      known = new Map()
      size = 0
    }
    const numbers = known.get(room)
    const missing = [...new Set(wanted)].filter((name) => !numbers?.has(name))
    if (missing.length === 0) return numbers ?? new Map()
    const ids = await intern(missing, numbers)
    const grown = numbers ?? new Map<string, number>()
    for (const [index, name] of missing.entries()) grown.set(name, ids[index]!)
    known.set(room, grown)
    size += missing.length
    return grown
  }

  return {
    pages: (tx, projectId, paths) => find(`page ${projectId}`, paths, (missing) => tx.internPages(projectId, missing)),
    names: (tx, projectId, kind, names, day) =>
      find(`${kind} ${projectId} ${day}`, names, async (missing, numbers) => {
        const coarser = COARSER[kind]
        if (!coarser) return tx.internNames(projectId, kind, missing, day)
        const used = numbers?.size ?? (await countUsed(tx, projectId, kind, day))
        const kept = missing.map((name, index) => (used + index < finePerDayMax ? name : coarser(name)))
        const distinct = [...new Set(kept)]
        const ids = await tx.internNames(projectId, kind, distinct, day)
        const idOf = new Map(distinct.map((name, index) => [name, ids[index]!]))
        return kept.map((name) => idOf.get(name)!)
      }),
    forget: () => {
      known = new Map()
      size = 0
    },
  }
}

async function countUsed(tx: Tx, projectId: string, kind: NameKind, day: number): Promise<number> {
  const [found] = await tx.all<{ count: number }>(
    'select count(*) as count from name where project_id = ? and kind = ? and day >= ?',
    projectId,
    kind,
    day,
  )
  return found!.count
}
