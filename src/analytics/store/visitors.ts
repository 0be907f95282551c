import { hash as digest, randomBytes } from 'node:crypto'
import type { Tx } from './engine.ts'
import type { PackedGroup } from './packed-group.ts'
import type { Portion } from './record-group.ts'
import { TABLES } from './tables.ts'

const SALT_BYTES = 32
/** 72 bits: among a million visitors of a day the chance of two with the same hash is one in ten billion. */
const HASH_CHARACTERS = 12

/**
 * Counts people by day, exactly: a set of salted hashes in the database, which is a few megabytes for the two days that it lives.
 * HyperLogLog would be smaller and off by a percent, and two processes could not add to one sketch without a lock.
 *
 * The salt is random, one per project and day. A day whose salt is gone takes no more visitors: they could not be told from
 * those that it has.
 */
export async function addVisitors(
  tx: Tx,
  { visitors }: PackedGroup,
  { projectId, spans }: Portion,
  isFresh: (row: number) => boolean,
  now: number,
): Promise<void> {
  const sources = new Map(spans.map(({ batch, source }) => [batch, source]))
  const byDay = new Map<number, [different: Set<string>, differentBeacon: Set<string>]>()
  for (let index = 0; index < visitors.text.length; index++) {
    const source = sources.get(visitors.batch[index]!)
    const row = visitors.row[index]!
    if (source === undefined || (row !== -1 && !isFresh(row))) continue
    const day = visitors.day[index]!
    const different = byDay.get(day) ?? [new Set<string>(), new Set<string>()]
    byDay.set(day, different)
    different[source]!.add(visitors.text[index]!)
  }
  for (const [day, different] of byDay) {
    const salt = await findSalt(tx, projectId, day, now)
    if (salt === null) continue
    const added: number[] = []
    for (const [source, texts] of different.entries()) {
      // In the order of the table, as for all rows.
      const hashes = Array.from(texts, (text) => `${source}${hash(salt, text)}`).sort()
      added.push(await tx.countNew(TABLES.visitor, [hashes.map(() => projectId), hashes.map(() => day), hashes]))
    }
    if (added.some((count) => count > 0))
      await tx.run(
        'update visitor_day set visitors = visitors + ?, visitors_beacon = visitors_beacon + ? where project_id = ? and day = ?',
        ...added,
        projectId,
        day,
      )
  }
}

async function findSalt(tx: Tx, projectId: string, day: number, now: number): Promise<string | null> {
  const find = () =>
    tx.all<{ salt: string | null }>('select salt from visitor_day where project_id = ? and day = ?', projectId, day)
  const [found] = await find()
  if (found) return found.salt
  await tx.run(
    'insert into visitor_day (project_id, day, salt, created_at, visitors, visitors_beacon) values (?, ?, ?, ?, 0, 0)',
    projectId,
    day,
    randomBytes(SALT_BYTES).toString('base64url'),
    now,
  )
  return (await find())[0]!.salt
}

function hash(salt: string, visitor: string): string {
  return digest('sha256', salt + visitor, 'base64url').slice(0, HASH_CHARACTERS)
}
