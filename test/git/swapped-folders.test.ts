import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CHANGE_LIMITS } from '../../src/git/change-limits.ts'
import { findChanges } from '../../src/git/find-changes.ts'
import type { Mirror } from '../../src/git/mirror.ts'
import { restoreFiles } from '../../src/git/restore-files.ts'
import { Fault } from '../../src/lib/fault.ts'
import { type GitLab, createGitLab, labSignal } from '../support/git-lab.ts'
import { SWAP_SCRIPT } from '../support/swap-folders.ts'

/** Plain files that say they are empty, as one that grows between two looks does. */
const KERNEL_FILES = '/proc/sys/kernel/random'

const SECRET = 'a secret of the machine'

let lab: GitLab
let directory: string
let victim: string
const running: ChildProcess[] = []
beforeEach(async () => {
  lab = await createGitLab()
  directory = join(lab.folder, 'files')
  victim = join(lab.folder, 'victim')
  for (const folder of ['files/docs/deep', 'files/.git', 'victim/deep']) mkdirSync(join(lab.folder, folder), { recursive: true })
  for (const file of ['a.md', 'deep/b.md']) {
    writeFileSync(join(directory, 'docs', file), 'a page\n')
    writeFileSync(join(victim, file), SECRET)
  }
  symlinkSync(victim, join(directory, '.git/link'))
})
afterEach(async () => {
  for (const program of running.splice(0)) {
    const ended = new Promise((resolve) => program.once('exit', resolve))
    program.kill('SIGKILL')
    await ended
  }
  lab.remove()
})

const swap = () => {
  renameSync(join(directory, 'docs'), join(directory, '.git/docs'))
  renameSync(join(directory, '.git/link'), join(directory, 'docs'))
}

/** Does something hostile whenever the search looks whether it should stop: between listing files and reading them. */
const hostileSignal = (act: (look: number) => void): AbortSignal => {
  let looks = 0
  return { aborted: false, throwIfAborted: () => act(looks++) } as unknown as AbortSignal
}

const look = async (signal = labSignal()) => {
  try {
    const changes = await findChanges(directory, new Map(), { limits: CHANGE_LIMITS, hasModes: true, signal })
    return changes.map(({ path, content }) => `${path}: ${content?.toString()}`).join('\n')
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}

describe('an agent that changes folders while they are read', () => {
  it.each([0, 1, 2])('gets nothing from outside into the change by a link after %i files were looked at', async (when) => {
    const seen = await look(hostileSignal((count) => count === when && swap()))
    expect(seen).not.toContain(SECRET)
    expect(seen).toMatch(/^policy_unsteady$|a\.md: a page/)
  })

  it('gets nothing from outside into the change by a link in the place of a file', async () => {
    const file = join(directory, 'docs/a.md')
    const act = (count: number) => {
      if (count > 0) return
      rmSync(file)
      symlinkSync(join(victim, 'a.md'), file)
    }
    expect(await look(hostileSignal(act))).toBe('policy_symlink')
  })

  it.runIf(existsSync('/proc/self/environ'))('gets no file of the kernel into the change, whatever its size says', async () => {
    renameSync(join(directory, 'docs/a.md'), join(directory, 'docs/environ'))
    rmSync(join(directory, '.git/link'))
    symlinkSync('/proc/self', join(directory, '.git/link'))
    expect(await look(hostileSignal((count) => count === 0 && swap()))).not.toMatch(/PATH=/)
  })

  it.runIf(existsSync(KERNEL_FILES))('is refused when a file has more to read than its size says', async () => {
    directory = KERNEL_FILES
    expect(await look()).toBe('policy_unsteady')
  })

  it.each(['swap', 'exchange'] as const)('gets nothing from outside into forty changes while it goes on to %s', async (how) => {
    const program = spawn(process.execPath, ['-e', SWAP_SCRIPT[how], directory])
    running.push(program)
    await new Promise((resolve) => program.stdout.once('data', resolve))
    const seen: string[] = []
    for (let round = 0; round < 40; round++) seen.push(await look())
    expect(seen.filter((text) => text.includes(SECRET))).toEqual([])
    expect(program.exitCode).toBeNull()
  })
})

describe('a folder that is swapped while files are restored', () => {
  it('lets nothing be written or removed outside of it', async () => {
    await lab.commit({ 'docs/a.md': 'A\n', 'docs/deep/b.md': 'B\n' })
    const { mirror, workspace, parent } = await lab.openWorkspace()
    directory = workspace.directory
    mkdirSync(join(directory, '.git'))
    symlinkSync(victim, join(directory, '.git/link'))
    appendFileSync(join(directory, 'docs/a.md'), 'more\n')
    writeFileSync(join(directory, 'docs/new.md'), 'new\n')
    const from = await workspace.writeTree()
    const hostile: Mirror = {
      ...mirror,
      gitDir: mirror.gitDir,
      needBlobs: async (ids, signal) => {
        swap()
        return mirror.needBlobs(ids, signal)
      },
    }
    const to = await lab.git.text(['rev-parse', `${parent}^{tree}`], { gitDir: mirror.gitDir })
    const restoring = restoreFiles(lab.git, hostile, directory, new Map(), { from, to }, labSignal())
    await expect(restoring).rejects.toThrow(/ENOTDIR|ELOOP/)
    expect(readdirSync(victim).sort()).toEqual(['a.md', 'deep'])
    expect(readFileSync(join(victim, 'a.md'), 'utf8')).toBe(SECRET)
  })
})
