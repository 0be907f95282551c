/** What a bar needs of standard error, so that a test can look at what is drawn. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface Progress {
  lines: number
  bytesRead: number
  /** Null when it is not known, as for standard input: then there is no bar and no time left. */
  bytesTotal: number | null
}

export interface ProgressBar {
  show(progress: Progress): void
  /** Takes the bar off the screen. */
  end(): void
}

const BAR_CELLS = 24

/** Often enough to look alive, seldom enough to cost nothing. */
const REDRAW_MS = 100

/** How far an import is, how fast, and how long it will still take. Draws only on a terminal: a log file wants none of it. */
export function createProgressBar(screen: Screen, now: () => number): ProgressBar {
  if (!screen.isTTY) return { show: () => undefined, end: () => undefined }
  const start = now()
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show: (progress) => {
      const time = now()
      if (time - drawnAt < REDRAW_MS) return
      drawnAt = time
      const line = describeProgress(progress, (time - start) / 1000)
      screen.write(`\r\u001b[K${line.slice(0, (screen.columns ?? 80) - 1)}`)
    },
    end: () => {
      if (drawnAt !== Number.NEGATIVE_INFINITY) screen.write('\r\u001b[K')
    },
  }
}

export function describeProgress({ lines, bytesRead, bytesTotal }: Progress, seconds: number): string {
  const rate = seconds > 0 ? `${count(lines / seconds)} lines/s` : '…'
  if (bytesTotal === null || bytesTotal === 0) return `${count(lines)} lines  ${rate}`
  // A log that grows while it is read has more in it than was known at the start.
  const share = Math.min(1, bytesRead / bytesTotal)
  const filled = Math.round(share * BAR_CELLS)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
  const left = share > 0 ? duration((seconds * (1 - share)) / share) : '…'
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${count(lines)} lines  ${rate}  ${left} left`
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
