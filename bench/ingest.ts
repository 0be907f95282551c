// How many views a second the service takes, each durable before it is answered: one by one, and 500 at a time.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, runLoad, toRequest } from './support/http-load.ts'

const CONNECTIONS = 64
const BATCH_CONNECTIONS = 4
const BATCH_EVENTS = 500
const PAGES = 2_000
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:146.0) Gecko/20100101 Firefox/146.0',
  'Claude-User (claude-code/2.1.90; +https://support.anthropic.com/)',
]

interface Started {
  url: string
  projectId: string
  key: string
}

export async function run([seconds = '3', rounds = '9']: string[]): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-'))
  const child = fork(join(import.meta.dirname, 'support', 'ingest-service.ts'), {
    // As `docwright serve` starts itself.
    execArgv: ['--max-semi-space-size=4'],
    env: { PATH: process.env['PATH'], DOCWRIGHT_DATA: join(folder, 'data'), DOCWRIGHT_LOG: 'silent' },
  })
  try {
    const [started] = (await once(child, 'message')) as [Started]
    const figures = await measure(started, Number(seconds), Number(rounds))
    child.send('stop')
    await once(child, 'exit')
    return figures
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure({ url, projectId, key }: Started, seconds: number, rounds: number): Promise<Record<string, number>> {
  const path = (name: string) => `/v1/analytics/${projectId}/${name}`
  const singles = Array.from({ length: PAGES }, (_, index) => JSON.stringify(toEvent(index)))
  const batches = Array.from({ length: 20 }, (_, batch) =>
    JSON.stringify(Array.from({ length: BATCH_EVENTS }, (_, index) => toEvent(batch * BATCH_EVENTS + index))),
  )
  const load = (name: string, bodies: string[], connections: number) => {
    const requests = bodies.map((body) => toRequest(path(name), key, body))
    let sent = 0
    return runLoad({ url, connections, seconds, status: 202, next: () => requests[sent++ % requests.length]! })
  }
  // In many short turns, because other programs on the machine come and go: a pair that ran side by side is compared.
  const runs: { single: Load; noop: Load; batch: Load }[] = []
  for (let round = 0; round < rounds; round++) {
    const noop = await load('noop', singles, CONNECTIONS)
    const single = await load('events', singles, CONNECTIONS)
    const batch = await load('events', batches, BATCH_CONNECTIONS)
    runs.push({ noop, single, batch })
    console.log(
      `round ${round + 1}: no-op ${whole(noop.perSecond)}/s p99 ${noop.p99Ms.toFixed(1)} ms; single ${whole(single.perSecond)}/s p50 ${single.p50Ms.toFixed(1)} p99 ${single.p99Ms.toFixed(1)} ms; batch ${whole(batch.perSecond * BATCH_EVENTS)} views/s p99 ${batch.p99Ms.toFixed(1)} ms`,
    )
  }
  const middle = (values: number[]) => values.sort((one, two) => one - two)[Math.floor(values.length / 2)]!
  return {
    single_per_second: Math.round(middle(runs.map((run) => run.single.perSecond))),
    single_p99_ms: Number(middle(runs.map((run) => run.single.p99Ms)).toFixed(2)),
    noop_route_per_second: Math.round(middle(runs.map((run) => run.noop.perSecond))),
    ratio_to_noop: Number(middle(runs.map((run) => run.single.perSecond / run.noop.perSecond)).toFixed(3)),
    batch_views_per_second: Math.round(middle(runs.map((run) => run.batch.perSecond * BATCH_EVENTS))),
  }
}

function toEvent(index: number): object {
  return {
    path: `/docs/guide-${Math.floor(PAGES * ((index * 0.618_033_988_7) % 1) ** 2)}`,
    userAgent: AGENTS[index % AGENTS.length]!,
    ip: `203.0.113.${index % 250}`,
    ...(index % 4 === 0 ? { referrer: 'https://www.google.com/' } : {}),
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  }
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
