import { isAscii } from 'node:buffer'
import { decodeText } from './formats/unescape-value.ts'

const NEWLINE = 10
const RETURN = 13

/** Looks through a whole piece that is not all ASCII for the few places that are not: cheaper than to ask each line. */
const NOT_ASCII = /[\x80-\xff]/g

/** Cuts a run of bytes into lines, whatever pieces it comes in. */
export interface LineCutter {
  /** Byte after the last line that was handed over, counted from the start of the content. */
  readonly consumed: number
  /** True when bytes came after that which are not a whole line yet. */
  readonly hasRest: boolean
  /** Those bytes as a line; null when it is longer than the limit. */
  rest(): string | null
  /** Hands over the lines that end in this piece. */
  take(chunk: Buffer): void
  /** Hands over what is left as a last line without a line break. */
  finish(): void
}

export interface CutOptions {
  fromByte: number
  /** The first bytes belong to a line that was handed over before its end had been written; they are dropped. */
  isMidLine: boolean
  lineBytesMax: number
  /** Null for a line that is longer than the limit. Line breaks, also `\r\n`, are not part of it. */
  onLine: (line: string | null) => void
  /**
   * Asked first about a line that is in one piece. What it takes ends at the place that it returns; -1 when it does not take the line,
   * and only then a text is made of it. The line does not count when it ends behind `to`.
   */
  takeBytes?: ((bytes: Buffer, from: number, to: number) => number) | undefined
}

/**
 * Every line becomes a string of its own. Slices of one string for each piece would be quicker to make, but whoever kept
 * one user agent would keep the whole piece in memory.
 */
export function createLineCutter({ fromByte, isMidLine, lineBytesMax, onLine, takeBytes }: CutOptions): LineCutter {
  let rest: Buffer[] = []
  let restBytes = 0
  let consumed = fromByte
  let isDropping = isMidLine

  function endLine(line: string | null): void {
    if (isDropping) isDropping = false
    else onLine(line)
    rest = []
    restBytes = 0
  }

  function restAsLine(): string | null {
    return restBytes > lineBytesMax ? null : toText(Buffer.concat(rest))
  }

  function keep(piece: Buffer): void {
    restBytes += piece.length
    // A copy: the piece is good only for now.
    if (restBytes <= lineBytesMax && !isDropping) rest.push(Buffer.from(piece))
    else rest = []
  }

  function take(chunk: Buffer): void {
    const foreign = takeBytes || isAscii(chunk) ? null : findForeign(chunk)
    let nextForeign = 0
    let from = 0
    const last = chunk.lastIndexOf(NEWLINE) + 1
    while (from < last) {
      if (takeBytes && restBytes === 0 && !isDropping) {
        const next = takeBytes(chunk, from, Math.min(last, from + lineBytesMax))
        if (next >= 0) {
          consumed += next - from
          from = next
          continue
        }
      }
      const to = chunk.indexOf(NEWLINE, from)
      if (restBytes > 0) {
        keep(chunk.subarray(from, to))
        consumed += restBytes + 1
        endLine(restAsLine())
      } else {
        consumed += to - from + 1
        if (foreign) while (foreign[nextForeign]! < from) nextForeign++
        const end = to > from && chunk[to - 1] === RETURN ? to - 1 : to
        if (to - from > lineBytesMax) endLine(null)
        else if (!takeBytes && (foreign === null || !(foreign[nextForeign]! < to))) endLine(chunk.toString('latin1', from, end))
        else endLine(toText(chunk.subarray(from, end)))
      }
      from = to + 1
    }
    if (from < chunk.length) keep(chunk.subarray(from))
  }

  return {
    get consumed() {
      return consumed
    },
    get hasRest() {
      return restBytes > 0
    },
    rest: restAsLine,
    take,
    finish() {
      if (restBytes === 0) return
      consumed += restBytes
      endLine(restAsLine())
    },
  }
}

/** The places of all bytes that are not ASCII. */
function findForeign(chunk: Buffer): number[] {
  return Array.from(chunk.toString('latin1').matchAll(NOT_ASCII), (match) => match.index)
}

function toText(line: Buffer): string {
  return decodeText(line.at(-1) === RETURN ? line.subarray(0, -1) : line)
}
