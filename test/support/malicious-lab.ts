import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { writeCommit } from '../../src/git/commit.ts'
import { readPatch } from '../../src/git/diff.ts'
import { compareFiles } from '../../src/git/compare-trees.ts'
import { DEFAULT_POLICY, checkDiffPolicy } from '../../src/git/diff-policy.ts'
import { createWorkspace } from '../../src/git/workspace.ts'
import { Fault } from '../../src/lib/fault.ts'
import { cpuTimeWithPrograms } from './cpu-time.ts'
import { type GitLab, createGitLab, labSignal } from './git-lab.ts'
import { type RawObject, idOf, packOf, rawCommit } from './git-objects.ts'

/** In a file outside of everything; must never get into a commit. */
export const SECRET = 'Qm9vay1vZi1zZWNyZXRz'

/** A repository to plant things in, with what tells whether any of them worked. */
export interface MaliciousLab extends GitLab {
  /** The bare repository. */
  gitDir: string
  /** A shell command; when anything runs it, the trap has sprung. */
  trap: string
  /** A program that does the same. */
  trapProgram: string
  /** A folder that nothing may read from or write to, with one file, `secret.txt`. */
  victim: string
  /** An HTTP server that must not be asked anything. */
  networkUrl: string
  config(text: string): void
  plant(path: string, text: string, mode?: number): void
  /** Stores objects without any check, and makes `main` the last commit among them. */
  push(objects: RawObject[]): Promise<string>
  pushTree(objects: RawObject[], message?: string): Promise<string>
}

export interface MaliciousCase {
  name: string
  repository?(lab: MaliciousLab): Promise<unknown> | void
  /** What the agent does besides adding a line to `page.md`. */
  agent?(directory: string, lab: MaliciousLab): Promise<unknown> | void
  /** Another address or branch than the repository's own. */
  url?(lab: MaliciousLab): string
  branch?: string
  /** Codes of refusals that are right, with `nothing` for a run that may end well, too; without it the run must end well. */
  refused?: string[]
  /** Paths that the commit may have besides `page.md`. */
  adds?: string[]
}

export interface MaliciousResult {
  name: string
  code: string | null
  message: string
  hint: string | null
  /** What the service and git worked, without the agent. Not the clock: other programs keep the machine busy, too. */
  cpuMilliseconds: number
  isTrapped: boolean
  isLeaked: boolean
  isVictimTouched: boolean
  requests: number
  /** True when the agent's folder is still there. */
  isLeftBehind: boolean
  paths: string[]
}

export async function runCase(one: MaliciousCase): Promise<MaliciousResult> {
  const base = await createGitLab()
  const { server, url, count } = await startCanary()
  try {
    const lab = await prepare(base, url)
    await one.repository?.(lab)
    const start = cpuTimeWithPrograms()
    const { agentCpuMilliseconds, ...outcome } = await work(lab, one)
    return {
      name: one.name,
      ...outcome,
      cpuMilliseconds: cpuTimeWithPrograms() - start - agentCpuMilliseconds,
      isTrapped: existsSync(join(base.folder, 'trapped')),
      isLeaked: await isLeaked(lab),
      isVictimTouched:
        readdirSync(lab.victim).join() !== 'secret.txt' || readFileSync(join(lab.victim, 'secret.txt'), 'utf8') !== SECRET,
      requests: count(),
      isLeftBehind: existsSync(join(base.folder, 'job')),
    }
  } finally {
    server.close()
    // Not `rmSync`: it gives up on folders that are nested too deep or closed.
    execFileSync('sh', ['-c', 'chmod -R u+rwx "$0" 2>/dev/null; rm -rf "$0"', base.folder])
  }
}

async function startCanary(): Promise<{ server: Server; url: string; count(): number }> {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => requests }
}

