// The question of `GET …/views`, cold and warm, beside a scan of raw events in PostgreSQL and roll-ups in ClickHouse.
// `npm run bench -- views [VIEWS] [RUNS]`: 20,000,000 views unless said otherwise.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { type ViewsPage, getViews } from '../src/analytics/get-views.ts'
import { createRankings } from '../src/analytics/ranking.ts'
import { openPostgresEngine } from '../src/analytics/store/postgres-engine.ts'
import { openSqliteEngine } from '../src/analytics/store/sqlite-engine.ts'
import { type ViewStore, createViewStore } from '../src/analytics/store/view-store.ts'
import { monthOfDay } from '../src/analytics/time.ts'
import { openDataFolder } from '../src/database/data-folder.ts'
import { type Databases, openDatabases } from '../src/database/databases.ts'
import startPostgres from '../test/support/postgres-server.ts'
import { type ClickHouse, startClickHouse } from './support/clickhouse.ts'
import { DAYS, PAGES } from './support/generate-views.ts'
import { type Loader, load, loadClickHouse, loadRaw, loadStore } from './support/load-views.ts'

const PROJECT = 'p'
const DAY_MS = 86_400_000
/** A day in the middle of a month, so that 400 days are not only whole months. */
const LAST_DAY = Date.UTC(2026, 10, 14) / DAY_MS

const at = (time: number) => new Date(time).toISOString()
const RANGES = {
  cold_30d: { dateFrom: at((LAST_DAY - 29) * DAY_MS), dateTo: at((LAST_DAY + 1) * DAY_MS) },
  cold_400d: { dateFrom: at((LAST_DAY - DAYS + 1) * DAY_MS), dateTo: at((LAST_DAY + 1) * DAY_MS) },
  // From five in the morning to five in the afternoon, with neither end on a whole month.
  ragged_350d: { dateFrom: at((LAST_DAY - 359.79) * DAY_MS), dateTo: at((LAST_DAY - 9.29) * DAY_MS) },
}

export async function run([views = '20000000', runs = '15']: string[]): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-'))
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const postgres = await openPostgres(ends)
    const clickhouse = await startClickHouse()
    ends.push(() => clickhouse.stop())
    const small = await openStore(null, join(folder, 'small'), ends)
    const large = await openStore(null, join(folder, 'large'), ends)
    const remote = await openStore(postgres.url, join(folder, 'remote'), ends)
    console.log(`${Number(views).toLocaleString('en')} views, ${PAGES.toLocaleString('en')} pages, ${DAYS} days; loading …`)
    await load(Number(views) / 10, LAST_DAY, [small.loader])
    await load(Number(views), LAST_DAY, [
      large.loader,
      remote.loader,
      await loadRaw(postgres.client),
      await loadClickHouse(clickhouse),
    ])
    return await measure(Number(runs), { small: small.store, large: large.store, remote: remote.store, postgres, clickhouse })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

interface Peers {
  small: ViewStore
  large: ViewStore
  remote: ViewStore
  postgres: { client: Client }
  clickhouse: ClickHouse
}

async function measure(runs: number, { small, large, remote, postgres, clickhouse }: Peers): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  const note = async (name: string, times: number, work: () => Promise<unknown>) => {
    await work()
    const took: number[] = []
    for (let run = 0; run < times; run++) {
      const start = performance.now()
      await work()
      took.push(performance.now() - start)
    }
    took.sort((one, two) => one - two)
    figures[name] = took[Math.floor(took.length / 2)]!
    console.log(
      `${name.padEnd(36)} p50 ${figures[name].toFixed(2).padStart(10)} ms   best ${took[0]!.toFixed(2).padStart(10)} ms`,
    )
  }
  for (const [name, range] of Object.entries(RANGES)) await note(`${name}_ms_p50`, runs, () => ask(large, range))
  await note('small_400d_ms_p50', runs, () => ask(small, RANGES.cold_400d))
  for (const [name, range] of Object.entries(RANGES)) await note(`postgres_store_${name}_ms_p50`, runs, () => ask(remote, range))
  const rankings = createRankings(large, () => 0)
  const question = { projectId: PROJECT, callerId: 'bench', ...RANGES.cold_400d, limit: 50 }
  let offset = 0
  await getViews({ rankings, viewStore: large }, { ...question, offset })
  await note('next_page_ms_p50', 150, async () => {
    offset += 50
    return JSON.stringify(await getViews({ rankings, viewStore: large }, { ...question, offset }))
  })
  await note('raw_scan_postgres_400d_ms_p50', Math.max(3, Math.floor(runs / 3)), () => scanRaw(postgres.client))
  await note('clickhouse_month_day_400d_ms_p50', runs, () => askClickHouse(clickhouse))
  await compareAnswers(large, remote, postgres.client, clickhouse)
  const round = (value: number) => Number(value.toFixed(3))
  const ours = figures['cold_400d_ms_p50']!
  return {
    cold_30d_ms_p50: round(figures['cold_30d_ms_p50']!),
    cold_400d_ms_p50: round(ours),
    ragged_350d_ms_p50: round(figures['ragged_350d_ms_p50']!),
    next_page_ms_p50: round(figures['next_page_ms_p50']!),
    raw_scan_postgres_400d_ms_p50: round(figures['raw_scan_postgres_400d_ms_p50']!),
    clickhouse_month_day_400d_ms_p50: round(figures['clickhouse_month_day_400d_ms_p50']!),
    speedup_vs_raw: round(figures['raw_scan_postgres_400d_ms_p50']! / ours),
    ratio_vs_clickhouse: round(ours / figures['clickhouse_month_day_400d_ms_p50']!),
    growth_2m_to_20m: round(ours / figures['small_400d_ms_p50']!),
  }
}

