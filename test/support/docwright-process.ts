import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, startProgram } from './program.ts'

export const COMMAND = new URL('../../bin/docwright.mjs', import.meta.url).pathname

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

export interface Serving extends Program {
  url: string
  /** Of the sample project, at the first start. */
  projectId: string
  key: string
  /** While nobody can sign in. */
  setupLink?: string
}

export function createInstallation(base: Record<string, string> = {}): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-installation-'))
  const environment = (env: Record<string, string> = {}) => ({
    PATH: process.env['PATH']!,
    PORT: '0',
    DOCWRIGHT_DATA: join(folder, 'data'),
    DOCWRIGHT_LOCAL_MODELS: 'ignore',
    DOCWRIGHT_DRAIN_SECONDS: '0',
    ...base,
    ...env,
  })
  const programs = new Set<Program>()

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
      const program = await startProgram(COMMAND, ['serve', '--json'], environment(env))
      programs.add(program)
      return { ...program, ...(JSON.parse(program.firstLine) as Pick<Serving, 'url' | 'projectId' | 'key' | 'setupLink'>) }
    },
    remove: async () => {
      await Promise.all([...programs].map((program) => program.end('SIGKILL')))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
