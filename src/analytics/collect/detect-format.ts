import { findEnvelope, inEnvelope } from './formats/envelopes.ts'
import type { LogFormat } from './formats/log-format.ts'
import { LOG_FORMATS } from './formats/log-formats.ts'

/** Enough to outweigh the messages that a server writes at its start, and read in a millisecond. */
const LINES_MAX = 200

/** Six lines in ten. A log has garbage in it, but a file of which half is something else should be looked at by a person. */
const SHARE_MIN = 0.6

export interface Candidate {
  name: string
  /** Of the lines that were looked at, how many have the shape of this format: 0 to 1. */
  share: number
}

/** The format, or what was tried: the best first, for the message to the person who has to name it. */
export type Detected = { format: LogFormat } | { format: null; tried: Candidate[] }

/**
 * Finds the format of a log from its first lines.
 *
 * `own` are formats of the project's own, which go before all others.
 *
 * `#` lines are read as what they are, so that the format that comes back knows its columns if they were named. It is the
 * one for the first line of the file: whoever reads on from there meets the `#` lines again.
 */
export function detectFormat(lines: readonly string[], own: readonly LogFormat[] = []): Detected {
  const looked = firstEntries(lines)
  const envelope = findEnvelope(looked)
  if (envelope) {
    const detected = detectFormat(
      looked.map((line) => envelope.open(line) ?? line),
      own,
    )
    return detected.format ? { format: inEnvelope(detected.format, envelope) } : detected
  }
  const tried = [...own, ...LOG_FORMATS].map((format) => ({ format, name: format.name, share: shareOf(format, looked) }))
  // Stable, so that of two formats with the same share the more particular one, which is earlier in the list, wins.
  tried.sort((a, b) => b.share - a.share)
  const best = tried[0]!
  if (best.share >= SHARE_MIN) return { format: best.format }
  return { format: null, tried: tried.map(({ name, share }) => ({ name, share })) }
}

/** A format that somebody named, in the envelope that the lines are in. */
export function inEnvelopeOf(lines: readonly string[], format: LogFormat): LogFormat {
  const envelope = findEnvelope(firstEntries(lines))
  return envelope ? inEnvelope(format, envelope) : format
}

function firstEntries(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== '').slice(0, LINES_MAX)
}

function shareOf(first: LogFormat, lines: readonly string[]): number {
  let format = first
  let entries = 0
  let matches = 0
  for (const line of lines) {
    if (line.startsWith('#')) {
      format = format.afterDirective?.(line) ?? format
      continue
    }
    entries++
    // Garbage in the request is still a line of this format: a quiet server may have nothing but scanners at its start.
    if (format.parse(line) !== 'not-in-format') matches++
  }
  return entries === 0 ? (format === first ? 0 : 1) : matches / entries
}
