import { hash as digest, randomBytes } from 'node:crypto'
import { dayOfHour, hourOf } from '../time.ts'
import type { Tx } from './engine.ts'
import type { PackedGroup } from './packed-group.ts'
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
  group: PackedGroup,
  projectId: string,
  events: readonly { at: number; source: number }[],
  now: number,
): Promise<void> {
  const byDay = new Map<number, { visitor: string; source: number }[]>()
  for (const { at, source } of events) {
    const visitor = group.visitors[at]
    if (visitor === null || visitor === undefined) continue
    const day = dayOfHour(hourOf(group.times[at]!))
    const list = byDay.get(day) ?? []
    list.push({ visitor, source })
    byDay.set(day, list)
  }
  for (const [day, visitors] of byDay) {
    const salt = await findSalt(tx, projectId, day, now)
    if (salt === null) continue
    const different = new Map(visitors.map(({ visitor, source }) => [`${source}${visitor}`, { visitor, source }]))
    const hashes = [...different.values()].map(({ visitor, source }) => `${source}${hash(salt, visitor)}`)
    const added = await tx.insertNew(TABLES.visitor, [hashes.map(() => projectId), hashes.map(() => day), hashes])
    const beacon = [...added].filter((text) => String(text).startsWith('1')).length
    if (added.size > 0)
      await tx.run(
        'update visitor_day set visitors = visitors + ?, visitors_beacon = visitors_beacon + ? where project_id = ? and day = ?',
        added.size - beacon,
        beacon,
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
