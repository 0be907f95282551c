// `node bench/formats.ts [LINES]`: how fast each format is read, in lines per second of processor time.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { combined } from '../src/analytics/collect/formats/combined.ts'
import { type LogFormat, isEvent } from '../src/analytics/collect/formats/log-format.ts'
import { findFormat } from '../src/analytics/collect/formats/log-formats.ts'
import { openLogFile } from '../src/analytics/collect/log-source.ts'
import { readLog } from '../src/analytics/collect/read-log.ts'
import { generateLog, generateLogBytes } from './generate-log.ts'

const LINES = Number(process.argv[2] ?? 1_000_000)
const SEED = 1

/** Repeated until the compiler is done with the code; the best is reported, since others use the machine too. */
const ROUNDS = 5

type Figures = Record<string, number>

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

/** One usual line of each of the other formats; `%n` is replaced by a number so that no two are the same. */
const SAMPLES: Readonly<Record<string, string>> = {
  vhost: `docs.example.com:443 203.0.113.9 - - [17/Nov/2026:10:05:03 +0000] "GET /docs/%n HTTP/2.0" 200 5123 "-" "${AGENT}"`,
  'nginx-json': `{"time":"2026-11-17T10:05:03+00:00","remote_addr":"203.0.113.9","request_method":"GET","request_uri":"/docs/%n","status":"200","http_referer":"","http_user_agent":"${AGENT}","http_accept":"text/html","http_sec_fetch_mode":"navigate"}`,
  'caddy-json': `{"level":"info","ts":1794909903.5,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"203.0.113.9","client_ip":"203.0.113.9","proto":"HTTP/2.0","method":"GET","host":"docs.example.com","uri":"/docs/%n","headers":{"User-Agent":["${AGENT}"],"Accept":["text/html"]}},"duration":0.001,"size":5123,"status":200}`,
  elb: `https 2026-11-17T10:05:03.186641Z app/docs/50dc6c495c0c9188 203.0.113.9:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://docs.example.com:443/docs/%n HTTP/1.1" "${AGENT}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:x "Root=1-58337281-1d84f3d73c47ec4e58577259" "docs.example.com" "-" 1 2026-11-17T10:05:03.086000Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
}

function cpuSeconds(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

function linesPerCpuSecond(format: LogFormat, lines: readonly string[]): number {
  let best = 0
  for (let round = 0; round < ROUNDS; round++) {
    let events = 0
    const seconds = cpuSeconds(() => {
      for (const line of lines) if (isEvent(format.parse(line))) events++
    })
    if (events < lines.length * 0.9) throw new Error(`${format.name} read only ${events} of ${lines.length} lines.`)
    best = Math.max(best, lines.length / seconds)
  }
  return Math.round(best)
}

async function fileLinesPerCpuSecond(path: string, lines: number): Promise<number> {
  const start = process.cpuUsage()
  let read = 0
  for await (const batch of readLog(await openLogFile(path), combined)) read += batch.lines
  const { user, system } = process.cpuUsage(start)
  if (read !== lines) throw new Error(`Read ${read} of ${lines} lines.`)
  return Math.round(lines / ((user + system) / 1e6))
}

async function measure(): Promise<Figures> {
  const figures: Figures = {}
  const lines = [...generateLog(Math.min(LINES, 200_000), SEED)].map((line) => line.text)
  figures['combined_lines_per_cpu_second'] = linesPerCpuSecond(combined, lines)
  for (const [name, sample] of Object.entries(SAMPLES)) {
    const same = Array.from({ length: 50_000 }, (_, index) => sample.replace('%n', String(index)))
    figures[`${name.replace('-', '_')}_lines_per_cpu_second`] = linesPerCpuSecond(findFormat(name)!, same)
  }
  const folder = await mkdtemp(join(tmpdir(), 'docwright-bench-'))
  try {
    const bytes = Buffer.concat([...generateLogBytes(LINES, SEED)])
    await writeFile(join(folder, 'access.log'), bytes)
    await writeFile(join(folder, 'access.log.gz'), gzipSync(bytes, { level: 1 }))
    figures['file_lines_per_cpu_second'] = await fileLinesPerCpuSecond(join(folder, 'access.log'), LINES)
    figures['gzip_file_lines_per_cpu_second'] = await fileLinesPerCpuSecond(join(folder, 'access.log.gz'), LINES)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return figures
}

const figures = await measure()
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(40)} ${value.toLocaleString('en').padStart(12)}`)
console.log(JSON.stringify({ lines: LINES, ...figures }))
