// Whether the logs of real servers count as they should. Each server that is installed is started on loopback with its default format and
// with the one that docs/log-formats.md recommends, gets the same odd requests, and its log is imported and held against a count of the
// answers that the client got.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClassifier } from '../src/analytics/classify/classifier.ts'
import { openLogFile } from '../src/analytics/collect/log-source.ts'
import { USUAL_RULES } from '../src/analytics/collect/normalise.ts'
import { importViews } from '../src/analytics/import-views.ts'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/wiring/context.ts'
import { REQUESTS, countExpected, send } from './servers/requests.ts'
import { SERVERS, type ServerSetup } from './servers/setups.ts'
import { freePort } from './support/free-port.ts'

interface Row {
  server: string
  format: string
  lines: number
  parsed: number
  refused: number
  people: number
  ai: number
  expected: { human: number; ai: number }
}

export async function run(names: string[]): Promise<Record<string, number>> {
  const rows: Row[] = []
  const backend = await startBackend()
  try {
    for (const setup of SERVERS.filter(({ name }) => names.length === 0 || names.includes(name))) {
      if (!isInstalled(setup.program)) console.log(`${setup.name} is not installed`)
      else for (const format of setup.formats) rows.push(await tryServer(setup, format, backend))
    }
  } finally {
    backend.close()
  }
  console.log('| server | format | lines | parsed | refused | people | AI | by the answers |\n|---|---|---|---|---|---|---|---|')
  for (const { server, format, lines, parsed, refused, people, ai, expected } of rows)
    console.log(`| ${[server, format, lines, parsed, refused, people, ai, `${expected.human} and ${expected.ai}`].join(' | ')} |`)
  const wrong = rows.filter(({ people, ai, expected }) => people !== expected.human || ai !== expected.ai)
  return { servers: rows.length, wrong: wrong.length }
}

async function tryServer(setup: ServerSetup, format: ServerSetup['formats'][number], backend: Server): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), `docwright-${setup.name}-`))
  // Some servers give up their rights before they read their files.
  await chmod(folder, 0o755)
  const port = await freePort()
  const log = join(folder, 'access.log')
  await mkdir(join(folder, 'run'))
  const { files, command, logger } = setup.configure(
    { folder, port, log, backend: (backend.address() as AddressInfo).port },
    format.text,
  )
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const processes = [start(command, logger ? null : log)]
  try {
    await until(() =>
      send(port, 'GET /ready HTTP/1.0\r\n\r\n', '127.0.0.1').then(
        () => true,
        () => false,
      ),
    )
    if (logger) processes.push(start(logger, null))
    await sleep(1000)
    const statuses: (number | null)[] = []
    for (const { raw } of REQUESTS) statuses.push(await send(port, raw, '127.0.0.1'))
    await sleep(1000)
    // Some write their last lines when they end.
    await stop(processes)
    const expected = countExpected(statuses, format.says)
    return { server: setup.name, format: format.name, ...(await importLog(folder, log)), expected }
  } finally {
    await stop(processes)
    if (process.env['KEEP_LOGS'] === undefined) await rm(folder, { recursive: true, force: true })
    else console.log(folder)
  }
}

async function stop(processes: readonly ChildProcess[]): Promise<void> {
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

/** Without what was asked to find out whether the server runs. */
async function importLog(folder: string, log: string): Promise<Pick<Row, 'lines' | 'parsed' | 'refused' | 'people' | 'ai'>> {
  if (!existsSync(log)) throw new Error(`no log at ${log}`)
  const text = readFileSync(log, 'latin1')
  await writeFile(
    `${log}.asked`,
    text
      .split('\n')
      .filter((line) => !line.includes('/ready'))
      .join('\n'),
    'latin1',
  )
  const context = await openContext(readConfig({ DOCWRIGHT_DATA: join(folder, 'data'), DOCWRIGHT_LOG: 'silent' }))
  try {
    const deps = {
      ...USUAL_RULES,
      viewStore: context.viewStore,
      classifier: createClassifier(),
      now: () => context.databases.views.now(),
    }
    const report = await importViews(deps, 'bench', [await openLogFile(`${log}.asked`)], { isDryRun: true })
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)
    const unreadable = sum(report.unreadable)
    const people = report.human + report.unidentified
    return {
      lines: report.lines,
      parsed: report.lines - report.blank - unreadable,
      refused: sum(report.refused),
      people,
      ai: report.ai,
    }
  } finally {
    await context.close()
  }
}

function start([program, ...words]: readonly string[], log: string | null): ChildProcess {
  // Those that log to their standard output do it through a shell, which opens the file.
  const command = log === null ? [program!, ...words] : ['sh', '-c', 'exec "$@" >>"$0" 2>/dev/null', log, program!, ...words]
  return spawn(command[0]!, command.slice(1), { stdio: 'ignore' })
}

/** Answers what the servers pass on. */
async function startBackend(): Promise<Server> {
  const server = createServer((request, response): void => {
    const path = request.url!.replace(/^https?:\/\/[^/]*/, '')
    request.resume()
    if (path.startsWith('/missing')) return void response.writeHead(404).end('no')
    if (path.startsWith('/moved')) return void response.writeHead(301, { location: '/plain' }).end()
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304, { etag: '"1"' }).end()
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return void response.writeHead(200, { 'content-type': 'text/html' }).end('a page')
    const body = Buffer.alloc(Number(to) - Number(from) + 1, 'x')
    response.writeHead(206, { 'content-range': `bytes ${from}-${to}/1000`, 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function until(isReady: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if (await isReady()) return
    await sleep(250)
  }
  throw new Error('the server does not start')
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