/** Cold: nothing is kept of an earlier answer. The text is made too, as the peers make theirs. */
async function ask(store: ViewStore, range: { dateFrom: string; dateTo: string }): Promise<ViewsPage> {
  const rankings = createRankings(store, () => 0)
  const page = await getViews(
    { rankings, viewStore: store },
    { projectId: PROJECT, callerId: 'bench', ...range, limit: 50, offset: 0 },
  )
  JSON.stringify(page)
  return page
}

/** The way of Umami: every event of the range is read and grouped. */
async function scanRaw(client: Client): Promise<{ x: string; human: number; ai: number }[]> {
  const { rows } = await client.query<{ x: string; human: number; ai: number }>(
    `select url_path as x, (count(*) filter (where not is_ai))::int as human, (count(*) filter (where is_ai))::int as ai
     from website_event where website_id = 1 and created_at >= $1 and created_at < $2 and event_type = 1
     group by 1 order by count(*) desc, url_path limit 51 offset 0`,
    [RANGES.cold_400d.dateFrom, RANGES.cold_400d.dateTo],
  )
  return rows
}

async function askClickHouse(
  clickhouse: ClickHouse,
): Promise<{ data: [string, number, number][]; totals: [string, number, number] }> {
  const first = LAST_DAY - DAYS + 1
  const monthFrom = monthOfDay(first - 1) + 1
  const monthTo = monthOfDay(LAST_DAY + 1)
  const firstDay = (month: number) => Date.UTC(1970, month, 1) / DAY_MS
  return JSON.parse(
    await clickhouse.query(
      `SELECT path, sum(human) AS h, sum(ai) AS a FROM (
         SELECT path, human, ai FROM view_month WHERE project = '${PROJECT}' AND month >= ${monthFrom} AND month < ${monthTo}
         UNION ALL SELECT path, human, ai FROM view_day WHERE project = '${PROJECT}'
           AND ((day >= ${first} AND day < ${firstDay(monthFrom)}) OR (day >= ${firstDay(monthTo)} AND day <= ${LAST_DAY}))
       ) GROUP BY path WITH TOTALS ORDER BY h + a DESC, path LIMIT 51
       SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompact`,
    ),
  ) as { data: [string, number, number][]; totals: [string, number, number] }
}

/** A figure counts only when all peers answer the same. */
async function compareAnswers(large: ViewStore, remote: ViewStore, client: Client, clickhouse: ClickHouse): Promise<void> {
  const ours = await ask(large, RANGES.cold_400d)
  const text = (rows: { path: string; human: number; ai: number }[]) =>
    JSON.stringify(rows.map((row) => [row.path, row.human, row.ai]))
  const raw = (await scanRaw(client)).slice(0, 50).map(({ x, human, ai }) => ({ path: x, human, ai }))
  const column = await askClickHouse(clickhouse)
  const columns = column.data.slice(0, 50).map(([path, human, ai]) => ({ path, human, ai }))
  const isSame =
    text(ours.views) === text(raw) &&
    text(ours.views) === text(columns) &&
    text(ours.views) === text((await ask(remote, RANGES.cold_400d)).views) &&
    ours.totals.human === column.totals[1] &&
    ours.totals.ai === column.totals[2]
  if (!isSame) throw new Error('The peers answer differently.')
  console.log('All four answer the same.')
}

async function openStore(
  databaseUrl: string | null,
  path: string,
  ends: (() => unknown)[],
): Promise<{ store: ViewStore; loader: Loader }> {
  const databases: Databases = await openDatabases(
    databaseUrl,
    openDataFolder(path, () => 'bench'),
  )
  const store = createViewStore(databases.views)
  const { address, engine } = databases.views
  const direct = engine === 'sqlite' ? openSqliteEngine(address) : openPostgresEngine(address, 1)
  ends.push(async () => {
    await store.close()
    await direct.close()
    await databases.close()
  })
  return { store, loader: await loadStore(direct, PROJECT) }
}

async function openPostgres(ends: (() => unknown)[]): Promise<{ url: string; client: Client }> {
  let url = ''
  const provided = { provide: (_name: string, value: string) => (url = value) } as unknown as TestProject
  ends.push(await startPostgres(provided))
  const client = new Client({ connectionString: url })
  await client.connect()
  ends.push(() => client.end())
  return { url, client }
}
