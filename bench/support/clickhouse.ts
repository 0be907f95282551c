import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { installPackages } from './install-packages.ts'

const PEERS = join(import.meta.dirname, '..', 'peers')

/** A real ClickHouse node on this machine. */
export interface ClickHouse {
  /** Sends one statement, with rows for an insert; returns the answer as text. */
  query(statement: string, rows?: string): Promise<string>
  stop(): void
}

export async function startClickHouse(): Promise<ClickHouse> {
  installPeers()
  const folder = mkdtempSync(join(tmpdir(), 'docwright-clickhouse-'))
  mkdirSync(join(folder, 'data'))
  const port = await freePort()
  writeFileSync(
    join(folder, 'config.xml'),
    `<clickhouse><listen_host>127.0.0.1</listen_host><http_port>${port}</http_port></clickhouse>`,
  )
  // The last statement keeps the node running.
  writeFileSync(
    join(folder, 'queries.sql'),
    'SYSTEM START LISTEN HTTP; SELECT sleepEachRow(3) FROM numbers(100000) SETTINGS function_sleep_max_microseconds_per_block=0, max_block_size=1 FORMAT Null;',
  )
  const child = spawn(process.execPath, [join(import.meta.dirname, 'clickhouse-node.mjs'), PEERS, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const query = async (statement: string, rows = '') => {
    const url = new URL(`http://127.0.0.1:${port}/`)
    if (rows !== '') url.searchParams.set('query', statement)
    const answer = await fetch(url, { method: 'POST', body: rows === '' ? statement : rows })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text
  }
  for (let attempt = 0; ; attempt++) {
    try {
      await query('SELECT 1')
      break
    } catch (error) {
      if (attempt > 300) throw error
      await delay(100)
    }
  }
  return {
    query,
    stop: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Half a gigabyte, so only this bench has it installed, once, in a folder of its own. */
function installPeers(): void {
  if (existsSync(join(PEERS, 'node_modules'))) return
  console.log('Installing ClickHouse for the comparison (once; half a gigabyte) …')
  installPackages(PEERS)
}
