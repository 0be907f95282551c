import { type DestinationStream, type Logger, pino } from 'pino'
import { redact } from './redact.ts'
import { toTerminalLine } from './terminal-line.ts'

export type { DestinationStream, Logger }

/** Standard output is for what a command prints. People read a terminal; programs read whatever else this may be. */
export const standardError: DestinationStream = {
  write: (line) => void process.stderr.write(process.stderr.isTTY ? toTerminalLine(line) : line),
}

/**
 * Structured log lines on standard error.
 *
 * Lines are redacted as text, after they were made: a list of field names to hide would miss a key inside a message.
 */
export function createLog(
  level: string,
  out: DestinationStream = standardError,
  hide: (line: string) => string = redact,
): Logger {
  return pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => out.write(hide(line)) },
  )
}
