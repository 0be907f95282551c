import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Clock } from '../../../lib/clock.ts'
import { Fault } from '../../../lib/fault.ts'

/** Between two looks at a process that is about to end, and how many looks it gets: ten seconds together. */
const LOOK_MS = 5
const LOOKS_MAX = 2000

/** For bubblewrap to end when nothing is left in the sandbox. */
const LAST_MS = 1000

interface Process {
  pid: number
  /** In ticks of the kernel since the machine started. Tells a process from a later one with the same number. */
  startedAt: string
}

/**
 * Makes the function that ends a sandbox for certain.
 *
 * When bubblewrap itself has ended, the sandbox may live on for a moment: the kernel kills its first process only then, and the others
 * after that one. So the first process of the sandbox is the one to kill and to wait for: the kernel ends it only after every other
 * process of the sandbox is gone.
 */
export function createStop(bubblewrap: ChildProcess, info: Readable): (clock: Clock) => Promise<void> {
  const exited = new Promise<void>((resolve) => {
    bubblewrap.once('exit', () => resolve())
    bubblewrap.once('error', () => resolve())
  })
  const found = readInfo(info).then((pid) => (pid === null ? null : look(pid)))
  return async (clock) => {
    // Not before that is known: killed in between, bubblewrap would leave a process behind that waits for it for ever.
    const first = await within(LOOK_MS * LOOKS_MAX, clock, found)
    try {
      if (first) await end(first, clock)
      // It takes note of the end, and ends itself. In a container there may be no one else who does.
      if (first) await within(LAST_MS, clock, exited)
    } finally {
      bubblewrap.kill('SIGKILL')
    }
    await exited
  }
}

async function within<Result>(milliseconds: number, clock: Clock, wanted: Promise<Result>): Promise<Result | null> {
  const over = new AbortController()
  const late = clock.sleep(milliseconds, over.signal).then(() => null)
  return Promise.race([wanted, late]).finally(() => over.abort())
}

/** Null when bubblewrap ended before it started anything. */
async function readInfo(info: Readable): Promise<number | null> {
  let text = ''
  try {
    for await (const chunk of info) text += String(chunk)
    const pid = (JSON.parse(text) as { 'child-pid'?: unknown })['child-pid']
    return typeof pid === 'number' ? pid : null
  } catch {
    return null
  }
}

async function end({ pid, startedAt }: Process, clock: Clock): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    if ((await look(pid))?.startedAt !== startedAt) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended since.
    }
    await clock.sleep(LOOK_MS)
  }
  throw new Fault({
    code: 'sandbox_alive',
    message: "The agent program couldn't be stopped, so its work wasn't read.",
    hint: "Look for a process that hangs on the server, for example on a disk that doesn't answer.",
    isPassing: true,
  })
}

/** Null for a process that has ended, also when its parent did not take note of it yet. */
async function look(pid: number): Promise<Process | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may contain anything, brackets too.
  const [state = 'X', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return text === '' || 'ZXx'.includes(state) ? null : { pid, startedAt: fields[18]! }
}
