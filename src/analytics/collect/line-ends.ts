import { type LogSource, dropBytes } from './log-source.ts'

const NEWLINE = 10
const RETURN = 13

export type LineEnds = 'lf' | 'crlf'

/** The same lines with other line ends. */
export function convertLineEnds(content: Buffer, to: LineEnds): Buffer {
  return converter(to)(content)
}

/** A copy of a log that went through another system, as the log was: positions are those of the original. */
export function withLineEnds(source: LogSource, to: LineEnds): LogSource {
  async function* converted(): AsyncGenerator<Buffer> {
    const convert = converter(to)
    for await (const chunk of source.open(0)) yield convert(chunk)
  }
  return { ...source, open: (fromByte) => dropBytes(converted(), fromByte) }
}

/** For one piece after the other. A return at the end of a piece waits for the next: it may belong to a line break. */
function converter(to: LineEnds): (chunk: Buffer) => Buffer {
  let last = 0
  return (chunk) => {
    const out = Buffer.allocUnsafe(chunk.length * 2 + 1)
    let length = 0
    for (const byte of chunk) {
      if (to === 'lf' && last === RETURN && byte !== NEWLINE) out[length++] = RETURN
      if (to === 'crlf' && byte === NEWLINE && last !== RETURN) out[length++] = RETURN
      if (to === 'crlf' || byte !== RETURN) out[length++] = byte
      last = byte
    }
    return out.subarray(0, length)
  }
}
