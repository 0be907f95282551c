import { styleText } from 'node:util'

/** The numbers that pino writes. */
const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' }

/**
 * One log line for a person at a terminal: time, level, message, details. Empty for requests that went well: they'd push what the
 * start printed, with a key that is shown once, out of sight.
 */
export function toTerminalLine(line: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line) as Record<string, unknown>
  } catch {
    return line
  }
  const { level, time, msg, err, reqId: _, ...details } = entry
  if (msg === 'request' && typeof details['status'] === 'number' && details['status'] < 400) return ''
  const name = LEVELS[Number(level)] ?? 'info'
  const shown = Object.entries(details).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const cause = err && typeof err === 'object' && 'message' in err ? [String(err.message)] : []
  const words = [
    String(time).slice(11, 19),
    colour(Number(level), name.padEnd(7)),
    [msg, ...cause].join(': '),
    dim(shown.join(' ')),
  ]
  return `${words.join('  ').trimEnd()}\n`
}

function colour(level: number, name: string): string {
  return level >= 50 ? styleText('red', name) : level >= 40 ? styleText('yellow', name) : dim(name)
}

function dim(text: string): string {
  return text === '' ? '' : styleText('dim', text)
}
