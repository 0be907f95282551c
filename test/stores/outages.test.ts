import { type RawBuilder, sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { App } from '../../src/api/api-deps.ts'
import { createApp } from '../../src/api/app.ts'
import type { Database } from '../../src/database/database.ts'
import type { MainSchema } from '../../src/database/schema.ts'
import { startCuttableLine } from '../support/cuttable-line.ts'
import { createEngine } from '../support/engines.ts'
import { dropDatabase } from '../support/postgres.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const WARN = 40
const ERROR = 50

/** The levels of the log lines about errors. */
const levels = (log: string): number[] =>
  log
    .split('\n')
    .filter((line) => line.includes('"err":'))
    .map((line) => JSON.parse(line).level as number)

describe('an error with a code', () => {
  let docs: TestService
  let app: App
  let failure: Error

  beforeAll(async () => {
    docs = await startTestService()
    const { context } = docs.service
    app = createApp({
      ...context,
      viewStore: { ...context.viewStore, series: () => Promise.reject(failure) },
      leaving: new AbortController().signal,
      draining: new AbortController().signal,
      baseUrl: () => docs.url,
    })
  })
  afterAll(async () => {
    await app.close()
    await docs.stop()
  })

  it.each([
    // SQLite.
    ['SQLITE_BUSY', 503, WARN],
    ['SQLITE_BUSY_SNAPSHOT', 503, WARN],
    ['SQLITE_BUSY_RECOVERY', 503, WARN],
    ['SQLITE_LOCKED', 503, WARN],
    ['SQLITE_PROTOCOL', 503, WARN],
    ['SQLITE_NOMEM', 503, WARN],
    ['SQLITE_IOERR', 503, ERROR],
    ['SQLITE_IOERR_WRITE', 503, ERROR],
    ['SQLITE_CANTOPEN', 503, ERROR],
    ['SQLITE_CANTOPEN_ISDIR', 503, ERROR],
    ['SQLITE_READONLY', 503, ERROR],
    ['SQLITE_READONLY_DBMOVED', 503, ERROR],
    ['SQLITE_PERM', 503, ERROR],
    ['SQLITE_FULL', 507, WARN],
    ['SQLITE_IOERR_SHMSIZE', 507, WARN],
    ['SQLITE_CORRUPT', 500, ERROR],
    ['SQLITE_NOTADB', 500, ERROR],
    ['SQLITE_ERROR', 500, ERROR],
    ['SQLITE_CONSTRAINT_UNIQUE', 500, ERROR],
    // PostgreSQL.
    ['08000', 503, WARN],
    ['08006', 503, WARN],
    ['08P01', 503, WARN],
    ['25006', 503, WARN],
    ['25P03', 503, WARN],
    ['25P04', 503, WARN],
    ['40001', 503, WARN],
    ['40P01', 503, WARN],
    ['53200', 503, WARN],
    ['53300', 503, WARN],
    ['53400', 503, WARN],
    ['55P03', 503, WARN],
    ['57014', 503, WARN],
    ['57P01', 503, WARN],
    ['57P02', 503, WARN],
    ['57P03', 503, WARN],
    ['57P05', 503, WARN],
    ['28P01', 503, ERROR],
    ['28000', 503, ERROR],
    ['3D000', 503, ERROR],
    ['58030', 503, ERROR],
    ['53100', 507, WARN],
    ['25P02', 500, ERROR],
    ['23505', 500, ERROR],
    ['40002', 500, ERROR],
    ['42P01', 500, ERROR],
    ['42501', 500, ERROR],
    ['54000', 500, ERROR],
    ['XX000', 500, ERROR],
    // Of other sockets and files. Where they come from says what they mean, and here nothing does.
    ['ECONNRESET', 500, ERROR],
    ['ECONNREFUSED', 500, ERROR],
    ['ENOTFOUND', 500, ERROR],
    ['ETIMEDOUT', 500, ERROR],
    ['EPIPE', 500, ERROR],
    ['EIO', 500, ERROR],
    ['ENOSPC', 507, WARN],
    ['EDQUOT', 507, WARN],
    // Ours.
    ['DATABASE_UNREACHABLE', 503, WARN],
    [undefined, 500, ERROR],
  ] as const)('%s is answered with %i, and logged at level %i', async (code, status, level) => {
    failure = Object.assign(new Error('a secret reason'), { code })
    const before = docs.log().length
    const answer = await app.inject({
      url: `/v1/analytics/${docs.projectId}/timeseries`,
      headers: { authorization: `Bearer ${docs.key}` },
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).not.toContain('secret')
    expect(answer.headers['retry-after']).toEqual(status === 500 ? undefined : expect.stringMatching(/^\d+$/))
    expect(levels(docs.log().slice(before))).toEqual([level])
  })
})

describe('a service on PostgreSQL', () => {
  let docs: TestService
  let database: Database<MainSchema>
  const run = (statement: RawBuilder<unknown>) => statement.execute(database.query)
  const createJob = () => docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })

  beforeEach(async () => {
    docs = await startTestService({ engine: 'postgres' })
    database = docs.service.context.databases.main
    await run(sql`create table counter (name text primary key, value integer not null)`)
    await run(sql`insert into counter values ('a', 0), ('b', 0)`)
  })
  afterEach(() => docs.stop())

  /** Runs both pieces of work at once; the first try of each waits in its middle until the other is there, too. */
  const meet = async (
    first: (tx: RawQuery, meeting: () => Promise<void>) => Promise<unknown>,
    second: (tx: RawQuery, meeting: () => Promise<void>) => Promise<unknown>,
  ) => {
    const runs = [0, 0]
    const commits = [0, 0]
    let arrived = 0
    let open!: () => void
    const gate = new Promise<void>((resolve) => (open = resolve))
    await Promise.all(
      [first, second].map((work, index) =>
        database.transaction(async (tx) => {
          tx.afterCommit(() => commits[index]!++)
          const isFirst = runs[index]!++ === 0
          await work(
            (statement) => statement.execute(tx.query),
            async () => {
              if (!isFirst) return
              if (++arrived === 2) open()
              await gate
            },
          )
        }),
      ),
    )
    return { runs: runs[0]! + runs[1]!, commits }
  }
  type RawQuery = (statement: RawBuilder<unknown>) => Promise<unknown>
  const add = (name: string) => sql`update counter set value = value + 1 where name = ${name}`

  it('runs the victim of a deadlock again: both transactions take effect, each once', async () => {
    const { runs, commits } = await meet(
      async (query, meeting) => {
        await query(add('a'))
        await meeting()
        await query(add('b'))
      },
      async (query, meeting) => {
        await query(add('b'))
        await meeting()
        await query(add('a'))
      },
    )
    expect({ runs, commits }).toEqual({ runs: 3, commits: [1, 1] })
    expect((await run(sql`select value from counter`)).rows).toEqual([{ value: 2 }, { value: 2 }])
  })

  it('runs a transaction again that cannot be serialized', async () => {
    const work = async (query: RawQuery, meeting: () => Promise<void>) => {
      await query(sql`set transaction isolation level repeatable read`)
      await query(sql`select * from counter`)
      await meeting()
      await query(add('a'))
    }
    const { runs, commits } = await meet(work, work)
    expect({ runs, commits }).toEqual({ runs: 3, commits: [1, 1] })
    expect((await run(sql`select value from counter where name = 'a'`)).rows).toEqual([{ value: 2 }])
  })

  it.each(['40001', '40P01'])('creates a job once although %s ends the first tries', async (code) => {
    await failJobs(`nextval('tries') < 4`, code)
    const notified: string[] = []
    docs.service.context.signal.subscribe((jobId) => void notified.push(jobId))
    const answer = await createJob()
    expect(answer.status).toBe(201)
    expect(notified).toEqual([answer.body.id])
    expect((await docs.request(`/v2/agent/${docs.projectId}/jobs`)).body.jobs).toHaveLength(1)
    expect(answer.headers.get('ratelimit')).toContain('r=99')
    expect(levels(docs.log())).toEqual([])
  })

  it.each(['40001', '40P01'])('is 503 with Retry-After when %s does not end, and stores nothing', async (code) => {
    await failJobs('true', code)
    const answer = await createJob()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(levels(docs.log())).toEqual([WARN])
    expect((await docs.request(`/v2/agent/${docs.projectId}/jobs`)).body.jobs).toEqual([])
  })

  it('counts views once although a deadlock ends the first tries', async () => {
    await run(sql`create sequence tries`)
    await run(sql`create function fail() returns trigger language plpgsql as $$ begin
      if nextval('tries') < 3 then raise exception 'met another' using errcode = '40P01'; end if; return new; end $$`)
    await run(sql`create trigger fail before insert on site_hour for each row execute function fail()`)
    const sent = await docs.request(`/v1/analytics/${docs.projectId}/events`, { json: { path: '/a', userAgent: 'GPTBot/1.0' } })
    expect(sent).toMatchObject({ status: 202, body: { accepted: 1, duplicates: 0 } })
    expect((await docs.request(`/v1/analytics/${docs.projectId}/views`)).body.totals.total).toBe(1)
  })

  it('is 503 for writes while the server is read-only, still reads, and finds the new primary by itself', async () => {
    const setReadOnly = (mode: 'on' | 'off') =>
      administer(`alter database ${databaseName()} set default_transaction_read_only = ${mode}`)
    const { id } = (await createJob()).body
    await setReadOnly('on')
    await endConnections()
    const before = docs.log().length
    const refused = await createJob()
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await docs.request(`/v2/agent/${docs.projectId}/job/${id}`)).status).toBe(200)
    expect(levels(docs.log().slice(before))).toEqual([WARN])
    await setReadOnly('off')
    // Connections that were made meanwhile stay read-only; they are replaced, and the request notices nothing.
    expect((await createJob()).status).toBe(201)
  })

  it('is 503 once, at most, for each connection that an administrator ends', async () => {
    await createJob()
    await endConnections()
    const answers = []
    for (let count = 0; count < 10; count++) answers.push((await createJob()).status)
    expect(answers.filter((status) => status !== 201 && status !== 503)).toEqual([])
    expect(answers.at(-1)).toBe(201)
    expect(levels(docs.log()).every((level) => level === WARN)).toBe(true)
  })

  /** Lets every insert of a job fail while the condition holds. Sequences count on when a transaction is rolled back. */
  async function failJobs(condition: string, code: string): Promise<void> {
    await run(sql`create sequence tries`)
    await run(
      sql.raw(`create function fail() returns trigger language plpgsql as $$ begin
        if ${condition} then raise exception 'met another' using errcode = '${code}'; end if; return new; end $$`),
    )
    await run(sql`create trigger fail before insert on job for each row execute function fail()`)
  }

  const databaseName = () => new URL(database.address).pathname.slice(1)
  const endConnections = () =>
    administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName()}'`)
})

