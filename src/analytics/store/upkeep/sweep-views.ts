import type { Retention } from '../../retention.ts'
import { HOURS_PER_DAY, HOUR_MS, RECENT_MINUTES, dayOfHour, hourOf, minuteOf } from '../../time.ts'
import { DETAIL_UNITS } from '../blocks/details.ts'
import type { BlockUnit } from '../blocks/grow-blocks.ts'
import type { Tx } from '../engine.ts'
import { SEEN_MS } from '../write/outcome.ts'
import { VISITOR_UNITS } from '../write/visitors.ts'

/** From the design: salts live this long. */
const SALT_MS = 48 * HOUR_MS
const ROWS_MAX = 5_000
/** Rows may lie a day ahead of the day on which their names were last used. */
const SLACK_DAYS = 2

/** The tables that are kept by the day. */
const BY_DAY = ['agent_day', 'agent_page_day', 'referrer_day', 'trait_day', 'miss_day', 'visitor_day', 'exclusion']

/** Deletes some of what is too old. Returns true when there may be more; each call is one short transaction. */
export async function sweepViews(tx: Tx, now: number, { rawDays, detailDays }: Retention): Promise<boolean> {
  const today = dayOfHour(hourOf(now))
  let dropped = await tx.run(
    'delete from seen_event where (project_id, event_id) in (select project_id, event_id from seen_event where at <= ? limit ?)',
    now - SEEN_MS,
    ROWS_MAX,
  )
  dropped += await dropSalts(tx, now)
  const projects = await tx.all<{ project_id: string }>('select project_id from watermark')
  for (const { project_id: projectId } of projects) {
    if (dropped >= ROWS_MAX) return true
    dropped += await dropOldest(tx, projectId, 'raw_hour', 'bucket', (today - rawDays) * HOURS_PER_DAY)
    for (const table of BY_DAY) dropped += await dropOldest(tx, projectId, table, 'day', today - detailDays)
    dropped += await dropBlocks(tx, projectId, 'minute', minuteOf(now) - RECENT_MINUTES)
    for (const unit of DETAIL_UNITS) dropped += await dropBlocks(tx, projectId, unit, today - detailDays)
  }
  // Names last, when no row that uses them is left.
  if (dropped > 0) return true
  for (const kind of ['trace', 'client', 'referrer', 'traits', 'missing']) {
    const days = kind === 'trace' ? rawDays : detailDays
    dropped += await tx.run(
      'delete from name where (project_id, id) in (select project_id, id from name where kind = ? and day < ? limit ?)',
      kind,
      today - days - SLACK_DAYS,
      ROWS_MAX,
    )
  }
  return dropped > 0
}

/** Closes the days whose salts are two days old: their numbers of visitors stay, the hashes go. */
async function dropSalts(tx: Tx, now: number): Promise<number> {
  const closed = await tx.all<{ project_id: string; day: number }>(
    'update visitor_day set salt = null where salt is not null and created_at <= ? returning project_id, day',
    now - SALT_MS,
  )
  let dropped = closed.length
  for (const { project_id: projectId, day } of closed) {
    dropped += await tx.run('delete from visitor where project_id = ? and day = ?', projectId, day)
    for (const unit of Object.values(VISITOR_UNITS))
      dropped += await tx.run('delete from view_block where project_id = ? and unit = ? and bucket = ?', projectId, unit, day)
  }
  return dropped
}

async function dropBlocks(tx: Tx, projectId: string, unit: BlockUnit, before: number): Promise<number> {
  return tx.run('delete from view_block where project_id = ? and unit = ? and bucket < ?', projectId, unit, before)
}

/** One bucket of one project at a time. The project is named, because the keys of all tables begin with it. */
async function dropOldest(tx: Tx, projectId: string, table: string, column: 'bucket' | 'day', before: number): Promise<number> {
  const [old] = await tx.all<{ bucket: number }>(
    `select ${column} as bucket from ${table} where project_id = ? and ${column} < ? limit 1`,
    projectId,
    before,
  )
  return old ? tx.run(`delete from ${table} where project_id = ? and ${column} = ?`, projectId, old.bucket) : 0
}
