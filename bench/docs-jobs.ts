// How well an agent mends documentation: known faults are put into a clean site, a job for each kind of them is posted to the real
// service, and what the pull request changes is compared with the answer. docs/benchmark.md has the method.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createInstallation } from '../test/support/docwright-process.ts'
import { createRandom } from '../test/support/random.ts'
import { generateSite } from './docs-jobs/clean-site.ts'
import type { Case, Kind } from './docs-jobs/kinds/kind.ts'
import { KINDS } from './docs-jobs/kinds/kinds.ts'
import { createRepository } from './docs-jobs/repository.ts'
import { type JobRunner, type Usage, runJob } from './docs-jobs/run-job.ts'
import { type Score, score } from './docs-jobs/score.ts'

/** With these faults of each kind, one fault more or less moves a figure by three points. */
const FAULTS_PER_PAGE = 0.1

type Row = Score & Usage & { kind: string; note: string }

export async function run(words: string[]): Promise<Record<string, number | string | null>> {
  const { values } = parseArgs({
    args: words,
    options: {
      agent: { type: 'string', default: 'offline' },
      seed: { type: 'string', default: '1' },
      pages: { type: 'string', default: '300' },
      kind: { type: 'string', multiple: true },
      misses: { type: 'boolean', default: false },
    },
  })
  const seed = Number(values.seed)
  const pages = Number(values.pages)
  const kinds = KINDS.filter(({ name }) => !values.kind || values.kind.includes(name))
  const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-'))
  // The settings of the operator reach the service: a model and its key, or the command of an agent.
  const settings = Object.entries(process.env).filter(([name]) => /^DOCWRIGHT_(?!DATA|ROLE)|_API_KEY$/.test(name))
  const installation = createInstallation({ DOCWRIGHT_LOG: 'warn', ...(Object.fromEntries(settings) as Record<string, string>) })
  try {
    const withProduct = (product: string) => generateSite({ seed, pages, product })
    const clean = withProduct('Signal')
    const repository = createRepository(folder)
    repository.commit('main', clean)
    const cases = kinds.map((kind): { kind: Kind; made: Case } => {
      const made = kind.make({
        clean,
        random: createRandom(seed, kind.name),
        faults: Math.ceil(pages * FAULTS_PER_PAGE),
        withProduct,
      })
      repository.commit(`faults/${kind.name}`, made.faulty, 'main')
      return { kind, made }
    })
    const service = await installation.serve()
    const runner: JobRunner = { installation, service, repository: repository.path, agent: values.agent }
    const rows: Row[] = []
    for (const { kind, made } of cases) {
      const base = `faults/${kind.name}`
      const { branch, ...usage } = await runJob(runner, kind, base)
      const result = branch === null ? made.faulty : repository.read(branch, base, made.faulty)
      rows.push({ kind: kind.name, ...score(made, result), ...usage })
    }
    if (values.misses) for (const { kind, misses } of rows) for (const miss of misses) console.log(`${kind}  ${miss}`)
    return report(values.agent, Object.keys(clean).length, rows)
  } finally {
    await installation.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(agent: string, files: number, rows: Row[]): Record<string, number | string | null> {
  const sum = (field: Exclude<keyof Score, 'misses'> | keyof Usage) => rows.reduce((total, row) => total + row[field], 0)
  const all = { faults: sum('faults'), fixed: sum('fixed'), attempted: sum('attempted'), collateralLines: sum('collateralLines') }
  console.log(`${agent}, ${files} files`)
  console.log('kind                  faults  recall  precision  collateral  problems  seconds   tokens')
  for (const row of rows)
    console.log(
      [
        row.kind.padEnd(20),
        String(row.faults).padStart(8),
        percent(recallOf(row)).padStart(8),
        percent(precisionOf(row)).padStart(11),
        String(row.collateralLines).padStart(12),
        String(row.newProblems).padStart(10),
        row.seconds.toFixed(1).padStart(9),
        String(row.tokens).padStart(9),
        row.note === '' ? '' : `  ${row.note}`,
      ].join(''),
    )
  return {
    agent,
    faults: all.faults,
    recall: rounded(recallOf(all)),
    precision: rounded(precisionOf(all)),
    collateral_lines: all.collateralLines,
    new_problems: sum('newProblems'),
    seconds: Number(sum('seconds').toFixed(1)),
    tokens: sum('tokens'),
    cost: Number(sum('cost').toFixed(4)),
  }
}

function recallOf({ faults, fixed }: Pick<Score, 'faults' | 'fixed'>): number | null {
  return faults === 0 ? null : fixed / faults
}

/** Of all that was changed, how much is right. An agent that changed nothing has made no mistake and has no precision. */
function precisionOf({
  fixed,
  attempted,
  collateralLines,
}: Pick<Score, 'fixed' | 'attempted' | 'collateralLines'>): number | null {
  const changes = attempted + collateralLines
  return changes === 0 ? null : fixed / changes
}

function percent(value: number | null): string {
  return value === null ? '–' : `${(value * 100).toFixed(1)} %`
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(4))
}
