import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SqliteFile from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPostgresEngine } from '../../src/analytics/store/postgres-engine.ts'
import { DataFolderError, lockDataFolder, openDataFolder } from '../../src/database/data-folder.ts'
import { openDatabases } from '../../src/database/databases.ts'
import { NewerSchemaError } from '../../src/database/migrate.ts'
import { openSqlite } from '../../src/database/open.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { startBouncer } from '../support/bouncer.ts'
import { ENGINES, createEngine } from '../support/engines.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (path: string) => openDataFolder(path, () => 'instance')

describe('a data folder', () => {
  it('is made when it is not there, private to its user, and is the same installation when opened again', () => {
    const path = join(folder, 'new', 'data')
    const first = openDataFolder(path, () => 'first')
    expect(first).toMatchObject({ isNew: true, instance: 'first' })
    expect(openDataFolder(path, () => 'second')).toMatchObject({ isNew: false, instance: 'first' })
  })

  it('is refused when something else is in it', () => {
    writeFileSync(join(folder, 'holiday.jpg'), '')
    expect(() => open(folder)).toThrow(/not a Docwright data folder \(it holds holiday\.jpg\)/)
  })

  it('is refused when it is a file, or cannot be written', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => open(join(folder, 'file'))).toThrow(DataFolderError)
    expect(() => open('/proc/docwright')).toThrow(/cannot be written/)
    const locked = join(folder, 'locked')
    mkdirSync(locked)
    chmodSync(locked, 0o500)
    // The administrator may write everywhere.
    if (process.getuid?.() !== 0) expect(() => open(locked)).toThrow(/cannot be written/)
  })

  it('is refused when its marker is damaged', () => {
    writeFileSync(join(folder, 'docwright.json'), '{')
    expect(() => open(folder)).toThrow(/damaged/)
  })

  it('has one lock, which is free again once it is released', () => {
    const data = open(join(folder, 'data'))
    const lock = lockDataFolder(data)
    expect(lock).not.toBeNull()
    expect(lockDataFolder(data)).toBeNull()
    lock!.release()
    const again = lockDataFolder(data)
    expect(again).not.toBeNull()
    again!.release()
  })
})

describe('a SQLite file', () => {
  it('is opened with the settings that lose nothing', async () => {
    const database = openSqlite<object>(join(folder, 'x.db'), systemClock)
    await database.close()
    const file = new SqliteFile(join(folder, 'x.db'))
    expect(file.pragma('journal_mode', { simple: true })).toBe('wal')
    file.close()
  })

  it('is refused when it is not a database, or another program’s', () => {
    writeFileSync(join(folder, 'text.db'), 'this is not a database, it is a text that is long enough to be read as a header')
    expect(() => openSqlite(join(folder, 'text.db'), systemClock)).toThrow(DataFolderError)
    const foreign = new SqliteFile(join(folder, 'foreign.db'))
    foreign.exec('create table x (y)')
    foreign.close()
    expect(() => openSqlite(join(folder, 'foreign.db'), systemClock)).toThrow(/not a Docwright database/)
  })
})

describe.each(ENGINES)('migrations on %s', (engine) => {
  it('run once, also when several processes start at the same moment', async () => {
    const { databaseUrl, remove } = await createEngine(engine)
    const env = {
      PATH: process.env['PATH'],
      DOCWRIGHT_DATA: join(folder, 'data'),
      ...(databaseUrl ? { DOCWRIGHT_DATABASE_URL: databaseUrl } : {}),
    }
    const invite = (name: string) =>
      promisify(execFile)(process.execPath, ['bin/docwright.mjs', 'user', 'invite', `${name}@example.com`, '--json'], { env })
    const outputs = await Promise.all(['ada', 'ben', 'cleo', 'dan'].map(invite))
    for (const { stdout } of outputs) expect(JSON.parse(stdout)).toHaveProperty('link')
    const databases = await openDatabases(databaseUrl, open(join(folder, 'data')))
    const rows = (await databases.main.query
      .selectFrom('migration' as never)
      .selectAll()
      .orderBy('number' as never)
      .execute()) as { set_name: string; number: number }[]
    // Each once, counted from 1 without a gap. SQLite keeps those of the views in their own file.
    for (const set of databaseUrl ? ['main', 'views'] : ['main']) {
      const numbers = rows.filter((row) => row.set_name === set).map((row) => row.number)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      expect(numbers.length).toBeGreaterThan(0)
    }
    await databases.close()
    await remove()
  })

  it('refuse a database that a newer version wrote', async () => {
    const { databaseUrl, remove } = await createEngine(engine)
    const data = open(join(folder, 'data'))
    const databases = await openDatabases(databaseUrl, data)
    await databases.main.query
      .insertInto('migration' as never)
      .values({ set_name: 'main', number: 99, name: 'future', applied_at: 0 })
      .execute()
    await databases.close()
    await expect(openDatabases(databaseUrl, data)).rejects.toThrow(NewerSchemaError)
    await remove()
  })

  it('give times by one clock', async () => {
    const { databaseUrl, remove } = await createEngine(engine)
    const databases = await openDatabases(databaseUrl, open(join(folder, 'data')))
    expect(Math.abs((await databases.main.now()) - Date.now())).toBeLessThan(5000)
    expect(Number.isInteger(await databases.main.now())).toBe(true)
    await databases.close()
    await remove()
  })
})

describe('a PostgreSQL connection', () => {
  it('may break inside a transaction: that one fails, and the process and its next transaction live', async () => {
    const { databaseUrl, remove } = await createEngine('postgres')
    const databases = await openDatabases(databaseUrl, open(join(folder, 'data')))
    const broken = databases.main.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.query)
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(databases.main.query)
      // Until the end of the connection has arrived.
      await new Promise((resolve) => setTimeout(resolve, 200))
      return tx.now()
    })
    await expect(broken).rejects.toThrow()
    expect(await databases.main.transaction((tx) => tx.now())).toBeGreaterThan(0)
    await databases.close()
    await remove()
  })

  it('loses its locks when its node freezes inside a transaction', async () => {
    const { databaseUrl, remove } = await createEngine('postgres')
    const databases = await openDatabases(databaseUrl, open(join(folder, 'data')))
    const limit = (query: Kysely<any>) => sql`show idle_in_transaction_session_timeout`.execute(query)
    const { rows } = await databases.main.transaction((tx) => limit(tx.query))
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '5s' }])
    // The views have connections of their own.
    const engine = openPostgresEngine(databaseUrl!, 1)
    for (const work of [engine.read, engine.write])
      expect(await work((tx) => tx.all('show idle_in_transaction_session_timeout'))).toEqual(rows)
    // Behind PgBouncer, the next transaction on the same connection is someone else's.
    expect((await limit(databases.main.query)).rows).toEqual([{ idle_in_transaction_session_timeout: '0' }])
    await engine.close()
    await databases.close()
    await remove()
  })

  it('works through a PgBouncer, which refuses start-up parameters that it does not know', async () => {
    const { databaseUrl, remove } = await createEngine('postgres')
    const bouncer = await startBouncer(databaseUrl!)
    const databases = await openDatabases(bouncer.url, open(join(folder, 'data')))
    expect(await databases.main.transaction((tx) => tx.now())).toBeGreaterThan(0)
    const engine = openPostgresEngine(bouncer.url, 1)
    expect(await engine.write((tx) => tx.all('select 1 as one'))).toEqual([{ one: 1 }])
    await engine.close()
    await databases.close()
    await bouncer.stop()
    await remove()
  })
})
