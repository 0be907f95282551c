import type { Selectable } from 'kysely'
import type { Connection, Transaction } from '../../database/database.ts'
import type { ImportedLogTable, ViewsSchema } from '../../database/schema.ts'
import type { ImportedLog, Mark } from '../collect/file-identity.ts'
import type { LogPosition } from '../collect/read-log.ts'

export async function findImportedLogs(db: Connection<ViewsSchema>, projectId: string, key: string): Promise<ImportedLog[]> {
  const rows = await db.query
    .selectFrom('imported_log')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .execute()
  return rows.map(toImportedLog)
}

/**
 * Moves a log on from `previous` (null: not stored yet), in the transaction that counts what lies between. False when it is
 * not there any more, because another import of the same log was quicker: then the transaction may count nothing.
 */
export async function saveImportedLog(
  tx: Transaction<ViewsSchema>,
  projectId: string,
  log: ImportedLog,
  previous: LogPosition | null,
): Promise<boolean> {
  const reached = {
    // A log that grew has more marks than at the first time.
    marks: JSON.stringify(log.marks),
    byte: log.position.byte,
    is_mid_line: log.position.isMidLine ? 1 : 0,
    directives: JSON.stringify(log.position.directives),
    tail_hash: log.tailHash,
    at: await tx.now(),
  }
  if (previous === null) {
    const inserted = await tx.query
      .insertInto('imported_log')
      .values({ project_id: projectId, id: log.id, key: log.key, ...reached })
      .onConflict((conflict) => conflict.columns(['project_id', 'id']).doNothing())
      .executeTakeFirst()
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  const updated = await tx.query
    .updateTable('imported_log')
    .set(reached)
    .where('project_id', '=', projectId)
    .where('id', '=', log.id)
    .where('byte', '=', previous.byte)
    .where('is_mid_line', '=', previous.isMidLine ? 1 : 0)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

function toImportedLog(row: Selectable<ImportedLogTable>): ImportedLog {
  return {
    id: row.id,
    key: row.key,
    marks: JSON.parse(row.marks) as Mark[],
    position: {
      byte: row.byte,
      isMidLine: row.is_mid_line === 1,
      directives: JSON.parse(row.directives) as string[],
    },
    tailHash: row.tail_hash,
  }
}
