import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import SqliteFile from 'better-sqlite3'
import { createPrivateFile } from '../../lib/private-file.ts'

/** Some 40,000 pages: facts of real pages take 6 kB on average. */
const BYTES_MAX = 256 * 1024 * 1024

/** A writer holds the file for some milliseconds. Whoever would wait longer scans the page once more instead. */
const BUSY_TIMEOUT_MS = 250

/** A disk that damages every file, or a folder that cannot be one, is not tried for ever. */
const DAMAGES_MAX = 3

/** What the oldest have to make room for, once the file is full: a sixteenth of it, so that not every write has to. */
const MAKES_ROOM_FOR = 16

/** One large write must not leave its size behind for ever. */
const JOURNAL_BYTES_MAX = 8 * 1024 * 1024

/**
 * Texts by key in a file of their own, for what can be computed again at any time.
 *
 * Nothing in it is trusted and nothing of it is needed: a damaged file is thrown away, a busy or full one does without, and neither
 * is ever an error of the caller.
 */
export interface FactsStore {
  /** The texts of those keys that are there. */
  find(keys: Iterable<string>): Map<string, string>
  /** In one transaction. */
  add(texts: ReadonlyMap<string, string>): void
  close(): void
}

export interface FactsPlace {
  /** Of its own: whatever else is in it is removed, such as the file of another version. */
  folder: string
  /** Of what wrote the texts. Texts of another version are never seen. */
  version: string
}

export interface FactsStoreOptions {
  /** Of the file; the oldest texts go first. */
  bytesMax?: number
  /** Told once for each file that was thrown away. */
  onDamage?: (error: Error) => void
}

/** Opens the file with its first use. */
export function openFactsStore({ folder, version }: FactsPlace, options: FactsStoreOptions = {}): FactsStore {
  const file = join(folder, `${version}.db`)
  let opened: FactsStore | null = null
  let damages = 0

  const discard = (error: unknown) => {
    damages += 1
    try {
      close()
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    } catch {
      // It is in the way of the next attempt, then, and after a few of them there is no more.
    }
    options.onDamage?.(error as Error)
  }
  const close = () => {
    opened?.close()
    opened = null
  }
  const attempt = <Result>(work: (store: FactsStore) => Result, otherwise: Result): Result => {
    if (damages >= DAMAGES_MAX) return otherwise
    try {
      opened ??= openFile(folder, file, options.bytesMax ?? BYTES_MAX)
      return work(opened)
    } catch (error) {
      if (!PASSING.test((error as { code?: string }).code ?? '')) discard(error)
      return otherwise
    }
  }
  return {
    // Not what was found before the damage: it is as doubtful as the rest.
    find: (keys) => attempt((store) => store.find(keys), new Map()),
    add: (texts) => attempt((store) => store.add(texts), undefined),
    close,
  }
}

/** Another connection writes, or the disk is full or read-only: the file is as good as it was. */
const PASSING = /^(?:SQLITE_(?:BUSY|LOCKED|FULL|READONLY|CANTOPEN)|ENOSPC|EDQUOT|EROFS|EACCES|EPERM)/

function openFile(folder: string, file: string, bytesMax: number): FactsStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // An older process may still have its file open; it goes on with it until it ends, and takes it along.
  const others = readdirSync(folder).filter((name) => !join(folder, name).startsWith(file))
  for (const name of others) rmSync(join(folder, name), { recursive: true, force: true })
  createPrivateFile(file)
  const connection = new SqliteFile(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    return prepare(connection, bytesMax)
  } catch (error) {
    connection.close()
    throw error
  }
}

function prepare(connection: SqliteFile.Database, bytesMax: number): FactsStore {
  connection.pragma('journal_mode = WAL')
  // A commit that a power cut takes away is of no concern, and the file stays whole.
  connection.pragma('synchronous = NORMAL')
  connection.pragma(`journal_size_limit = ${JOURNAL_BYTES_MAX}`)
  connection.exec(
    'create table if not exists facts (age integer primary key, key text not null unique, sum integer not null, text text not null)',
  )
  const one = connection.prepare<[string], { sum: number; text: string }>('select sum, text from facts where key = ?')
  const insert = connection.prepare('insert into facts (key, sum, text) values (?, ?, ?) on conflict do nothing')
  const dropOldest = connection.prepare('delete from facts where age <= (select min(age) + (max(age) - min(age)) / ? from facts)')
  const pragma = (name: string) => Number(connection.pragma(name, { simple: true }))
  const pagesMax = Math.floor(bytesMax / pragma('page_size'))
  const pagesUsed = () => pragma('page_count') - pragma('freelist_count')

  return {
    find: (keys) => {
      const found = new Map<string, string>()
      for (const key of keys) {
        const row = one.get(key)
        if (!row) continue
        if (sumOf(key, row.text) !== row.sum) throw new Error('a text is not the one that was stored')
        found.set(key, row.text)
      }
      return found
    },
    add: connection.transaction((texts: ReadonlyMap<string, string>) => {
      for (const [key, text] of texts) insert.run(key, sumOf(key, text), text)
      while (pagesUsed() > pagesMax && dropOldest.run(MAKES_ROOM_FOR).changes > 0);
    }).immediate,
    close: () => void connection.close(),
  }
}

/** SQLite notices a page that makes no sense, but not a letter that changed. */
function sumOf(key: string, text: string): number {
  return crc32(text, crc32(key))
}