async function prepare(base: GitLab, networkUrl: string): Promise<MaliciousLab> {
  await base.commit({ 'page.md': '# Page\n', 'image.png': 'pixels' })
  const gitDir = join(base.folder, 'remote.git')
  const victim = join(base.folder, 'victim')
  mkdirSync(victim)
  writeFileSync(join(victim, 'secret.txt'), SECRET)
  const trapProgram = join(base.folder, 'trap.sh')
  writeFileSync(trapProgram, `#!/bin/sh\ntouch ${join(base.folder, 'trapped')}\ncat\n`, { mode: 0o755 })
  const push = async (objects: RawObject[]) => {
    await base.remote(['index-pack', '--stdin'], packOf(objects))
    const commit = idOf(objects.at(-1)!)
    writeFileSync(join(gitDir, 'refs/heads/main'), `${commit}\n`)
    return commit
  }
  return {
    ...base,
    gitDir,
    victim,
    networkUrl,
    trapProgram,
    trap: `touch ${join(base.folder, 'trapped')}`,
    config: (text) => writeFileSync(join(gitDir, 'config'), `${readFileSync(join(gitDir, 'config'), 'utf8')}\n${text}\n`),
    plant: (path, text, mode = 0o644) => {
      mkdirSync(join(gitDir, path, '..'), { recursive: true })
      writeFileSync(join(gitDir, path), text, { mode })
    },
    push,
    pushTree: (objects, message) => push([...objects, rawCommit(idOf(objects.at(-1)!), message)]),
  }
}

/** What the agent itself takes is its own affair. */
type Outcome = Pick<MaliciousResult, 'code' | 'message' | 'hint' | 'paths'> & { agentCpuMilliseconds: number }

/** A run from the fetch to the push, as the pipeline does it. */
async function work(lab: MaliciousLab, one: MaliciousCase): Promise<Outcome> {
  const signal = labSignal()
  const branch = one.branch ?? 'main'
  let agentCpuMilliseconds = 0
  try {
    const mirror = await lab.mirrors.open({ url: one.url?.(lab) ?? lab.url, protocol: 'file' })
    const parent = (await mirror.fetch([branch, 'docwright/job'], signal)).get(branch)
    if (!parent)
      throw new Fault({
        code: 'ref_not_found',
        message: `The repository has no branch ${JSON.stringify(branch)}.`,
        hint: 'Check the ref.',
      })
    const workspace = await createWorkspace(lab.git, mirror, join(lab.folder, 'job'), parent, signal)
    try {
      const page = join(workspace.directory, 'page.md')
      writeFileSync(page, `${existsSync(page) ? readFileSync(page, 'utf8') : ''}One more line.\n`)
      const start = cpuTimeWithPrograms()
      await one.agent?.(workspace.directory, lab)
      agentCpuMilliseconds = cpuTimeWithPrograms() - start
      const tree = await workspace.writeTree()
      const compared = await compareFiles(lab.git, mirror.gitDir, parent, tree, signal)
      await checkDiffPolicy(lab.git, mirror.gitDir, compared, DEFAULT_POLICY, signal)
      const commit = await writeCommit(lab.git, mirror.gitDir, { tree, parent, message: 'Change\n', at: 1_790_000_000_000 })
      await mirror.push(commit, 'docwright/job', null, signal)
      await readPatch(lab.git, mirror.gitDir, parent, commit)
      return {
        code: null,
        message: '',
        hint: null,
        paths: await lab.changed(mirror.gitDir, parent, commit),
        agentCpuMilliseconds,
      }
    } finally {
      await workspace.remove()
    }
  } catch (error) {
    if (error instanceof Fault)
      return { code: error.code, message: error.message, hint: error.hint, paths: [], agentCpuMilliseconds }
    return { code: 'unexpected', message: String(error), hint: null, paths: [], agentCpuMilliseconds }
  }
}

/** Looks through everything that the job's branch brought to the repository. */
async function isLeaked(lab: MaliciousLab): Promise<boolean> {
  const options = { gitDir: lab.gitDir, outputBytesMax: 1024 * 1024 * 1024 }
  const listed = await lab.git
    .text(['rev-list', '--objects', '--no-object-names', 'docwright/job', '^main'], options)
    .catch(() => '')
  if (listed === '') return false
  const bytes = await lab.git.bytes(['cat-file', '--batch', '--buffer'], { ...options, input: `${listed}\n` })
  return bytes.includes(SECRET)
}
