import { hash as digest } from 'node:crypto'
import type { Tx } from '../engine.ts'
import { TABLES } from '../tables.ts'
import type { PackedGroup } from './packed-group.ts'
import type { Portion, RowSources } from './portion.ts'
import { type Outcome, SEEN_MS } from './outcome.ts'
import { findSalt } from './visitors.ts'

const HASH_CHARACTERS = 22

/**
 * Leaves out the ranges of a file whose reader got the whole of it, or another range, in the same hour. They are known like visitors, by a
 * hash with the salt of the day: of a day whose salt is gone, none counts.
 */
export async function dropFurtherParts(
  tx: Tx,
  { parts, rows, batches }: PackedGroup,
  portion: Portion,
  sources: RowSources,
  outcomes: Outcome[],
  now: number,
): Promise<void> {
  const { projectId, spans } = portion
  for (const { batch, from, to } of spans) {
    const own = parts.filter(({ row }) => row >= from && row < to && sources[row] !== -1)
    const salts = new Map<number, string | null>()
    for (const { day } of own) if (!salts.has(day)) salts.set(day, await findSalt(tx, projectId, day, now))
    const idOf = ({ day, name }: (typeof own)[number]) =>
      `part:${digest('sha256', `${salts.get(day)}${name}`, 'base64url').slice(0, HASH_CHARACTERS)}`
    const known = own.filter(({ day }) => salts.get(day) !== null)
    const ids = [...new Set(known.map(idOf))]
    const isNew = await tx.insertNew(TABLES.seenEvent, [ids.map(() => projectId), ids, ids.map(() => now)], now - SEEN_MS)
    const counted = new Set(ids.filter((id) => !isNew.has(id)))
    for (const part of own) {
      const id = salts.get(part.day) === null ? null : idOf(part)
      if (part.isWhole || (id !== null && !counted.has(id))) {
        if (id !== null) counted.add(id)
        continue
      }
      sources[part.row] = -1
      portion.exclusions.push([part.day, 'status', 1])
      if (batches[batch]!.progress !== null) (outcomes[batch]!.furtherParts ??= []).push(rows.place[part.row]!)
    }
  }
}
