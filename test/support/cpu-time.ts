import { existsSync, readFileSync } from 'node:fs'

/** Milliseconds that this thread itself worked on something. Unlike the clock it does not count what other processes do meanwhile. */
export function cpuTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Of Linux on every processor that Node runs on. */
const TICKS_PER_SECOND = 100

/** Milliseconds that this process and the programs it has waited for have worked so far. Elsewhere than on Linux, only its own. */
export function cpuTimeWithPrograms(): number {
  if (!existsSync('/proc/self/stat')) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  // The second field is the name of the program, which may have spaces in it; the 14th to 17th are times.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return (ticks * 1000) / TICKS_PER_SECOND
}
