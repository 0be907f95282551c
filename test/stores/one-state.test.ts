import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClassifier } from '../../src/analytics/classify/classifier.ts'
import { type Sighting, USUAL_RULES, normalise } from '../../src/analytics/collect/normalise.ts'
import type { Engine, Tx } from '../../src/analytics/store/engine.ts'
import { type RankedColumns, toRankedPages } from '../../src/analytics/store/read/rank-pages.ts'
import { openPostgresEngine } from '../../src/analytics/store/postgres-engine.ts'
import { createReaderCommands } from '../../src/analytics/store/threads/thread-commands.ts'
import { type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const ALL = { from: null, to: null }
const PAGING = { offset: 0, limit: 1000 }
const RULES = { ...USUAL_RULES, classifier: createClassifier() }

/**
 * PostgreSQL answers several questions at once on one thread. Between any two statements of one of them, pages may arrive and
 * another question may renew what the thread remembers.
 */
describe('a question on PostgreSQL', () => {
  let stores: TestStores
  let views: ViewStore
  let engine: Engine

  beforeAll(async () => {
    stores = await openTestStores('postgres')
    views = createViewStore(stores.databases.views)
    engine = openPostgresEngine(stores.databases.views.address, 4)
  })
  afterAll(async () => {
    await views.close()
    await engine.close()
    await stores.close()
  })

  const record = async (projectId: string, path: string, userAgent: string) => {
    const event = { path, userAgent, time: stores.clock.now(), referrer: 'https://example.com/', ip: '203.0.113.7' }
    const sighting = normalise(RULES, event, stores.clock.now())
    if ('refused' in sighting) throw new Error(sighting.refused)
    await views.record(projectId, [sighting satisfies Sighting])
  }

  /** Runs something before every statement of a question, once the question has begun. */
  const withNews = (inner: Engine, news: () => Promise<void>): Engine => ({
    ...inner,
    read: (work) =>
      inner.read((tx) => {
        const after = (name: 'all' | 'rows') =>
          (async (...words: Parameters<Tx['rows']>) => {
            const answer = await tx[name](...words)
            await news()
            return answer
          }) as Tx['all'] & Tx['rows']
        return work({ ...tx, all: after('all'), rows: after('rows') })
      }),
  })

  const questions: Record<string, (commands: ReturnType<typeof createReaderCommands>, projectId: string) => Promise<unknown>> = {
    'the ranking': (commands, projectId) => commands.rank(projectId, ALL, {}).then(rowsOf),
    'the ranking of one agent': (commands, projectId) => commands.rank(projectId, ALL, { agent: 'GPTBot' }).then(rowsOf),
    'the ranking of some pages': (commands, projectId) => commands.rank(projectId, ALL, { path: '/m*' }).then(rowsOf),
    'the series of some pages': (commands, projectId) => commands.series(projectId, ALL, 'day', { path: '/m*' }),
    'the series of one agent': (commands, projectId) =>
      commands.agentSeries(projectId, ALL, 'day', { agent: 'GPTBot', path: '/m*' }),
    'unread pages': (commands, projectId) =>
      commands.unread(
        { projectId, range: ALL, pages: listed(['/m1', '/m2', '/never']), rules: RULES_OF_PATHS, class: 'ai' },
        PAGING,
      ),
    ...Object.fromEntries(
      (['agents', 'referrers', 'misses', 'exclusions'] as const).map((name) => [
        `the table of ${name}`,
        (commands: ReturnType<typeof createReaderCommands>, projectId: string) =>
          commands.table(name, { projectId, days: ALL, path: '/m*' }, PAGING),
      ]),
    ),
  }

  it.each(Object.keys(questions))('is answered for one state, whatever arrives between its statements: %s', async (name) => {
    const projectId = await stores.newProject()
    await record(projectId, '/m1', PERSON)
    await record(projectId, '/m1', PERSON)
    await record(projectId, '/m2', 'GPTBot/1.2')
    await record(projectId, '/m3', PERSON)
    await views.fold(projectId)
    await record(projectId, '/m3', 'GPTBot/1.2')
    const ask = questions[name]!
    let page = 0
    let isNews = true
    const commands = createReaderCommands(
      withNews(engine, async () => {
        if (isNews) return
        isNews = true
        // Before all other pages in their order, so that every slot moves.
        await record(projectId, `/a${String(1000 - page++)}`, 'GPTBot/1.2')
        // Another question, which sees the new page and renews what both remember.
        await commands.rank(projectId, ALL, {})
        isNews = false
      }),
    )
    // What a thread remembers is renewed only when it is there.
    await commands.rank(projectId, ALL, {})
    const expected = await ask(commands, projectId)
    isNews = false
    expect(await ask(commands, projectId)).toEqual(expected)
    expect(page).toBeGreaterThan(0)
  })
})

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const RULES_OF_PATHS = { basePath: '', trailingSlash: 'cut', case: 'kept', twins: 'folded', foldedLocales: [] } as const

/** Without slots, which say only where a path stands in memory. */
function rowsOf(columns: RankedColumns) {
  return toRankedPages(columns).rows()
}

function listed(paths: string[]): SharedArrayBuffer {
  const pages = paths.map((path) => ({ file: `${path}.md`, title: null, addresses: [path], linkedFrom: 0, isInNavigation: null }))
  const bytes = Buffer.from(JSON.stringify(pages))
  const shared = new SharedArrayBuffer(bytes.length)
  bytes.copy(Buffer.from(shared))
  return shared
}
