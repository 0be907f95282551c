import type SqliteFile from 'better-sqlite3'
import { openSqliteFile } from '../../database/sqlite-file.ts'
import { createTurns } from '../../lib/turns.ts'
import type { Engine, NameKind, Tx, Value } from './engine.ts'
import { type Table, columnsOf, onConflict } from './tables.ts'

const FUNCTIONS = { least: 'min', greatest: 'max' }

/** In KiB. The rows of the current hour of a busy site stay in memory between commits. */
const CACHE_KIB = 16_000

/** Rows of one statement: most of the time of a single one goes into calling it. */
const ROWS_AT_ONCE = 16

/** better-sqlite3 itself: its calls return at once, which is fine on a thread of their own. */
export function openSqliteEngine(file: string): Engine {
  const connection = openSqliteFile(file)
  connection.pragma(`cache_size = -${CACHE_KIB}`)
  const tx = createTx(connection)
  const [begin, beginWrite, commit] = ['begin', 'begin immediate', 'commit'].map((text) => connection.prepare(text))
  const turns = createTurns()
  const transaction = <Result>(start: SqliteFile.Statement, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    turns.take('connection', async () => {
      start.run()
      try {
        const result = await work(tx)
        commit!.run()
        return result
      } catch (error) {
        // A full disk has ended the transaction already.
        if (connection.inTransaction) connection.exec('rollback')
        throw error
      }
    })
  return {
    write: (work) => transaction(beginWrite!, work),
    read: (work) => transaction(begin!, work),
    close: async () => {
      await turns.take('connection', async () => undefined)
      connection.close()
    },
  }
}

function createTx(connection: SqliteFile.Database): Tx {
  const prepared = new Map<string, SqliteFile.Statement>()
  const prepare = (text: string): SqliteFile.Statement => {
    const found = prepared.get(text)
    if (found) return found
    const statement = connection.prepare(text)
    prepared.set(text, statement)
    return statement
  }
  const insert = (table: Table, conflict: string, rows = 1) => {
    const columns = columnsOf(table)
    const marks = Array<string>(rows).fill(`(${columns.map(() => '?').join(', ')})`)
    return prepare(`insert into ${table.name} (${columns.join(', ')}) values ${marks.join(', ')} ${conflict}`)
  }
  /** Returns the number of rows that were added or changed. */
  const insertAll = (table: Table, columns: readonly (readonly Value[])[], conflict: string): number => {
    const length = columns[0]?.length ?? 0
    const width = columns.length
    const [many, one] = [ROWS_AT_ONCE, 1].map((rows) => insert(table, conflict, rows))
    let changes = 0
    for (let from = 0; from < length;) {
      const rows = length - from >= ROWS_AT_ONCE ? ROWS_AT_ONCE : 1
      const values = Array<Value>(rows * width)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < width; column++) values[row * width + column] = columns[column]![from + row]!
      changes += (rows === 1 ? one! : many!).run(values).changes
      from += rows
    }
    return changes
  }
  /** Gives the next numbers of the project to those that have none, and has each added. */
  const withNumbers = (
    projectId: string,
    counter: 'pages' | 'names',
    ids: readonly (number | undefined)[],
    add: (id: number, index: number) => void,
  ): number[] => {
    const missing = ids.reduce<number>((count, id) => (id === undefined ? count + 1 : count), 0)
    if (missing === 0) return ids as number[]
    const take = prepare(`update watermark set ${counter} = ${counter} + ? where project_id = ? returning ${counter}`).pluck()
    let last = (take.get(missing, projectId) as number) - missing
    return ids.map((id, index) => {
      if (id !== undefined) return id
      add(++last, index)
      return last
    })
  }
  return {
    isPostgres: false,
    all: async <Row>(text: string, ...values: Value[]) => prepare(text).raw(false).all(values) as Row[],
    rows: async (text, ...values) => prepare(text).raw(true).all(values) as unknown[][],
    run: async (text, ...values) => prepare(text).run(values).changes,
    add: async (table, columns) => void insertAll(table, columns, onConflict(table, FUNCTIONS)),
    countNew: async (table, columns) =>
      insertAll(table, columns, `on conflict (${Object.keys(table.keys).join(', ')}) do nothing`),
    insertNew: async (table, columns, staleBefore) => {
      const keys = Object.keys(table.keys)
      const [count] = Object.keys(table.counts)
      const statement = insert(
        table,
        `on conflict (${keys.join(', ')}) do update set ${count} = excluded.${count} where ${table.name}.${count} <= ?`,
      )
      const added = new Set<Value>()
      for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
        const values = columns.map((column) => column[row]!)
        if (statement.run(...values, staleBefore).changes > 0) added.add(values[keys.length - 1]!)
      }
      return added
    },
    internPages: async (projectId, paths) => {
      const find = prepare('select id from page where project_id = ? and path = ?').pluck()
      const add = prepare('insert into page (project_id, id, path) values (?, ?, ?)')
      const ids = paths.map((path) => find.get(projectId, path) as number | undefined)
      return withNumbers(projectId, 'pages', ids, (id, index) => add.run(projectId, id, paths[index]!))
    },
    internNames: async (projectId: string, kind: NameKind, names, day) => {
      const find = prepare('select id from name where project_id = ? and kind = ? and name = ?').pluck()
      const use = prepare('update name set day = ? where project_id = ? and id = ? and day < ?')
      const add = prepare('insert into name (project_id, id, kind, name, day) values (?, ?, ?, ?, ?)')
      const ids = names.map((name) => find.get(projectId, kind, name) as number | undefined)
      for (const id of ids) if (id !== undefined) use.run(day, projectId, id, day)
      return withNumbers(projectId, 'names', ids, (id, index) => add.run(projectId, id, kind, names[index]!, day))
    },
  }
}
