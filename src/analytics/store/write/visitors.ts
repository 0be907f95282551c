import { hash as digest, randomBytes } from 'node:crypto'
import { dayOfHour, hourOf } from '../../time.ts'
import { createEntries, firstEntries, keysOf } from '../blocks/block.ts'
import type { Tx } from '../engine.ts'
import { growBlock, readBlock } from '../blocks/grow-blocks.ts'
import { type PackedGroup, SOURCES, type Source } from './packed-group.ts'
import type { Portion, RowSources } from './portion.ts'
import { TABLES } from '../tables.ts'

const SALT_BYTES = 32
/** 72 bits in a row, and the 52 in a block that a number has: then the chance of two with the same hash is one in nine thousand, among a million. */
const HASH_CHARACTERS = 12
const HASH_DIGITS = 13

/** The block of visitors of a day that was over before the first came in. Stored. */
export const VISITOR_UNITS = { server: 'visitor', beacon: 'visitor-beacon' } as const satisfies Record<Source, string>

/**
 * Counts people by day, exactly: a set of salted hashes in the database, which is a few megabytes for the two days that it lives.
 * HyperLogLog would be smaller and off by a percent, and two processes could not add to one sketch without a lock.
 *
 * The salt is random, one per project and day. A day whose salt is gone takes no more visitors: they could not be told from
 * those that it has.
 *
 * The set of a day is rows, to which single visitors are added as they come. That of a day that was over before (an import) is a block: it
 * comes in large pieces.
 */
export async function addVisitors(tx: Tx, group: PackedGroup, portion: Portion, sources: RowSources, now: number): Promise<void> {
  const { projectId } = portion
  for (const [day, visitors] of splitByDay(group, portion, sources)) {
    const salt = await findSalt(tx, projectId, day, now)
    if (salt === null) continue
    const isOver = day < dayOfHour(hourOf(now))
    const added: number[] = []
    for (const [source, texts] of visitors.entries()) {
      const salted = texts.map((text) => salt + text)
      added.push(await addSalted(tx, { projectId, day, source: SOURCES[source]!, isOver }, salted))
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

/** By day and source. */
function splitByDay({ names, visitors }: PackedGroup, { spans }: Portion, sources: RowSources): Map<number, string[][]> {
  const bySpan = new Map(spans.map(({ batch, source }) => [batch, source]))
  const byDay = new Map<number, string[][]>()
  for (let index = 0; index < visitors.length; index++) {
    const source = bySpan.get(visitors.batch[index]!)
    const row = visitors.row[index]!
    if (source === undefined || (row !== -1 && sources[row] === -1)) continue
    const day = visitors.day[index]!
    let texts = byDay.get(day)
    if (!texts) byDay.set(day, (texts = SOURCES.map(() => [])))
    texts[source]!.push(`${names.address[visitors.address[index]!]}\n${names.userAgent[visitors.userAgent[index]!]}`)
  }
  return byDay
}

interface VisitorSet {
  projectId: string
  day: number
  source: Source
  isOver: boolean
}

/** Returns how many of them are new. */
async function addSalted(tx: Tx, { projectId, day, source, isOver }: VisitorSet, salted: readonly string[]): Promise<number> {
  if (salted.length === 0) return 0
  const unit = VISITOR_UNITS[source]
  const block = await readBlock(tx, projectId, unit, day)
  if (!block && !(isOver && (await hasNoRows(tx, projectId, day)))) {
    // In the order of the table, as for all rows.
    const hashes = salted
      .map((text) => SOURCES.indexOf(source) + digest('sha256', text, 'base64url').slice(0, HASH_CHARACTERS))
      .sort()
    return tx.countNew(TABLES.visitor, [hashes.map(() => projectId), hashes.map(() => day), hashes])
  }
  const fresh = createEntries(salted.length)
  for (let index = 0; index < salted.length; index++)
    fresh.keys[index] = Number.parseInt(digest('sha256', salted[index]!, 'hex').slice(0, HASH_DIGITS), 16)
  fresh.keys.sort()
  fresh.counts[0].fill(1)
  const added = dropKnown(fresh.keys, block ? keysOf(block) : new Float64Array())
  if (added > 0) await growBlock(tx, projectId, unit, day, firstEntries(fresh, added))
  return added
}

/** Moves those that are not known to the front, each once, and returns their number. Both lists are sorted. */
function dropKnown(keys: Float64Array, known: Float64Array): number {
  let length = 0
  let at = 0
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!
    while (at < known.length && known[at]! < key) at++
    if (known[at] !== key && (length === 0 || keys[length - 1] !== key)) keys[length++] = key
  }
  return length
}

async function hasNoRows(tx: Tx, projectId: string, day: number): Promise<boolean> {
  return (await tx.rows('select 1 from visitor where project_id = ? and day = ? limit 1', projectId, day)).length === 0
}

export async function findSalt(tx: Tx, projectId: string, day: number, now: number): Promise<string | null> {
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
