import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Migration } from '../migrate.ts'

/**
 * Numbers the pages of each project from 1 without gaps.
 *
 * Ids used to come from one sequence for all projects, and PostgreSQL burnt one for every page that was already there. Readers
 * hold a column over the ids of a project, so gaps cost memory, and blocks have room for 2^26 ids only. From here on each project
 * counts its own pages and names, in the row that a writer locks anyway.
 */
export const pageNumbers: Migration = {
  number: 3,
  name: 'page-numbers',
  up: async (db, engine) => {
    for (const column of ['pages', 'names'])
      await db.schema
        .alterTable('watermark')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    await sql`alter table page rename to old_page`.execute(db)
    await createPage(db, engine)
    // The order of the old ids stays, so that the entries of a block stay sorted.
    await sql`insert into page (project_id, id, path)
      select project_id, row_number() over (partition by project_id order by id), path from old_page`.execute(db)
    await sql`create table page_number as select o.project_id, o.id as old_id, p.id
      from old_page as o join page as p on p.project_id = o.project_id and p.path = o.path`.execute(db)
    await sql`create unique index page_number_key on page_number (project_id, old_id)`.execute(db)
    for (const table of ['view_hour', 'agent_page_day', 'referrer_day', 'raw_hour']) await renumberRows(db, table)
    await renumberBlocks(db)
    await createName(db, engine)
    await sql`update watermark set
      pages = (select count(*) from page where page.project_id = watermark.project_id),
      names = coalesce((select max(id) from name where name.project_id = watermark.project_id), 0)`.execute(db)
    for (const table of ['old_page', 'page_number']) await db.schema.dropTable(table).execute()
  },
}

/** Paths sort by code point on both engines: SQLite compares bytes anyway, PostgreSQL needs the "C" collation for it. */
async function createPage(db: Kysely<any>, engine: Engine): Promise<void> {
  await sql`create table page (project_id text not null, id integer not null, path text${collated(engine)} not null,
    primary key (project_id, id), unique (project_id, path))${withoutRowid(engine)}`.execute(db)
}

/** The same names with the same ids, which are unique within a project now, as the numbers that projects hand out are. */
async function createName(db: Kysely<any>, engine: Engine): Promise<void> {
  await sql`alter table name rename to old_name`.execute(db)
  await sql`drop index name_by_age`.execute(db)
  await sql`create table name (project_id text not null, id integer not null, kind text not null, name text${collated(engine)} not null,
    day integer not null, primary key (project_id, id), unique (project_id, kind, name))${withoutRowid(engine)}`.execute(db)
  await sql`insert into name (project_id, id, kind, name, day) select project_id, id, kind, name, day from old_name`.execute(db)
  await sql`drop table old_name`.execute(db)
  await db.schema.createIndex('name_by_age').on('name').columns(['kind', 'day']).execute()
}

function collated(engine: Engine) {
  return engine === 'sqlite' ? sql`` : sql` collate "C"`
}

function withoutRowid(engine: Engine) {
  return engine === 'sqlite' ? sql` without rowid` : sql``
}

/** Changed in a copy without a key: in place, a row could meet the key of one that is not changed yet. */
async function renumberRows(db: Kysely<any>, table: string): Promise<void> {
  const [name, copy] = [sql.table(table), sql.table(`old_${table}`)]
  await sql`create table ${copy} as select * from ${name}`.execute(db)
  await sql`delete from ${name}`.execute(db)
  await sql`update ${copy} set page_id = (select n.id from page_number as n
    where n.project_id = ${copy}.project_id and n.old_id = ${copy}.page_id)`.execute(db)
  await sql`insert into ${name} select * from ${copy}`.execute(db)
  await sql`drop table ${copy}`.execute(db)
}

/** How the key of an entry contains its page, by the unit of its block. Visitors' blocks have no pages. */
const PAGE_IN_KEY: ReadonlyMap<string, { factor: number; modulus: number }> = new Map([
  ['hour', { factor: 24, modulus: Infinity }],
  ['day', { factor: 1, modulus: Infinity }],
  ['month', { factor: 1, modulus: Infinity }],
  ['agent', { factor: 1, modulus: 2 ** 26 }],
  ['referrer', { factor: 1, modulus: 2 ** 26 }],
])

/** One block at a time: together they may be larger than the memory. */
async function renumberBlocks(db: Kysely<any>): Promise<void> {
  const projects = await sql<{ project_id: string }>`select distinct project_id from page_number`.execute(db)
  for (const { project_id: project } of projects.rows) {
    const numbers = await sql<{
      old_id: number
      id: number
    }>`select old_id, id from page_number where project_id = ${project}`.execute(db)
    const idOf = new Map(numbers.rows.map((row) => [row.old_id, row.id]))
    const keys = await sql<{
      unit: string
      bucket: number
    }>`select unit, bucket from view_block where project_id = ${project}`.execute(db)
    for (const { unit, bucket } of keys.rows) {
      const place = PAGE_IN_KEY.get(unit)
      if (!place) continue
      const block = sql`project_id = ${project} and unit = ${unit} and bucket = ${bucket}`
      const found = await sql<{ content: Uint8Array }>`select content from view_block where ${block}`.execute(db)
      const content = renumberKeys(found.rows[0]!.content, (key) => {
        const above = place.modulus === Infinity ? 0 : Math.floor(key / place.modulus) * place.modulus
        const below = (key - above) % place.factor
        return above + idOf.get((key - above - below) / place.factor)! * place.factor + below
      })
      await sql`update view_block set content = ${content} where ${block}`.execute(db)
    }
  }
}

/**
 * Writes a block anew with other keys in the same order. The format is that of `analytics/store/blocks/block.ts` on the day of
 * this migration: a byte whose four lowest bits say which counts follow each key, the number of entries, and the entries with the
 * distance between keys; all numbers have 7 bits per byte, the lowest first.
 */
function renumberKeys(block: Uint8Array, toKey: (key: number) => number): Buffer {
  const counts = [1, 2, 4, 8].filter((bit) => block[0]! & bit).length
  const out: number[] = [block[0]!]
  let at = 1
  const read = (): number => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = block[at++]!
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 0x80
    }
  }
  const write = (value: number): void => {
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out.push((rest % 0x80) + 0x80)
    out.push(rest)
  }
  const entries = read()
  write(entries)
  let [oldKey, newKey] = [0, 0]
  for (let entry = 0; entry < entries; entry++) {
    oldKey += read()
    const key = toKey(oldKey)
    write(key - newKey)
    newKey = key
    for (let count = 0; count < counts; count++) write(read())
  }
  return Buffer.from(out)
}