/** From outside of the service. */
async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

describe('a service that loses its PostgreSQL', () => {
  it('is 503 while nothing answers, and in the log it is a warning', async () => {
    const engine = await createEngine('postgres')
    const line = await startCuttableLine(engine.databaseUrl!)
    const docs = await startTestService({ env: { DOCWRIGHT_DATABASE_URL: line.url } })
    await line.cut()
    for (const path of [`/v2/agent/${docs.projectId}/jobs`, `/v1/analytics/${docs.projectId}/views`]) {
      const answer = await docs.request(path)
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect(levels(docs.log())).toEqual([WARN, WARN])
    await line.restore()
    expect((await docs.request(`/v2/agent/${docs.projectId}/jobs`)).status).toBe(200)
    await docs.stop()
    await line.cut()
    await engine.remove()
  })

  it('is 503 when the database is gone for good, and in the log it is an error', async () => {
    const engine = await createEngine('postgres')
    const docs = await startTestService({ env: { DOCWRIGHT_DATABASE_URL: engine.databaseUrl! } })
    await dropDatabase(inject('postgresUrl'), new URL(engine.databaseUrl!).pathname.slice(1))
    await docs.request(`/v2/agent/${docs.projectId}/jobs`)
    const before = docs.log().length
    expect((await docs.request(`/v2/agent/${docs.projectId}/jobs`)).status).toBe(503)
    expect(levels(docs.log().slice(before))).toEqual([ERROR])
    await docs.stop()
  })
})

describe('a service on SQLite', () => {
  it('is 503 for writes while its file is read-only, still reads, and in the log it is an error', async () => {
    const docs = await startTestService()
    const { main } = docs.service.context.databases
    await docs.request(`/v2/agent/${docs.projectId}/jobs`)
    await sql`pragma query_only = on`.execute(main.query)
    const answer = await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(levels(docs.log())).toEqual([ERROR])
    expect((await docs.request(`/v2/agent/${docs.projectId}/jobs`)).status).toBe(200)
    await sql`pragma query_only = off`.execute(main.query)
    expect((await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })).status).toBe(201)
    await docs.stop()
  })
})
