import { parseJsonLine } from './json-line.ts'
import type { LogFormat } from './log-format.ts'

/** What a program that passes a log on puts around each line. Taken for a part of the line, the address would be `May`. */
export interface Envelope {
  readonly name: string
  /** The line as the server wrote it; null when it is not in such an envelope. */
  open(line: string): string | null
}

const ISO_TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`

export const ENVELOPES: readonly Envelope[] = [
  // Docker's default driver. Its last character is the line break.
  {
    name: 'docker-json',
    open: (line) => {
      const object = line.startsWith('{"log":') ? parseJsonLine(line) : null
      const text = object?.['stream'] === undefined ? undefined : object['log']
      return typeof text === 'string' ? text.replace(/\r?\n$/, '') : null
    },
  },
  // Kubernetes' container runtimes. `P` is a part of a line that was too long: it is read as far as it goes.
  behind('cri', `${ISO_TIME} std(?:out|err) [FP] `),
  // RFC 5424, with structured data.
  behind(
    'syslog',
    String.raw`<\d{1,3}>1 \S{1,40} \S{1,255} \S{1,48} \S{1,128} \S{1,32} (?:-|(?:\[[^\]]{0,4096}\]){1,16})(?: \uFEFF?|$)`,
  ),
  // RFC 3164 as nginx and rsyslog write it, with or without a priority.
  behind(
    'syslog',
    String.raw`(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|${ISO_TIME}) (?:\S{1,255} )?[^\s:[\]"]{1,48}(?:\[\d{1,10}\])?: `,
  ),
  behind('docker-compose', String.raw`[\w.-]{1,128} +\| (?:${ISO_TIME} )?`),
  behind('kubectl', String.raw`\[pod\/[^\]\s]{1,512}\] (?:${ISO_TIME} )?`),
]

function behind(name: string, prefix: string): Envelope {
  const pattern = new RegExp(`^${prefix}`)
  return {
    name,
    open: (line) => {
      const found = pattern.exec(line)
      return found ? line.slice(found[0].length) : null
    },
  }
}

/** Six lines in ten, as for formats: other programs may write to the same place. */
const SHARE_MIN = 0.6

/** The envelope that lines are in, null when they are in none. */
export function findEnvelope(lines: readonly string[]): Envelope | null {
  return ENVELOPES.find(({ open }) => lines.filter((line) => open(line) !== null).length > SHARE_MIN * lines.length) ?? null
}

/** The same format, for lines in an envelope. `#` lines would be in it as well; no server that writes them is run so. */
export function inEnvelope({ name, parse }: LogFormat, { name: envelope, open }: Envelope): LogFormat {
  return {
    name: `${name} in ${envelope}`,
    parse: (line) => {
      const inner = open(line)
      return inner === null ? 'not-in-format' : parse(inner)
    },
  }
}
