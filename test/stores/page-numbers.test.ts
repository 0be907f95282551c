import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sighting } from '../../src/analytics/collect/normalise.ts'
import { createEntries, encodeBlock, visitBlock } from '../../src/analytics/store/blocks/block.ts'
import { type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { openDataFolder } from '../../src/database/data-folder.ts'
import { type Databases, openDatabases } from '../../src/database/databases.ts'
import { migrate } from '../../src/database/migrate.ts'
import { rollups } from '../../src/database/migrations/views-001-rollups.ts'
import { readers } from '../../src/database/migrations/views-002-readers.ts'
import { openPostgres, openSqlite } from '../../src/database/open.ts'
import type { ViewsSchema } from '../../src/database/schema.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { ENGINES, createEngine } from '../support/engines.ts'

const NOW = Date.parse('2026-05-05T10:00Z')
const DAY_MS = 86_400_000
const ALL = { from: null, to: null }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-numbers-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const openFolder = (name: string) => openDataFolder(join(folder, name), () => 'test')

function view(path: string, day: number, agent: string | null = null): Sighting {
  const verdict: Sighting['verdict'] = agent === null ? { class: 'human' } : AI(agent)
  return { id: null, time: NOW - day * DAY_MS, path, verdict, referrer: `${path.length}.example` }
}

const AI = (agent: string): Sighting['verdict'] =>
  ({ class: 'ai', client: 'ai', kind: 'assistant', agent, operator: 'O', evidence: 'declared', surface: 'html' }) as never

async function askEverything(store: ViewStore, projectId: string) {
  const [days, paging] = [ALL, { offset: 0, limit: 1000 }]
  const answers: Record<string, unknown> = {}
  for (const path of [undefined, '/1*', '/2']) {
    answers[`rank ${path}`] = (await store.rank(projectId, ALL, { path })).rows()
    answers[`hours ${path}`] = await store.series(projectId, ALL, 'hour', { path })
    answers[`months ${path}`] = await store.series(projectId, ALL, 'month', { path })
    for (const table of ['agents', 'referrers', 'misses'] as const)
      answers[`${table} ${path}`] = (await store.table(table, { projectId, days, path }, paging)).rows
  }
  return answers
}

async function dump(databases: Databases, table: string): Promise<Record<string, unknown>[]> {
  return (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(databases.views.query)).rows
}

/** Two projects by turns, so that ids of one sequence would have gaps in both; some days in blocks, one in rows. */
async function fill(store: ViewStore): Promise<void> {
  for (let round = 0; round < 12; round++)
    for (const project of ['one', 'two'])
      await store.record(project, [
        view(`/${project}-${round}`, round % 3),
        view(`/${round}`, round % 5, `Agent ${round % 2}`),
        view('/2', 40),
        { id: null, time: NOW, path: `/gone/${round}`, status: 404, verdict: { class: 'excluded', reason: 'error' } },
      ])
  await store.fold('one')
  await store.record('one', [view('/2', 0), view('/late', 0, 'Agent 1')])
}

describe.each(ENGINES)('page and name numbers on %s', (engine) => {
  it('count from 1 within each project without gaps, however often a page is seen, also by two writers', async () => {
    const { databaseUrl, remove } = await createEngine(engine)
    const databases = await openDatabases(databaseUrl, openFolder('data'))
    const stores = [createViewStore(databases.views), createViewStore(databases.views)]
    for (let round = 0; round < 3; round++) {
      await Promise.all(stores.map(fill))
      await stores[0]!.record('one', [view(`/only-in-round-${round}`, 0)])
    }
    for (const table of ['page', 'name'])
      for (const project of ['one', 'two']) {
        const ids = (await dump(databases, table)).filter((row) => row['project_id'] === project).map((row) => Number(row['id']))
        expect(
          ids.sort((one, two) => one - two),
          `${table} of ${project}`,
        ).toEqual(ids.map((_, index) => index + 1))
        expect(ids.length).toBeGreaterThan(10)
      }
    await Promise.all(stores.map((store) => store.close()))
    await databases.close()
    await remove()
  })

  it('are not used again after names were deleted', async () => {
    const { databaseUrl, remove } = await createEngine(engine)
    const databases = await openDatabases(databaseUrl, openFolder('data'))
    const store = createViewStore(databases.views)
    await store.record('one', [view('/a', 0, 'Agent 1')])
    const before = Math.max(...(await dump(databases, 'name')).map((row) => Number(row['id'])))
    await sql`delete from name`.execute(databases.views.query)
    const other = createViewStore(databases.views)
    await other.record('one', [view('/a', 0, 'Agent 2')])
    for (const row of await dump(databases, 'name')) expect(Number(row['id'])).toBeGreaterThan(before)
    await store.close()
    await other.close()
    await databases.close()
    await remove()
  })

  it('replace the ids of earlier versions, and every answer stays the same', async () => {
    const { databaseUrl, remove } = await createEngine(engine)
    const databases = await openDatabases(databaseUrl, openFolder('new'))
    const store = createViewStore(databases.views)
    await fill(store)
    const expected = { one: await askEverything(store, 'one'), two: await askEverything(store, 'two') }
    await store.close()
    for (const [question, rows] of Object.entries(expected.one))
      expect((rows as unknown[]).length > 0, question).toBe(!/misses \//.test(question))
    expect(new Set((await dump(databases, 'view_block')).map((row) => row['unit']))).toEqual(
      new Set(['hour', 'day', 'month', 'agent', 'referrer']),
    )

    const old = await createEngine(engine)
    await copyAsEarlierVersion(databases, old.databaseUrl)
    const migrated = await openDatabases(old.databaseUrl, openFolder('old'))
    const reader = createViewStore(migrated.views)
    expect({ one: await askEverything(reader, 'one'), two: await askEverything(reader, 'two') }).toEqual(expected)
    // What is counted later goes to the same pages, and to new ones behind them.
    const more = [view('/2', 0), view('/new', 0), view('/0', 0, 'Agent 0')]
    await reader.record('one', more)
    const pages = (await reader.rank('one', ALL)).rows()
    expect(pages.find(({ path }) => path === '/new')).toEqual({ path: '/new', human: 1, ai: 0, total: 1 })
    expect(pages.reduce((sum, { total }) => sum + total, 0)).toBe(
      (expected.one['rank undefined'] as { total: number }[]).reduce((sum, { total }) => sum + total, 0) + more.length,
    )
    await reader.close()
    for (const each of [databases, migrated]) await each.close()
    await remove()
    await old.remove()
  })
})

/** As the second version stored them: ids of pages from one sequence for all projects, with gaps of millions. */
async function copyAsEarlierVersion(from: Databases, databaseUrl: string | null): Promise<void> {
  const to = databaseUrl
    ? await openPostgres<ViewsSchema>(databaseUrl, 1, null)
    : openSqlite<ViewsSchema>(join(openFolder('old').path, 'views.db'), systemClock)
  await migrate(to, 'views', [rollups, readers])
  const pages = await dump(from, 'page')
  const oldIds = new Map(pages.map((row, index) => [`${String(row['project_id'])} ${Number(row['id'])}`, 7 + index * 1_000_003]))
  const oldId = (project: unknown, id: number) => oldIds.get(`${String(project)} ${id}`)!
  const insert = async (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row)
    // PostgreSQL hands out ids itself; `overriding system value` brings those of the copy.
    const isPage = databaseUrl !== null && (table === 'page' || table === 'name')
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      ${isPage ? sql`overriding system value` : sql``} values (${sql.join(Object.values(row))})`.execute(to.query)
  }
  for (const row of pages) await insert('page', { ...row, id: oldId(row['project_id'], Number(row['id'])) })
  // Unique in all projects then: those of the second come behind those of the first.
  const nameId = (project: unknown, id: unknown) => (Number(id) === 0 ? 0 : Number(id) + (project === 'two' ? 5000 : 0))
  for (const row of await dump(from, 'name')) await insert('name', { ...row, id: nameId(row['project_id'], row['id']) })
  for (const { pages: _, names: __, ...row } of await dump(from, 'watermark')) await insert('watermark', row)
  for (const table of [
    'site_hour',
    'site_day',
    'view_hour',
    'agent_day',
    'agent_page_day',
    'referrer_day',
    'raw_hour',
    'miss_day',
  ])
    for (const row of await dump(from, table)) {
      const copy = { ...row }
      for (const column of Object.keys(row)) {
        if (column === 'page_id') copy[column] = oldId(row['project_id'], Number(row[column]))
        else if (column.endsWith('_id') && column !== 'project_id') copy[column] = nameId(row['project_id'], row[column])
      }
      await insert(table, copy)
    }
  for (const row of await dump(from, 'view_block')) {
    const project = row['project_id']
    const toOld: Record<string, (key: number) => number> = {
      hour: (key) => oldId(project, Math.floor(key / 24)) * 24 + (key % 24),
      day: (key) => oldId(project, key),
      month: (key) => oldId(project, key),
    }
    const detail = (key: number) =>
      nameId(project, Math.floor(key / 2 ** 26)) * 2 ** 26 + oldId(project, key - Math.floor(key / 2 ** 26) * 2 ** 26)
    const entries: [number, number[]][] = []
    visitBlock(row['content'] as Uint8Array, (key, ...counts) => {
      entries.push([(toOld[row['unit'] as string] ?? detail)(key), counts])
    })
    entries.sort(([one], [two]) => one - two)
    const sorted = createEntries(entries.length)
    for (const [index, [key, counts]] of entries.entries()) {
      sorted.keys[index] = key
      for (const [column, count] of counts.entries()) sorted.counts[column]![index] = count
    }
    await insert('view_block', { ...row, content: encodeBlock(sorted) })
  }
  await to.close()
}
