import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JobSignal, createJobSignal } from '../../src/jobs/job-signal.ts'
import { shareNews } from '../../src/jobs/share-news.ts'
import { createEngine } from '../support/engines.ts'

describe('nodes on one PostgreSQL', () => {
  const heard = { one: [] as string[], two: [] as string[] }
  let one: JobSignal
  let close: () => Promise<void>
  let terminateConnections: () => Promise<unknown>

  beforeAll(async () => {
    const { databaseUrl, remove } = await createEngine('postgres')
    const two = createJobSignal()
    one = createJobSignal()
    one.subscribe((jobId) => heard.one.push(jobId))
    two.subscribe((jobId) => heard.two.push(jobId))
    const shared = [await shareNews(one, databaseUrl!), await shareNews(two, databaseUrl!)]
    const admin = new Client({ connectionString: databaseUrl! })
    await admin.connect()
    terminateConnections = () =>
      admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      )
    close = async () => {
      await Promise.all(shared.map((one) => one.close()))
      await admin.end()
      await remove()
    }
  })
  afterAll(() => close())

  /** What is published before both listen is lost, as it may be, so it is said again until it arrives. */
  const untilHeard = (jobId: string) =>
    expect
      .poll(() => {
        one.notify(jobId)
        return heard.two
      })
      .toContain(jobId)

  it('tell each other which jobs changed, and not themselves', async () => {
    await untilHeard('first')
    heard.one.length = 0
    one.notify('a')
    one.notify('b')
    await expect.poll(() => heard.two.slice(-2)).toEqual(['a', 'b'])
    expect(heard.one).toEqual(['a', 'b'])
  })

  it('do so again after their connections broke', async () => {
    await terminateConnections()
    await untilHeard('later')
  })
})
