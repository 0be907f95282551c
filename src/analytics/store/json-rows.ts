import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../../database/database.ts'

export type ColumnType = 'integer' | 'bigint' | 'text'

/**
 * Rows as the source of an `insert … select`, all in one parameter: a list of values has one for each field, of which
 * SQLite takes 32,766, and thousands of them take longer to write into a statement than to store.
 *
 * `last` is a column that is the same in all rows.
 */
export function jsonRows(
  engine: Engine,
  types: readonly ColumnType[],
  rows: readonly (readonly (number | string)[])[],
  last?: string,
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  const fields: RawBuilder<unknown>[] = types.map((type, index) =>
    engine === 'sqlite' ? sql`value ->> ${sql.lit(index)}` : sql`(value ->> ${sql.lit(index)})::${sql.raw(type)}`,
  )
  if (last !== undefined) fields.push(sql`${last}`)
  const from = engine === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(${json}::json)`
  // SQLite takes `on conflict` behind a `select` for a join, unless there is a `where` in between.
  return sql`select ${sql.join(fields)} from ${from} where true`
}
