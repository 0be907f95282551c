import type { PoolClient } from 'pg'
import { LIMIT_IDLE_TIME, openPool } from '../../database/postgres-pool.ts'
import { createTurns } from '../../lib/turns.ts'
import type { Engine, Tx, Value } from './engine.ts'
import { type Table, columnsOf, onConflict, typesOf } from './tables.ts'

const FUNCTIONS = { least: 'least', greatest: 'greatest' }
const ARRAYS = { text: 'text[]', integer: 'int[]', bigint: 'bigint[]', bytes: 'bytea[]' }

/** Many rows go in one statement, as one array per column: the round trip costs more than the rows. */
export function openPostgresEngine(url: string, connectionsMax: number): Engine {
  const pool = openPool(url, connectionsMax)
  const turns = createTurns()
  return {
    write: (work) => turns.take('write', () => transaction(pool, 'begin', work)),
    read: (work) => transaction(pool, 'begin isolation level repeatable read read only', work),
    close: () => pool.end(),
  }
}

async function transaction<Result>(
  pool: ReturnType<typeof openPool>,
  begin: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // The server may close the connection at any moment; the statement that meets it reports it.
  const ignore = () => undefined
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    await client.query(`${begin}; ${LIMIT_IDLE_TIME}`)
    const result = await work(createTx(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

function createTx(client: PoolClient): Tx {
  const query = (text: string, values: unknown[], rowMode?: 'array') =>
    client.query({ text, values, name: nameOf(text), ...(rowMode ? { rowMode } : {}) })
  const insert = (table: Table, columns: readonly (readonly Value[])[], conflict: string, ...more: Value[]) => {
    const arrays = typesOf(table).map((type, index) => `$${index + 1}::${ARRAYS[type]}`)
    const text = `insert into ${table.name} (${columnsOf(table).join(', ')}) select * from unnest(${arrays.join(', ')}) ${conflict}`
    return query(text, [...columns, ...more])
  }
  return {
    isPostgres: true,
    all: async <Row>(text: string, ...values: Value[]) => (await query(numbered(text), values)).rows as Row[],
    rows: async (text, ...values) => (await query(numbered(text), values, 'array')).rows,
    run: async (text, ...values) => (await query(numbered(text), values)).rowCount ?? 0,
    add: async (table, columns) => {
      if ((columns[0]?.length ?? 0) > 0) await insert(table, columns, onConflict(table, FUNCTIONS))
    },
    countNew: async (table, columns) => {
      if ((columns[0]?.length ?? 0) === 0) return 0
      return (await insert(table, columns, `on conflict (${Object.keys(table.keys).join(', ')}) do nothing`)).rowCount ?? 0
    },
    insertNew: async (table, columns, staleBefore) => {
      if ((columns[0]?.length ?? 0) === 0) return new Set()
      const keys = Object.keys(table.keys)
      const [count] = Object.keys(table.counts)
      const answer = await insert(
        table,
        columns,
        `on conflict (${keys.join(', ')}) do update set ${count} = excluded.${count} where ${table.name}.${count} <= $${columns.length + 1} returning ${table.name}.${keys.at(-1)!} as key`,
        staleBefore,
      )
      return new Set((answer.rows as { key: Value }[]).map((row) => row.key))
    },
    internPages: async (projectId, paths) => {
      const { rows } = await query(
        `with given as (select unnest($2::text[]) as name),
           missing as (select name, row_number() over () as place from given
             where not exists (select 1 from page where project_id = $1 and path = given.name)),
           ${takeNumbers('pages')},
           added as (insert into page (project_id, id, path) select $1, number.first + place, name from missing, number returning path, id)
         select path as name, id from added union all select path, id from page where project_id = $1 and path = any($2)`,
        [projectId, paths],
      )
      return inOrder(paths, rows as { name: string; id: number }[])
    },
    internNames: async (projectId, kind, names, day) => {
      const { rows } = await query(
        `with given as (select unnest($3::text[]) as name),
           missing as (select name, row_number() over () as place from given
             where not exists (select 1 from name where project_id = $1 and kind = $2 and name.name = given.name)),
           ${takeNumbers('names')},
           added as (insert into name (project_id, id, kind, name, day)
             select $1, number.first + place, $2, name, $4 from missing, number returning name, id),
           used as (update name set day = $4 where project_id = $1 and kind = $2 and name = any($3) and day < $4)
         select name, id from added union all select name, id from name where project_id = $1 and kind = $2 and name = any($3)`,
        [projectId, kind, names, day],
      )
      return inOrder(names, rows as { name: string; id: number }[])
    },
  }
}

/** Part of a statement: takes as many numbers of the project `$1` as are missing. The others are from `first` on. */
function takeNumbers(counter: 'pages' | 'names'): string {
  return `wanted as (select count(*)::int as size from missing),
    number as (update watermark set ${counter} = ${counter} + size from wanted where project_id = $1 and size > 0
      returning ${counter} - size as first)`
}

function inOrder(names: readonly string[], rows: { name: string; id: number }[]): number[] {
  const ids = new Map(rows.map((row) => [row.name, row.id]))
  return names.map((name) => ids.get(name)!)
}

function numbered(text: string): string {
  let number = 0
  return text.replace(/\?/g, () => `$${++number}`)
}

/** PostgreSQL keeps a statement prepared under its name, which may have 63 bytes. There are some dozens of them. */
function nameOf(text: string): string {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  return `docwright_${text.length}_${hash >>> 0}`
}
