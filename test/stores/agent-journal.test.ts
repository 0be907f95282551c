import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGit } from '../../src/git/git.ts'
import { createMirrors } from '../../src/git/mirror.ts'
import { createWorkspace } from '../../src/git/workspace.ts'
import { type AgentJournal, openAgentJournal } from '../../src/jobs/agent-journal.ts'
import { cancelJob } from '../../src/jobs/cancel-job.ts'
import { type JobUseCaseDeps, createJob } from '../../src/jobs/create-job.ts'
import { Fenced } from '../../src/jobs/fenced.ts'
import { createJobSignal } from '../../src/jobs/job-signal.ts'
import { takeLease } from '../../src/jobs/lease-store.ts'
import { openLedger } from '../../src/jobs/ledger.ts'
import type { Run } from '../../src/jobs/run.ts'
import { openRunEvents } from '../../src/jobs/run-events.ts'
import { readRunUsage } from '../../src/jobs/run-usage.ts'
import { sendMessage } from '../../src/jobs/send-message.ts'
import { endRun } from '../../src/jobs/steps/finish-run.ts'
import { type JobRow, listMessages } from '../../src/jobs/store.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const USAGE = { turns: 1, inputTokens: 10, outputTokens: 1, costUsd: 0.5 }
const RESULT = { title: 'T', summary: 'S', usage: USAGE }

