// How quickly workers get jobs from a long queue in PostgreSQL with a long history, and whether every project gets its turn.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDataFolder } from '../src/database/data-folder.ts'
import { openDatabases } from '../src/database/databases.ts'
import type { Database } from '../src/database/database.ts'
import { openPostgres } from '../src/database/open.ts'
import type { MainSchema } from '../src/database/schema.ts'
import { claimJob } from '../src/jobs/claim-job.ts'
import { settleJob } from '../src/jobs/store.ts'
import { createDatabase, startPostgresServer } from '../test/support/postgres.ts'

const PROJECTS = 1_000
const QUEUED_PER_PROJECT = 10
const CLAIMERS = 50
/** More than a pool of a service has, as many services would have together. */
const CONNECTIONS = 50

type Db = Database<MainSchema>

interface Claim {
  at: number
  milliseconds: number
  projectId: string | null
}

export async function run(words: string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({ args: words, options: { history: { type: 'string', default: '1000000' } } })
  const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-'))
  const server = await startPostgresServer()
  try {
    const url = await createDatabase(server.url, 'queue')
    await (
      await openDatabases(
        url,
        openDataFolder(join(folder, 'data'), () => 'bench'),
      )
    ).close()
    const database = await openPostgres<MainSchema>(url, CONNECTIONS, null)
    await fill(database, Number(values.history))
    const { claims, seconds } = await drain(database)
    await database.close()
    const hits = claims.filter((claim) => claim.projectId !== null)
    const times = claims.map((claim) => claim.milliseconds).toSorted((one, two) => one - two)
    console.log(`${hits.length} claims by ${CLAIMERS} claimers in ${seconds.toFixed(1)} s, each job ended at once`)
    return {
      claims_per_second: Math.round(hits.length / seconds),
      claim_p99_ms: Number(times[Math.floor(times.length * 0.99)]!.toFixed(1)),
      empty_claims: claims.length - hits.length,
      fairness_violations: countUnfair(hits),
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** By SQL: through the use cases it would take an hour. */
async function fill(database: Db, history: number): Promise<void> {
  const project = sql`'proj_' || lpad((n % ${PROJECTS})::text, 6, '0')`
  await sql`insert into project (id, name, repository, ref, code_host, agent, settings, created_at)
    select ${project}, 'p', 'file:///nowhere', 'main', 'builtin', 'offline', '{}', 0 from generate_series(0, ${PROJECTS - 1}) n`.execute(
    database.query,
  )
  const addJobs = (prefix: string, status: string, count: number) =>
    sql`insert into job (id, project_id, status, repository, ref, model, branch, draft, created_at, updated_at, epoch, attempt, retries, not_before)
      select ${prefix}::text || lpad(n::text, 8, '0'), ${project}, ${status}, 'file:///nowhere', 'main', 'offline', 'docwright/' || n, 0, 0, 0, 0, 0, 0, 0
      from generate_series(0, ${count - 1}) n`.execute(database.query)
  await addJobs('job_a', 'archived', history)
  await addJobs('job_b', 'active', PROJECTS * QUEUED_PER_PROJECT)
  await sql`insert into project_turn (project_id, claimed_at, wake_at) select id, 0, 0 from project`.execute(database.query)
  await sql`vacuum analyze`.execute(database.query)
  console.log(`${PROJECTS * QUEUED_PER_PROJECT} queued jobs of ${PROJECTS} projects, ${history} archived ones`)
}

/** Claims until nothing is left. An empty answer is a mistake as long as a job is claimable. */
async function drain(database: Db): Promise<{ claims: Claim[]; seconds: number }> {
  const claims: Claim[] = []
  let left = PROJECTS * QUEUED_PER_PROJECT
  const started = performance.now()
  const work = async (owner: string) => {
    while (left > 0) {
      const at = performance.now()
      const job = await claimJob(database, { owner, leaseMs: 30_000, jobsPerProject: 2 })
      // Others may have taken the last ones meanwhile.
      if (!job && left <= CLAIMERS) return
      claims.push({ at, milliseconds: performance.now() - at, projectId: job?.projectId ?? null })
      if (!job) continue
      left--
      await database.transaction(async (tx) => settleJob(tx, job.id, job.epoch, await tx.now(), { status: 'completed' }))
    }
  }
  await Promise.all(Array.from({ length: CLAIMERS }, (_, index) => work(`worker ${index}`)))
  return { claims, seconds: (performance.now() - started) / 1000 }
}

/** Claims of a project that came although another had waited since an earlier round: all of them wait from the start. */
function countUnfair(claims: readonly Claim[]): number {
  const inOrder = claims.toSorted((one, two) => one.at + one.milliseconds - (two.at + two.milliseconds))
  const taken = new Map<string, number>()
  const projectsAt = Array.from({ length: QUEUED_PER_PROJECT + 1 }, () => 0)
  let violations = 0
  for (const { projectId } of inOrder) {
    const round = (taken.get(projectId!) ?? 0) + 1
    taken.set(projectId!, round)
    projectsAt[round]!++
    // Answers come in another order than claims were made; those under way at once may swap.
    if (round > 1 && projectsAt[round - 1]! < PROJECTS - CLAIMERS) violations++
  }
  return violations
}
