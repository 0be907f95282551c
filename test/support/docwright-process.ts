import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const COMMAND = new URL('../../bin/docwright.mjs', import.meta.url).pathname

/** The real command in processes of its own, on a data folder of its own. */
export interface Installation {
  folder: string
  /** Runs one command to its end. */
  run(words: string[], env?: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }>
  /** Runs one command with `--json` and reads its answer. */
  json(words: string[], env?: Record<string, string>): Promise<any>
  serve(env?: Record<string, string>): Promise<Serving>
  remove(): Promise<void>
}

export interface Serving {
  url: string
  /** Of the sample project, at the first start. */
  projectId: string
  key: string
  pid: number
  stderr(): string
  /** Ends with the exit status, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

export function createInstallation(base: Record<string, string> = {}): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-installation-'))
  const environment = (env: Record<string, string> = {}) => ({
    PATH: process.env['PATH']!,
    PORT: '0',
    DOCWRIGHT_DATA: join(folder, 'data'),
    ...base,
    ...env,
  })
  const children = new Set<ChildProcess>()

  const run: Installation['run'] = (words, env) =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [COMMAND, ...words],
        { env: environment(env), maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
      )
    })

  return {
    folder,
    run,
    json: async (words, env) => {
      const { code, stdout, stderr } = await run([...words, '--json'], env)
      if (code !== 0) throw new Error(`docwright ${words.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
    serve: async (env) => {
      const child = spawn(process.execPath, [COMMAND, 'serve', '--json'], {
        env: environment(env),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.add(child)
      let stderr = ''
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
      const ended = new Promise<number | string>((resolve) =>
        child.once('exit', (code, signal) => {
          children.delete(child)
          resolve(signal ?? code ?? -1)
        }),
      )
      const line = await new Promise<string>((resolve, reject) => {
        createInterface({ input: child.stdout }).once('line', resolve)
        void ended.then((how) => reject(new Error(`the service ended with ${how}: ${stderr}`)))
      })
      const { url, projectId, key } = JSON.parse(line) as { url: string; projectId: string; key: string }
      return {
        url,
        projectId,
        key,
        pid: child.pid!,
        stderr: () => stderr,
        end: (signal) => {
          child.kill(signal)
          return ended
        },
      }
    },
    remove: async () => {
      await Promise.all(
        [...children].map((child) => new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGKILL'))),
      )
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