describe.each(ENGINES)('the journal of an agent, on %s', (engine) => {
  let stores: TestStores
  let deps: JobUseCaseDeps
  let repository: TestRepository
  let folder: string

  beforeAll(async () => {
    stores = await openTestStores(engine)
    deps = { database: stores.databases.main, ids: stores.ids, signal: createJobSignal() }
    repository = createRepository({ 'docs/a.md': 'A\n', 'docs/gone.md': 'G\n', 'run.sh': 'x\n' })
    execFileSync('git', ['update-index', '--chmod=+x', 'run.sh'], { cwd: repository.path })
    repository.git('commit', '--quiet', '--message', 'Mode')
    folder = join(repository.path, '.git', 'workspace')
  })
  afterAll(async () => {
    await stores.close()
    repository.remove()
  })

  const claim = async (projectId: string): Promise<JobRow> => {
    const now = await deps.database.now()
    return (await deps.database.transaction((tx) => takeLease(tx, projectId, 'test', now, now + 30_000)))!
  }

  /** What a worker has in its hands after it took a job: for the first time, or after a crash. */
  const begin = async (job: JobRow): Promise<{ journal: AgentJournal; directory: string }> => {
    const git = createGit(process.env['PATH']!)
    const mirror = await createMirrors(git, join(repository.path, '.git', 'mirrors')).open({
      url: repository.url,
      protocol: 'file',
    })
    const { signal } = new AbortController()
    const parent = (await mirror.fetch(['main'], signal)).get('main')!
    const workspace = await createWorkspace(git, mirror, folder, parent, signal)
    const [message] = await listMessages(deps.database, job.id)
    const ledger = await openLedger(deps.database, job.id, job.epoch, 1, await openRunEvents(deps, job, 1))
    const run = { deps: { database: deps.database }, job, message, ledger } as unknown as Run
    return { journal: openAgentJournal(run, workspace), directory: workspace.directory }
  }

  const newJob = async () => {
    const projectId = await stores.newProject()
    await createJob(deps, projectId, { prompt: 'first' }, null)
    return { projectId, job: await claim(projectId) }
  }

  const contents = (directory: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(directory.length), entry.isFile() ? readFileSync(path, 'base64') : 'folder']
      }),
    )

  it('brings the directory to the state of the last turn, to the byte, and keeps the turns in order', async () => {
    const { job, projectId } = await newJob()
    const first = await begin(job)
    expect(await first.journal.checkpoint.load()).toEqual([])
    writeFileSync(join(first.directory, 'docs/a.md'), Buffer.from('\uFEFFÄ\r\n\0binary'))
    mkdirSync(join(first.directory, 'docs/new'))
    writeFileSync(join(first.directory, 'docs/new/b.md'), 'B')
    rmSync(join(first.directory, 'docs/gone.md'))
    for (let turn = 1; turn <= 12; turn++) await first.journal.checkpoint.save({ turn }, USAGE)
    const before = contents(first.directory)
    // A turn that was cut off leaves traces, which are gone afterwards.
    writeFileSync(join(first.directory, 'docs/half.md'), 'half')

    const second = await begin(await takeOver(job, projectId))
    const turns = await second.journal.checkpoint.load()
    expect(turns).toEqual(Array.from({ length: 12 }, (_, index) => ({ turn: index + 1 })))
    expect(contents(second.directory)).toEqual(before)
    expect(await readRunUsage(deps.database, job.id, 1)).toEqual({ turns: 12, inputTokens: 120, outputTokens: 12, costUsd: 6 })
  })

  it('skips parts that are done, and brings the directory to where the last of them left it', async () => {
    const { job, projectId } = await newJob()
    const first = await begin(job)
    const work = async () => {
      writeFileSync(join(first.directory, 'docs/a.md'), 'worked')
      return RESULT
    }
    const done = await first.journal.part('agent-run', work, async () => ({ checks: 1 }))
    const second = await begin(await takeOver(job, projectId))
    const again = await second.journal.part(
      'agent-run',
      () => Promise.reject(new Error('done twice')),
      () => Promise.reject(new Error('looked twice')),
    )
    expect(again).toEqual(done)
    const seen = await second.journal.part(
      'agent-repair-1',
      async () => ({ ...RESULT, summary: readFileSync(join(second.directory, 'docs/a.md'), 'utf8') }),
      async () => ({}),
    )
    expect(seen.summary).toBe('worked')
  })

  it('begins a repair with what the part before it ended with, not with a turn on the way there', async () => {
    const { job, projectId } = await newJob()
    const first = await begin(job)
    const page = (directory: string) => join(directory, 'docs/a.md')
    const work = async () => {
      writeFileSync(page(first.directory), 'in the middle')
      await first.journal.checkpoint.save({ turn: 1 }, USAGE)
      writeFileSync(page(first.directory), 'at the end')
      return RESULT
    }
    const look = async () => ({})
    await first.journal.part('agent-run', work, look)
    const started = async ({ journal, directory }: typeof first) =>
      journal.part(
        'agent-repair-1',
        async () => {
          await journal.checkpoint.load()
          throw new Error(readFileSync(page(directory), 'utf8'))
        },
        look,
      )
    await expect(started(first)).rejects.toThrow('at the end')

    // The same after a crash; and a turn of the repair itself is where it goes on.
    const other = await takeOver(job, projectId)
    const second = await begin(other)
    await second.journal.part('agent-run', work, look)
    await expect(started(second)).rejects.toThrow('at the end')
    writeFileSync(page(second.directory), 'in the repair')
    await second.journal.checkpoint.save({ turn: 2 }, USAGE)
    const third = await begin(await takeOver(other, projectId))
    await third.journal.part('agent-run', work, look)
    await expect(started(third)).rejects.toThrow('in the repair')
  })

  it('takes messages in with the turn that has them, and ends them with the run', async () => {
    const { job, projectId } = await newJob()
    await sendMessage(deps, projectId, job.id, 'second', null)
    const first = await begin(job)
    expect(await first.journal.nextMessages()).toEqual(['second'])
    expect(await first.journal.nextMessages()).toEqual([])

    // The turn was not saved, so the message comes again.
    const other = await takeOver(job, projectId)
    const second = await begin(other)
    expect(await second.journal.nextMessages()).toEqual(['second'])
    await second.journal.checkpoint.save({ turn: 1 }, USAGE)
    await sendMessage(deps, projectId, job.id, 'third', null)
    const last = await takeOver(other, projectId)
    const third = await begin(last)
    expect(await third.journal.nextMessages()).toEqual(['third'])

    await endRun(deps, last, 1, { status: 'completed', summary: 'Done.' })
    const states = (await listMessages(deps.database, job.id)).map(({ prompt, state, summary }) => [prompt, state, summary])
    expect(states).toEqual([
      ['first', 'done', 'Done.'],
      ['second', 'done', 'Done.'],
      ['third', 'queued', null],
    ])
    expect(await readRunUsage(deps.database, job.id, 1)).toBeNull()
  })

  it('saves nothing once the job was stopped or taken over', async () => {
    const { job, projectId } = await newJob()
    const { journal } = await begin(job)
    await cancelJob(deps, projectId, job.id)
    await expect(journal.checkpoint.save({ turn: 1 }, USAGE)).rejects.toBeInstanceOf(Fenced)
    expect(await readRunUsage(deps.database, job.id, 1)).toBeNull()
  })

  /** Another worker finds the lease run out. */
  const takeOver = async (job: JobRow, projectId: string): Promise<JobRow> => {
    stores.clock.advance(31_000)
    const taken = await claim(projectId)
    expect(taken.id).toBe(job.id)
    return taken
  }
})
