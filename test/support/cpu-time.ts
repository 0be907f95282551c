/** Milliseconds that this thread itself worked on something. Unlike the clock it does not count what other processes do meanwhile. */
export function cpuTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
