// How many lines of a log a second of processor time counts, from the file to the durable store; GoAccess beside it. The same requests
// as a combined log, by a pattern of one's own, and as JSON.
import { execFile, execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { readConfig } from '../src/config.ts'
import { createProject } from '../src/projects/create-project.ts'
import { openContext } from '../src/wiring/context.ts'
import { generateLog, generateLogBytes } from './generate-log.ts'

const SEED = 1

/** The best is reported, since others use the machine too; by turns, so that both have the same chances. Each starts with an empty store. */
const ROUNDS = 5

const COMMAND = new URL('../bin/docwright.mjs', import.meta.url).pathname

/** The combined format, as somebody would describe it who does not know that Docwright knows it. */
const PATTERN = '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'

/** The same requests in the format that docs/log-formats.md recommends; odd lines, which no JSON log has, as blank ones. */
function* toJsonLog(lines: number): Generator<string> {
  for (const { request } of generateLog(lines, SEED))
    yield request === null
      ? '\n'
      : `${JSON.stringify({
          time: new Date(request.time).toISOString(),
          remote_addr: request.ip,
          request_method: request.method,
          request_uri: request.target,
          status: String(request.status),
          http_referer: request.referrer,
          http_user_agent: request.userAgent,
          http_accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        })}\n`
}

interface Measured {
  cpuSeconds: number
  wallSeconds: number
  stdout: string
}

export async function run(words: string[]): Promise<Record<string, number | null>> {
  const lines = Number(words[0] ?? 1_000_000)
  const folder = await mkdtemp(join(tmpdir(), 'docwright-bench-'))
  try {
    const log = join(folder, 'access.log')
    await pipeline(Readable.from(generateLogBytes(lines, SEED)), createWriteStream(log))
    const json = join(folder, 'access.json')
    await pipeline(Readable.from(toJsonLog(lines)), createWriteStream(json))
    const rounds: Record<'docwright' | 'pattern' | 'json' | 'goaccess', Measured[]> = {
      docwright: [],
      pattern: [],
      json: [],
      goaccess: [],
    }
    for (let round = 0; round < ROUNDS; round++) {
      rounds.docwright.push(await importOnce(folder, [log], lines))
      rounds.pattern.push(await importOnce(folder, ['--log-format', PATTERN, log], lines))
      rounds.json.push(await importOnce(folder, [json], lines))
      if (hasGoaccess()) rounds.goaccess.push(await runGoaccess(folder, log))
    }
    const [ours, pattern, asJson, goaccess] = [
      best(rounds.docwright)!,
      best(rounds.pattern)!,
      best(rounds.json)!,
      best(rounds.goaccess),
    ]
    const speedup = (measured: Measured) => (goaccess ? Number((goaccess.cpuSeconds / measured.cpuSeconds).toFixed(2)) : null)
    const perSecond = (measured: Measured | null) => (measured ? Math.round(lines / measured.cpuSeconds) : null)
    const figures = {
      lines_per_cpu_second: perSecond(ours)!,
      wall_seconds: Number(ours.wallSeconds.toFixed(2)),
      goaccess_lines_per_cpu_second: perSecond(goaccess),
      speedup_vs_goaccess: speedup(ours),
      pattern_lines_per_cpu_second: perSecond(pattern)!,
      pattern_speedup_vs_goaccess: speedup(pattern),
      json_lines_per_cpu_second: perSecond(asJson)!,
      json_speedup_vs_goaccess: speedup(asJson),
    }
    console.log(`${lines.toLocaleString('en')} lines, best of ${ROUNDS}, whole processes`)
    for (const [name, measured] of Object.entries({ docwright: ours, pattern, json: asJson, goaccess }))
      console.log(
        measured
          ? `${name.padEnd(10)}${measured.cpuSeconds.toFixed(2).padStart(7)} s CPU ${measured.wallSeconds.toFixed(2).padStart(7)} s wall`
          : `${name.padEnd(10)} is not installed`,
      )
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function best(rounds: readonly Measured[]): Measured | null {
  return rounds.toSorted((one, two) => one.cpuSeconds - two.cpuSeconds)[0] ?? null
}

/** The real command on an empty data folder: its start, its SQLite files and its last checkpoint are part of the time. */
async function importOnce(folder: string, logWords: string[], lines: number): Promise<Measured> {
  const data = join(folder, 'data')
  await rm(data, { recursive: true, force: true })
  const context = await openContext(readConfig({ DOCWRIGHT_DATA: data, DOCWRIGHT_LOG: 'silent' }))
  const project = await createProject(
    { database: context.databases.main, ids: context.ids },
    { name: 'Bench', repository: 'file:///nowhere.git', ref: 'main', codeHost: 'builtin', agent: 'offline' },
    'bench',
  )
  await context.close()
  const words = [COMMAND, 'views', 'import', '--project', project.id, '--json', ...logWords]
  const measured = await timed([process.execPath, ...words], { DOCWRIGHT_DATA: data })
  const report = JSON.parse(measured.stdout) as { lines: number }
  if (report.lines !== lines) throw new Error(`imported ${report.lines} of ${lines} lines`)
  return measured
}

async function runGoaccess(folder: string, log: string): Promise<Measured> {
  return timed(['goaccess', log, '--log-format=COMBINED', '--no-progress', '-o', join(folder, 'report.json')], {})
}

/** By the shell, which knows the processor time of a child; Node does not. */
async function timed(command: string[], env: Record<string, string>): Promise<Measured> {
  const script = 'TIMEFORMAT="%U %S %R"; time "$@"'
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, 'time', ...command], {
    env: { PATH: process.env['PATH'], ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  const [user, system, real] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
  return { cpuSeconds: user! + system!, wallSeconds: real!, stdout }
}

function hasGoaccess(): boolean {
  try {
    execFileSync('goaccess', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
