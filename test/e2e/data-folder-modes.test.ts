import { execFile } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND } from '../support/docwright-process.ts'
import { startProgram } from '../support/program.ts'

let folder: string
let data: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-modes-'))
  data = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Threads load it as well, and may not set it. */
const UMASK = 'import { isMainThread } from "node:worker_threads"; if (isMainThread) process.umask(0o022)'
/** The command as most systems start it: whatever a program creates without a mode of its own, everyone can read. */
const OPEN = ['--import', `data:text/javascript,${encodeURIComponent(UMASK)}`, COMMAND]
const env = () => ({ PATH: process.env['PATH']!, PORT: '0', DOCWRIGHT_DATA: data, DOCWRIGHT_DRAIN_SECONDS: '0' })
const docwright = async (...words: string[]) => promisify(execFile)(process.execPath, [...OPEN, ...words], { env: env() })

/** A command that creates the folder: those that only read don't. */
const INVITE = ['user', 'invite', 'ada@example.com']

/** What is in the data folder, with its mode, and the folder itself. */
function modes(): [name: string, mode: string][] {
  return ['.', ...readdirSync(data)].sort().map((name) => [name, (lstatSync(join(data, name)).mode & 0o777).toString(8)])
}
const openToOthers = () => modes().filter(([name, mode]) => mode !== (lstatSync(join(data, name)).isDirectory() ? '700' : '600'))

/** Starts the service, lets it do a job, and looks at the modes while it runs and after it has stopped. */
async function serve(): Promise<{ running: [string, string][]; names: string[] }> {
  const program = await startProgram(OPEN[0]!, [...OPEN.slice(1), 'serve', '--json'], env())
  const { projectId } = JSON.parse(program.firstLine) as { projectId?: string }
  if (projectId) await docwright('job', 'create', 'Replace "Invite people" with "Invite all"', '--project', projectId, '--wait')
  const [running, names] = [openToOthers(), readdirSync(data)]
  await program.end('SIGTERM')
  return { running, names }
}

describe('the data folder', () => {
  it('is closed to other users, with everything directly in it, also under umask 022', async () => {
    const { running, names } = await serve()
    expect(names).toEqual(
      expect.arrayContaining([
        'docwright.json',
        'main.db',
        'main.db-wal',
        'main.db-shm',
        'views.db',
        'serve.lock',
        'server-secret',
        'mirrors',
        'workspaces',
        'repositories',
      ]),
    )
    expect(running).toEqual([])
    expect(openToOthers()).toEqual([])
  })

  it('is closed when it was there before, empty and open to everyone', async () => {
    mkdirSync(data)
    chmodSync(data, 0o755)
    await docwright(...INVITE)
    expect(openToOthers()).toEqual([])
  })

  it('is closed again by the next start, with files that an older version or a backup left open', async () => {
    await serve()
    writeFileSync(join(data, 'main.db.backup'), '')
    mkdirSync(join(data, 'repositories', 'deep'))
    for (const name of ['.', ...readdirSync(data)]) chmodSync(join(data, name), 0o755)
    chmodSync(join(data, 'repositories', 'deep'), 0o755)
    expect((await serve()).running).toEqual([])
    expect(openToOthers()).toEqual([])
    // A closed folder protects what is in it, so trees of any size cost nothing at the start.
    expect(lstatSync(join(data, 'repositories', 'deep')).mode & 0o777).toBe(0o755)
  })

  it('leaves alone what a symbolic link leads to', async () => {
    await docwright(...INVITE)
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    chmodSync(elsewhere, 0o755)
    symlinkSync(elsewhere, join(data, 'link'))
    await docwright('project', 'list')
    expect(lstatSync(elsewhere).mode & 0o777).toBe(0o755)
  })

  it('is left as it is when it is not a data folder', async () => {
    mkdirSync(data)
    writeFileSync(join(data, 'holiday.jpg'), '')
    chmodSync(data, 0o755)
    await expect(docwright(...INVITE)).rejects.toThrow('not a Docwright data folder')
    expect(lstatSync(data).mode & 0o777).toBe(0o755)
    expect(lstatSync(join(data, 'holiday.jpg')).mode & 0o777).toBe(0o644)
  })

  it('is judged by doctor', async () => {
    await docwright(...INVITE)
    chmodSync(data, 0o755)
    const { stdout } = await docwright('doctor')
    expect(stdout).toContain('✓ Privacy: only this user can open the data folder')
  })

  // Only the administrator can give a folder to someone else.
  it.runIf(process.getuid?.() === 0)('is used, but named, when it belongs to another user and stays open', async () => {
    chmodSync(folder, 0o755)
    mkdirSync(data)
    chmodSync(data, 0o777)
    const nobody = { env: env(), uid: 65_534, gid: 65_534 }
    await promisify(execFile)(process.execPath, [...OPEN, ...INVITE], nobody)
    const failed = promisify(execFile)(process.execPath, [...OPEN, 'doctor'], nobody)
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/✗ Privacy: other users of this machine can open \S+\/data, .*\n {2}Try: make the user who/),
    })
    expect(openToOthers()).toEqual([['.', '777']])
  })
})
