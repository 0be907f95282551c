import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A script of this repository in a process of its own that said that it is ready. */
export interface Program {
  pid: number
  /** Its first line on standard output. */
  firstLine: string
  stderr(): string
  /** Sends the signal and waits for the end: the exit status, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | string>
  /** Sends a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Kills it together with every process that it started, as a machine that loses power does. */
  endAll(): Promise<void>
  hasEnded(): boolean
}

/** Starts a script and waits for its first line. Fails when it ends before. */
export async function startProgram(script: string, words: string[], env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, [script, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  let hasEnded = false
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => {
      hasEnded = true
      resolve(signal ?? code ?? -1)
    }),
  )
  const firstLine = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    void ended.then((how) => reject(new Error(`${words.join(' ') || script} ended with ${how}: ${stderr}`)))
  })
  return {
    pid: child.pid!,
    firstLine,
    stderr: () => stderr,
    hasEnded: () => hasEnded,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
    signal: (signal) => void child.kill(signal),
    endAll: async () => {
      // Stopped first, so that it starts nothing more between the look at its children and its end.
      child.kill('SIGSTOP')
      const all = [child.pid!, ...descendantsOf(child.pid!)]
      for (const pid of all.toReversed()) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It ended by itself in the meantime.
        }
      }
      await ended
    },
  }
}

/** From the children down, as /proc shows them at this moment; none where there is no /proc. */
export function descendantsOf(pid: number): number[] {
  if (process.platform !== 'linux') return []
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(name)
    if (parent !== null) parents.set(Number(name), parent)
  }
  const found = [pid]
  for (const ancestor of found) for (const [child, parent] of parents) if (parent === ancestor) found.push(child)
  return found.slice(1)
}

function parentOf(pid: string): number | null {
  try {
    // The name of the program is in brackets and may hold anything; the state and the parent follow it.
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 0)
  } catch {
    return null
  }
}
