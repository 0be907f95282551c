import type { Client } from 'pg'
import type { Engine } from '../../src/analytics/store/engine.ts'
import { growViews } from '../../src/analytics/store/blocks/grow-blocks.ts'
import { createRowSums, writeRowSums } from '../../src/analytics/store/row-sums.ts'
import { TABLES } from '../../src/analytics/store/tables.ts'
import { HOURS_PER_DAY, monthOfDay } from '../../src/analytics/time.ts'
import type { ClickHouse } from './clickhouse.ts'
import { DAYS, type GeneratedDay, PAGES, generateViews, pathOf } from './generate-views.ts'

/** Takes the generated days one by one, and a last call. */
export interface Loader {
  day(day: GeneratedDay): Promise<void>
  finish(): Promise<void>
}

/**
 * Puts the days into our store as a fold leaves them. The last hour stays in rows, as in a service that runs; it is
 * what a fold once an hour leaves open.
 */
export async function loadStore(engine: Engine, projectId: string): Promise<Loader> {
  const pageIds = await engine.write(async (tx) => {
    await tx.add(TABLES.watermark, [[projectId], [1]])
    return tx.internPages(
      projectId,
      Array.from({ length: PAGES }, (_, page) => pathOf(page)),
    )
  })
  let days = 0
  return {
    day: async ({ day, counts }) => {
      const isLast = ++days === DAYS
      const sums = {
        folded: createRowSums(TABLES.viewHour),
        viewHour: createRowSums(TABLES.viewHour),
        siteHour: createRowSums(TABLES.siteHour),
        siteDay: createRowSums(TABLES.siteDay),
      }
      for (const [key, [human, ai]] of counts) {
        const hourOfDay = key % HOURS_PER_DAY
        const hour = day * HOURS_PER_DAY + hourOfDay
        const views = isLast && hourOfDay === HOURS_PER_DAY - 1 ? sums.viewHour : sums.folded
        for (const [column, number] of [human, 0, ai].entries()) {
          views.add(column, number, hour, pageIds[(key - hourOfDay) / HOURS_PER_DAY])
          sums.siteHour.add(column, number, hour)
          sums.siteDay.add(column, number, day)
        }
      }
      await engine.write(async (tx) => {
        await growViews(tx, projectId, sums.folded)
        for (const name of ['viewHour', 'siteHour', 'siteDay'] as const)
          await writeRowSums(tx, TABLES[name], projectId, sums[name])
      })
    },
    finish: async () => undefined,
  }
}

/** One row for every view, with the columns and the indexes that Umami's question uses. */
export async function loadRaw(client: Client): Promise<Loader> {
  await client.query(
    'create table website_event (website_id integer not null, session_id integer not null, created_at timestamptz not null, url_path varchar(500) not null, event_type integer not null, is_ai boolean not null)',
  )
  return {
    day: async ({ day, counts }) => {
      const rows = [...counts].flatMap(([key, [human, ai]]) => [
        [key, human, false],
        [key, ai, true],
      ]) as [number, number, boolean][]
      await client.query(
        `insert into website_event
         select 1, (random() * 1000000)::int, to_timestamp(($4::bigint * 24 + key % 24) * 3600 + random() * 3599),
           '/docs/section-' || (key / 24) % 50 || '/guide-' || key / 24, 1, is_ai
         from unnest($1::int[], $2::int[], $3::boolean[]) as t(key, views, is_ai), generate_series(1, views)`,
        [rows.map((row) => row[0]), rows.map((row) => row[1]), rows.map((row) => row[2]), day],
      )
    },
    finish: async () => {
      await client.query('create index on website_event (website_id, created_at)')
      await client.query('create index on website_event (website_id, created_at, url_path)')
      await client.query('vacuum analyze website_event')
    },
  }
}

/** The same roll-ups by day and month, in the key order that was the fastest of those tried. */
export async function loadClickHouse(clickhouse: ClickHouse): Promise<Loader> {
  for (const [table, bucket] of [
    ['view_day', 'day'],
    ['view_month', 'month'],
  ])
    await clickhouse.query(
      `CREATE TABLE ${table} (project LowCardinality(String), path LowCardinality(String), ${bucket} UInt32, human UInt64, ai UInt64)
       ENGINE = SummingMergeTree ORDER BY (project, path, ${bucket})`,
    )
  const months = new Map<number, Map<number, [number, number]>>()
  let lines: string[] = []
  const insert = async (table: string) => {
    if (lines.length > 0) await clickhouse.query(`INSERT INTO ${table} FORMAT TSV`, lines.join('\n'))
    lines = []
  }
  const line = (bucket: number, page: number, [human, ai]: [number, number]) =>
    lines.push(`p\t${pathOf(page)}\t${bucket}\t${human}\t${ai}`)
  return {
    day: async ({ day, counts }) => {
      const month = months.get(monthOfDay(day)) ?? new Map<number, [number, number]>()
      months.set(monthOfDay(day), month)
      const pages = new Map<number, [number, number]>()
      for (const [key, [human, ai]] of counts) {
        const page = Math.floor(key / HOURS_PER_DAY)
        for (const sums of [pages, month]) {
          const sum = sums.get(page) ?? [0, 0]
          sums.set(page, [sum[0] + human, sum[1] + ai])
        }
      }
      for (const [page, sums] of pages) line(day, page, sums)
      if (lines.length > 100_000) await insert('view_day')
    },
    finish: async () => {
      await insert('view_day')
      for (const [month, pages] of months) for (const [page, sums] of pages) line(month, page, sums)
      await insert('view_month')
      for (const table of ['view_day', 'view_month']) await clickhouse.query(`OPTIMIZE TABLE ${table} FINAL`)
    },
  }
}

export async function load(views: number, lastDay: number, loaders: readonly Loader[]): Promise<void> {
  for (const day of generateViews(views, lastDay)) for (const loader of loaders) await loader.day(day)
  for (const loader of loaders) await loader.finish()
}
