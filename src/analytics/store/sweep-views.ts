import { HOURS_PER_DAY, HOUR_MS, dayOfHour, hourOf } from '../time.ts'
import type { Tx } from './engine.ts'
import { SEEN_MS } from './record-group.ts'

/** From the design: salts live this long. */
const SALT_MS = 48 * HOUR_MS
const ROWS_MAX = 5_000
/** Rows may lie a day ahead of the day on which their names were last used. */
const SLACK_DAYS = 2

export interface Retention {
  rawDays: number
  /** Agents by page, referrers, misses and visitors. Views per page are kept for ever. */
  detailDays: number
}

/** The tables that are kept by the day. */
const BY_DAY = ['agent_day', 'agent_page_day', 'referrer_day', 'miss_day', 'visitor_day', 'exclusion']

/** Deletes some of what is too old. Returns true when there may be more; each call is one short transaction. */
export async function sweepViews(tx: Tx, now: number, { rawDays, detailDays }: Retention): Promise<boolean> {
  const today = dayOfHour(hourOf(now))
  const seen = await tx.run(
    'delete from seen_event where (project_id, event_id) in (select project_id, event_id from seen_event where at <= ? limit ?)',
    now - SEEN_MS,
    ROWS_MAX,
  )
  if (seen > 0) return true
  if (await dropSalt(tx, now)) return true
  const projects = await tx.all<{ project_id: string }>('select project_id from watermark')
  for (const { project_id: projectId } of projects) {
    if (await dropOldest(tx, projectId, 'raw_hour', 'bucket', (today - rawDays) * HOURS_PER_DAY)) return true
    for (const table of BY_DAY) if (await dropOldest(tx, projectId, table, 'day', today - detailDays)) return true
  }
  for (const kind of ['trace', 'client', 'referrer', 'missing']) {
    const days = kind === 'trace' ? rawDays : detailDays
    const dropped = await tx.run(
      'delete from name where id in (select id from name where kind = ? and day < ? limit ?)',
      kind,
      today - days - SLACK_DAYS,
      ROWS_MAX,
    )
    if (dropped > 0) return true
  }
  return false
}

/** Closes a day whose salt is two days old: its number of visitors stays, the hashes go. */
async function dropSalt(tx: Tx, now: number): Promise<boolean> {
  const [old] = await tx.all<{ project_id: string; day: number }>(
    'select project_id, day from visitor_day where salt is not null and created_at <= ? limit 1',
    now - SALT_MS,
  )
  if (!old) return false
  await tx.run('update visitor_day set salt = null where project_id = ? and day = ?', old.project_id, old.day)
  await tx.run('delete from visitor where project_id = ? and day = ?', old.project_id, old.day)
  return true
}

/** One bucket of one project at a time. The project is named, because the keys of all tables begin with it. */
async function dropOldest(tx: Tx, projectId: string, table: string, column: 'bucket' | 'day', before: number): Promise<boolean> {
  const [old] = await tx.all<{ bucket: number }>(
    `select ${column} as bucket from ${table} where project_id = ? and ${column} < ? limit 1`,
    projectId,
    before,
  )
  if (!old) return false
  await tx.run(`delete from ${table} where project_id = ? and ${column} = ?`, projectId, old.bucket)
  return true
}
