import { type DestinationStream, type Logger, pino } from 'pino'

export type { DestinationStream, Logger }

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Anything shaped like a key of any kind, wherever in a line it stands. */
const KEY_SHAPE = /\b(dw[sd]?_)[0-9A-Za-z]{12,}/g

/** Credentials in the authority of a URL, as in `https://user:token@host/`. */
const URL_CREDENTIALS = /(\w:\/\/)[^\s/@"\\]+@/g

export function redact(text: string): string {
  return text.replace(KEY_SHAPE, '$1[redacted]').replace(URL_CREDENTIALS, '$1[redacted]@')
}

/**
 * Structured log lines on standard error; standard output is for what a command prints.
 *
 * Lines are redacted as text, after they were made: a list of field names to hide would miss a key inside a message.
 */
export function createLog(
  level: string,
  out: DestinationStream = { write: (line) => void process.stderr.write(line) },
  hide: (line: string) => string = redact,
): Logger {
  return pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => out.write(hide(line)) },
  )
}
