import { mkdirSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Agent } from '../../src/agents/agent.ts'
import { offlineAgent } from '../../src/agents/offline/offline-agent.ts'
import { createMirrors } from '../../src/git/mirror.ts'
import { type Worker, type WorkerDeps, startWorker } from '../../src/jobs/worker.ts'
import { updateProject } from '../../src/projects/update-project.ts'
import { workerDeps } from '../../src/wiring/worker-deps.ts'
import { githubKind } from '../support/github-stand-in.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { startStandIn } from '../support/stand-in.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

/** Longer than any test: a worker with such a lease does not notice by itself that it lost a job. */
const NEVER_MS = 3_600_000

/** Where a worker is held up, until the test lets it go on. */
interface Gate {
  reached: Promise<void>
  open(): void
  pass(): Promise<void>
}

const gates: Gate[] = []

function createGate(): Gate {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const gate: Gate = {
    reached: reached.promise,
    open: opened.resolve,
    pass: async () => {
      reached.resolve()
      await opened.promise
    },
  }
  gates.push(gate)
  return gate
}

describe('a worker that loses its job to another', () => {
  let docs: TestService
  let repository: TestRepository
  let folder: string
  const workers: Worker[] = []
  let expiring: NodeJS.Timeout | undefined

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-nodes-'))
    repository = createRepository({ 'docs/start.md': 'Open the workspace.\n', 'docs/other.md': 'Nothing here.\n' })
    docs = await startTestService({ repository: repository.url })
  })
  afterEach(async () => {
    clearInterval(expiring)
    for (const gate of gates.splice(0)) gate.open()
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await docs.stop()
    repository.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A node of its own: it shares the database with the others, and nothing else. */
  const node = (owner: string, more: Partial<WorkerDeps> = {}): WorkerDeps => {
    const { context } = docs.service
    const workspaces = join(folder, owner, 'workspaces')
    mkdirSync(workspaces, { recursive: true })
    const mirrors = createMirrors(context.git, join(folder, owner, 'mirrors'))
    return { ...workerDeps(context), owner, workspaces, mirrors, leaseMs: NEVER_MS, ...more }
  }
  const start = async (deps: WorkerDeps) => void workers.push(await startWorker(deps))
  const createJob = async (prompt = 'Replace "workspace" with "project"') =>
    (await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt } })).body.id as string
  /** Again and again, because the first node renews its lease whenever it hears of the job, until another has it. */
  const letLeasesRunOut = () => {
    const { query } = docs.service.context.databases.main
    expiring = setInterval(
      () =>
        void query
          .updateTable('job')
          .set({ lease_until: 1 })
          .where('lease_owner', '=', 'first')
          .where('status', '=', 'active')
          .execute(),
      20,
    )
  }
  /** For nodes of the same name, where one of them must keep what it takes. */
  const runOutOnce = () =>
    docs.service.context.databases.main.query.updateTable('job').set({ lease_until: 1 }).where('lease_until', '>', 1).execute()
  const untilDone = async (id: string) =>
    (await docs.request(`/v2/agent/${docs.projectId}/job/${id}?wait=20&include=failure`)).body
  const page = (id: string, name = 'docs/start.md') => repository.git('show', `docwright/${id}:${name}`)

  /** The mirrors of a node whose pushes wait at a gate. */
  const slowToPush = (deps: WorkerDeps, gate: Gate): WorkerDeps => ({
    ...deps,
    mirrors: {
      ...deps.mirrors,
      open: async (remote) => {
        const mirror = await deps.mirrors.open(remote)
        return { ...mirror, push: (...words) => gate.pass().then(() => mirror.push(...words)) }
      },
    },
  })

  it('leaves work behind that the other does again, because it lies in a mirror that the other has not', async () => {
    const gate = createGate()
    await start(slowToPush(node('first'), gate))
    const id = await createJob()
    await gate.reached
    letLeasesRunOut()
    await start(node('second'))
    expect(await untilDone(id)).toMatchObject({ status: 'completed', failure: null })
    expect(page(id)).toBe('Open the project.')
    gate.open()
  })

  it('leaves turns of a model behind that the other takes again, because their files are in a mirror that the other has not', async () => {
    const gate = createGate()
    const usage = { turns: 1, inputTokens: 1, outputTokens: 1, costUsd: 0 }
    const agent = (afterTurn: () => Promise<void>): Agent => ({
      model: 'offline',
      run: async ({ directory, checkpoint }) => {
        if ((await checkpoint!.load()).length === 0) {
          writeFileSync(join(directory, 'docs/start.md'), 'Open the project.\n')
          await checkpoint!.save({}, usage)
          await afterTurn()
        }
        return { title: 'Rename', summary: 'Renamed.', usage }
      },
    })
    await start(node('first', { agentFor: () => agent(() => gate.pass()) }))
    const id = await createJob()
    await gate.reached
    letLeasesRunOut()
    const second = node('second', { agentFor: () => agent(async () => undefined) })
    // It knows the repository already, so nothing but the files of the turn is missing.
    const host = await second.codeHostFor({ projectId: docs.projectId } as never)
    await (await second.mirrors.open(host.remote(repository.url))).fetch(['main'], AbortSignal.timeout(20_000))
    await start(second)
    expect(await untilDone(id)).toMatchObject({ status: 'completed', failure: null })
    expect(page(id)).toBe('Open the project.')
    const { events } = (await docs.request(`/v2/agent/${docs.projectId}/job/${id}/events`)).body
    expect(events.filter((event: { kind: string }) => event.kind === 'warning')).toEqual([])
    gate.open()
  })

  it('has its pushed work gone on with, also by one whose mirror has nothing of it', async () => {
    const gate = createGate()
    const first = node('first')
    const host = await first.codeHostFor({ projectId: docs.projectId } as never)
    await start({
      ...first,
      codeHostFor: async () => ({
        ...host,
        openPullRequest: async (request) => {
          await gate.pass()
          return host.openPullRequest(request)
        },
      }),
    })
    const id = await createJob()
    await gate.reached
    const pushed = repository.git('rev-parse', `docwright/${id}`)
    letLeasesRunOut()
    await start(node('second'))
    const job = await untilDone(id)
    expect(job).toMatchObject({ status: 'completed', failure: null, prLink: expect.stringContaining('/pull-requests/') })
    expect(repository.git('rev-parse', `docwright/${id}`)).toBe(pushed)
    gate.open()
  })

  it('does not touch the files of the other, even in the same process', async () => {
    const [earlier, later] = [createGate(), createGate()]
    let runs = 0
    await start(
      node('first', {
        agentFor: () => ({
          ...offlineAgent,
          run: async (task) => {
            await (runs++ === 0 ? earlier : later).pass()
            return offlineAgent.run(task)
          },
        }),
      }),
    )
    const id = await createJob()
    await earlier.reached
    await runOutOnce()
    await later.reached
    earlier.open()
    // Long enough for the first to find out, and to remove its files.
    await new Promise((resolve) => setTimeout(resolve, 500))
    later.open()
    expect(await untilDone(id)).toMatchObject({ status: 'completed', failure: null })
    expect(page(id)).toBe('Open the project.')
    expect(page(id, 'docs/other.md')).toBe('Nothing here.')
    // No third one: nothing went wrong that had to be tried again.
    expect(runs).toBe(2)
  })

  /** The mirrors of a node that is held up right after its pushes, before it can write them down. */
  const slowAfterPush = (deps: WorkerDeps, gate: Gate): WorkerDeps => ({
    ...deps,
    mirrors: {
      ...deps.mirrors,
      open: async (remote) => {
        const mirror = await deps.mirrors.open(remote)
        return { ...mirror, push: (...words) => mirror.push(...words).then(() => gate.pass()) }
      },
    },
  })

  it('has its branch known as the job’s own, although nothing says yet that it was pushed', async () => {
    const gate = createGate()
    await start(slowAfterPush(node('first'), gate))
    const id = await createJob()
    await gate.reached
    const pushed = repository.git('rev-parse', `docwright/${id}`)
    letLeasesRunOut()
    await start(node('second'))
    expect(await untilDone(id)).toMatchObject({ status: 'completed', failure: null })
    expect(repository.git('rev-parse', `docwright/${id}`)).toBe(pushed)
    gate.open()
  })

  it('has its branch known in the next run, when the job was cancelled right after the push and people went on there', async () => {
    const gate = createGate()
    await start(slowAfterPush(node('first'), gate))
    const id = await createJob()
    await gate.reached
    await docs.request(`/v2/agent/${docs.projectId}/job/${id}/cancel`, { method: 'POST' })
    gate.open()
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    repository.git('checkout', '--quiet', `docwright/${id}`)
    repository.write({ 'docs/people.md': 'People were here.\n' })
    repository.commit('By people')
    repository.git('checkout', '--quiet', 'main')
    await start(node('second'))
    await docs.request(`/v2/agent/${docs.projectId}/job/${id}/message`, { json: { prompt: 'Replace "Nothing" with "All"' } })
    expect(await untilDone(id)).toMatchObject({ status: 'completed', failure: null })
    expect([page(id), page(id, 'docs/other.md'), page(id, 'docs/people.md')]).toEqual([
      'Open the project.',
      'All here.',
      'People were here.',
    ])
  })

  it.each([
    ['someone created the branch', 'branch_taken', (git: TestRepository['git'], branch: string) => git('branch', branch, 'main')],
    [
      'someone created a branch below it',
      'branch_taken',
      (git: TestRepository['git'], branch: string) => git('branch', `${branch}/x`, 'main'),
    ],
  ])('does not push once %s while the agent worked, and neither does a follow-up', async (_what, code, interfere) => {
    await start(
      node('first', {
        agentFor: () => ({
          ...offlineAgent,
          run: async (task) => {
            if (repository.git('branch', '--list', 'docs/*') === '') interfere(repository.git, 'docs/new')
            return offlineAgent.run(task)
          },
        }),
      }),
    )
    const { body } = await docs.request(`/v2/agent/${docs.projectId}/job`, {
      json: { prompt: 'Replace "workspace" with "project"', branch: 'docs/new' },
    })
    const refs = () => repository.git('for-each-ref', '--format=%(refname) %(objectname)')
    expect(await untilDone(body.id)).toMatchObject({ status: 'failed', failure: { code } })
    const before = refs()
    await docs.request(`/v2/agent/${docs.projectId}/job/${body.id}/message`, { json: { prompt: 'Replace "Open" with "Enter"' } })
    expect(await untilDone(body.id)).toMatchObject({ status: 'failed', failure: { code } })
    expect(refs()).toBe(before)
    expect(new Set(before.split('\n').map((line) => line.split(' ')[1])).size).toBe(1)
  })

  it('does not push once a project targets the branch', async () => {
    const { databases, ids } = docs.service.context
    await start(
      node('first', {
        agentFor: () => ({
          ...offlineAgent,
          run: async (task) => {
            await updateProject({ database: databases.main, ids }, docs.projectId, { ref: 'docs/new' }, 'test')
            return offlineAgent.run(task)
          },
        }),
      }),
    )
    const { body } = await docs.request(`/v2/agent/${docs.projectId}/job`, {
      json: { prompt: 'Replace "workspace" with "project"', branch: 'docs/new' },
    })
    expect(await untilDone(body.id)).toMatchObject({ status: 'failed', failure: { code: 'branch_reserved' } })
    expect(repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
  })

  it('leaves a branch to the job that pushed to it last', async () => {
    await start(node('first'))
    const create = async (prompt: string) =>
      (await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt, branch: 'docs/new' } })).body.id as string
    const post = (id: string, action: string, json?: object) =>
      docs.request(`/v2/agent/${docs.projectId}/job/${id}/${action}`, { method: 'POST', ...(json ? { json } : {}) })
    const earlier = await create('Replace "workspace" with "project"')
    await untilDone(earlier)
    await post(earlier, 'archive')
    repository.git('branch', '-D', 'docs/new')
    const later = await create('Replace "Nothing" with "All"')
    expect(await untilDone(later)).toMatchObject({ status: 'completed', failure: null })
    const commit = repository.git('rev-parse', 'docs/new')
    await post(earlier, 'unarchive')
    await post(earlier, 'message', { prompt: 'Replace "Open" with "Enter"' })
    expect(await untilDone(earlier)).toMatchObject({ status: 'failed', failure: { code: 'branch_taken' } })
    expect(repository.git('rev-parse', 'docs/new')).toBe(commit)
  })

  it('opens no second pull request, on a host that would take it', async () => {
    const forge = await startStandIn(githubKind)
    try {
      forge.state.refusesSecond = false
      const other = await docs.newProject(forge.repository)
      const gate = createGate()
      let isFirst = true
      // Holds up the answer to the first look for the pull request: by the time it arrives there is one.
      const host = forge.host({
        fetch: async (url, init) => {
          const answer = await fetch(url, init)
          if (isFirst) {
            isFirst = false
            await gate.pass()
          }
          return answer
        },
      })
      await start(node('first', { codeHostFor: async () => host }))
      const url = `/v2/agent/${other.projectId}/job`
      const json = { prompt: 'Replace "Welcome" with "Hello"' }
      const { id } = (await docs.request(url, { key: other.key, json })).body
      await gate.reached
      letLeasesRunOut()
      await start(node('second', { codeHostFor: async () => forge.host() }))
      const job = (await docs.request(`${url}/${id}?wait=20`, { key: other.key })).body
      expect(job).toMatchObject({ status: 'completed', prLink: `${forge.state.url}/acme/docs/pull/1` })
      gate.open()
      await Promise.all(workers.splice(0).map((worker) => worker.stop()))
      expect(forge.state.pullRequests).toHaveLength(1)
    } finally {
      await forge.close()
    }
  })

  it('gives up a run whose database neither answers nor fails, and ends when it is asked to', async () => {
    const clock = createManualClock(Date.now())
    const { main } = docs.service.context.databases
    let isHalfOpen = false
    const never = () => new Promise<never>(() => undefined)
    const database: typeof main = {
      ...main,
      now: () => (isHalfOpen ? never() : main.now()),
      transaction: (work) => (isHalfOpen ? never() : main.transaction(work)),
    }
    const worked = Promise.withResolvers<void>()
    const agent: Agent = {
      ...offlineAgent,
      run: async (...words) => {
        isHalfOpen = true
        worked.resolve()
        return offlineAgent.run(...words)
      },
    }
    const worker = await startWorker({ ...node('first'), database, clock, leaseMs: 60_000, agentFor: () => agent })
    await createJob()
    await worked.promise
    const stopping = worker.stop()
    const progress = { hasStopped: false }
    void stopping.then(() => (progress.hasStopped = true))
    // Each wait begins when the one before it is over: the drain, the lease, and the time that a lost run has to end.
    while (!progress.hasStopped) {
      clock.advance(5_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await stopping
    expect(docs.log()).toContain('a run that lost its lease does not end')
  })
})
