// How long a job takes from its claim to its pull request, through the real service, beside the same work by git alone; and
// whether the five hundredth job costs more than the first.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { createKey } from '../src/keys/create-key.ts'
import { type Context, openContext } from '../src/wiring/context.ts'
import { type Installation, type Serving, createInstallation } from '../test/support/docwright-process.ts'
import { LARGE, SMALL, generateDocs } from './jobs/generate-docs.ts'
import { createPlainGit } from './jobs/plain-git.ts'

const COLD_RUNS = 3
const WARM_RUNS = 15
const DRAIN_JOBS = 500
/** Below the limit of 100 an hour of one project. */
const JOBS_PER_PROJECT = 50

const STEPS = ['mirror', 'agent', 'commit', 'push', 'pull-request'] as const

/** Milliseconds of each step, from the one before it; the first counts from the creation of the job. */
type StepTimes = Record<(typeof STEPS)[number], number>

export async function run(words: string[]): Promise<Record<string, number>> {
  const drainJobs = Number(words[words.indexOf('--drain') + 1] ?? DRAIN_JOBS) || DRAIN_JOBS
  const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-'))
  try {
    const docs = generateDocs(join(folder, 'large'), LARGE)
    console.log(`${docs.pages} pages, ${LARGE.images} images, ${docs.megabytes} MB`)
    const { cold, warm, plain } = await measureJobs(folder, docs)
    printTimes('cold', cold)
    printTimes('warm', warm)
    console.log(`plain git: p50 ${Math.round(median(plain))} ms, ${plain.length} runs\n`)
    const drain = await measureDrain(folder, drainJobs)
    const warmP50 = median(warm.map(total))
    return {
      pages: docs.pages,
      cold_claim_to_pr_ms_p50: Math.round(median(cold.map(total))),
      warm_claim_to_pr_ms_p50: Math.round(warmP50),
      plain_git_ms_p50: Math.round(median(plain)),
      overhead_ratio: Number((warmP50 / median(plain)).toFixed(2)),
      drain_jobs: drainJobs,
      ...drain,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureJobs(
  folder: string,
  docs: ReturnType<typeof generateDocs>,
): Promise<{ cold: StepTimes[]; warm: StepTimes[]; plain: number[] }> {
  const cold: StepTimes[] = []
  const warm: StepTimes[] = []
  const plain: number[] = []
  const git = createPlainGit(folder, docs.path)
  git.replace(docs.word(0), 'warm-up')
  for (let round = 0; round < COLD_RUNS; round++) {
    const site = await startSite(docs.path)
    try {
      cold.push(await site.runJob(docs.word(round), `cold-${round}`))
      // In turns, so that whatever else the machine does counts for both.
      if (round === COLD_RUNS - 1)
        for (let index = 0; index < WARM_RUNS; index++) {
          warm.push(await site.runJob(docs.word(index), `warm-${index}`))
          plain.push(git.replace(docs.word(index), `plain-${index}`))
        }
    } finally {
      await site.remove()
    }
  }
  return { cold, warm, plain }
}

interface Site {
  /** Creates a job over HTTP, waits for its end, and reads the times of its steps from the ledger. */
  runJob(from: string, to: string): Promise<StepTimes>
  remove(): Promise<void>
}

/** The service on an empty data folder, with one project. */
async function startSite(repository: string): Promise<Site> {
  const installation = createInstallation({ DOCWRIGHT_LOG: 'warn' })
  const context = await openStore(installation)
  const [project] = await addProjects(installation, context, repository, 1)
  const service = await installation.serve()
  return {
    runJob: async (from, to) => {
      const id = await createJob(service, project!, from, to)
      const answer = await request(service, project!.key, `/v2/agent/${project!.id}/job/${id}?wait=60`)
      if (answer['status'] !== 'completed' || !answer['prLink']) throw new Error(`the job ended without a pull request: ${to}`)
      return readSteps(context, id)
    },
    remove: async () => {
      await context.close()
      await installation.remove()
    },
  }
}

/** Queues all jobs while nobody works on them, then starts a worker and looks at when each job ended. */
async function measureDrain(
  folder: string,
  jobs: number,
): Promise<{ first_100_ms_per_job: number; last_100_ms_per_job: number }> {
  mkdirSync(join(folder, 'small'))
  const docs = generateDocs(join(folder, 'small'), SMALL)
  const installation = createInstallation({ DOCWRIGHT_LOG: 'warn' })
  const context = await openStore(installation)
  try {
    const projects = await addProjects(installation, context, docs.path, Math.ceil(jobs / JOBS_PER_PROJECT))
    const api = await installation.serve({ DOCWRIGHT_ROLE: 'api' })
    for (let index = 0; index < jobs; index++)
      await createJob(api, projects[index % projects.length]!, docs.word(index), `drain-${index}`)
    await api.end('SIGTERM')
    const start = Date.now()
    await installation.serve()
    const ends = await untilDrained(context, jobs)
    const part = Math.min(100, Math.floor(jobs / 2))
    const first = (ends[part - 1]! - Math.max(start, ends[0]!)) / (part - 1)
    const last = (ends.at(-1)! - ends.at(-part)!) / (part - 1)
    console.log(`${jobs} jobs of ${projects.length} projects drained in ${((ends.at(-1)! - start) / 1000).toFixed(1)} s`)
    for (let from = 0; from + part <= jobs; from += part)
      console.log(
        `  jobs ${from + 1} to ${from + part}: ${((ends[from + part - 1]! - ends[from]!) / (part - 1)).toFixed(1)} ms a job`,
      )
    return { first_100_ms_per_job: Math.round(first), last_100_ms_per_job: Math.round(last) }
  } finally {
    await context.close()
    await installation.remove()
  }
}

async function untilDrained(context: Context, jobs: number): Promise<number[]> {
  const { query } = context.databases.main
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const ended = await query
      .selectFrom('job')
      .select(['status', 'updated_at', 'pr_link'])
      .where('status', '!=', 'active')
      .execute()
    const failed = ended.filter((job) => job.status !== 'completed' || job.pr_link === null)
    if (failed.length > 0) throw new Error(`${failed.length} jobs ended without a pull request`)
    if (ended.length >= jobs) return ended.map((job) => job.updated_at).sort((one, other) => one - other)
  }
}

function openStore({ folder }: Installation): Promise<Context> {
  return openContext(readConfig({ PATH: process.env['PATH'], DOCWRIGHT_DATA: join(folder, 'data') }))
}

interface Project {
  id: string
  key: string
}

async function addProjects(installation: Installation, context: Context, repository: string, count: number): Promise<Project[]> {
  const projects: Project[] = []
  for (let index = 0; index < count; index++) {
    const { projectId } = (await installation.json(['project', 'create', `Bench ${index}`, '--repository', repository])) as {
      projectId: string
    }
    const { secret } = await createKey(
      { database: context.databases.main, ids: context.ids },
      { projectId, kind: 'admin', name: 'Bench', scopes: ['read', 'write'], expiresInMs: null, actor: 'bench' },
    )
    projects.push({ id: projectId, key: secret })
  }
  return projects
}

async function createJob(service: Serving, project: Project, from: string, to: string): Promise<string> {
  const job = await request(service, project.key, `/v2/agent/${project.id}/job`, { prompt: `Replace "${from}" with "${to}"` })
  return String(job['id'])
}

async function request(service: Serving, key: string, path: string, json?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(service.url + path, {
    method: json ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(json ? { 'content-type': 'application/json' } : {}) },
    body: json ? JSON.stringify(json) : null,
  })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

async function readSteps({ databases }: Context, id: string): Promise<StepTimes> {
  const { query } = databases.main
  const { created_at } = await query.selectFrom('job').select('created_at').where('id', '=', id).executeTakeFirstOrThrow()
  const rows = await query.selectFrom('step').select(['name', 'at']).where('job_id', '=', id).execute()
  const at = new Map(rows.map((row) => [row.name, row.at]))
  let before = created_at
  return Object.fromEntries(
    STEPS.map((name) => {
      const spent = at.get(name)! - before
      before = at.get(name)!
      return [name, spent]
    }),
  ) as StepTimes
}

function total(times: StepTimes): number {
  return STEPS.reduce((sum, name) => sum + times[name], 0)
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]!
}

function printTimes(name: string, runs: StepTimes[]): void {
  console.log(`${name}, from claim to pull request: p50 ${median(runs.map(total))} ms, ${runs.length} runs`)
  for (const step of STEPS) console.log(`  ${step.padEnd(14)}${String(median(runs.map((times) => times[step]))).padStart(8)} ms`)
}
