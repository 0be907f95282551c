import { scopeSuffix } from '../../../site/operations/scope.ts'
import type { Reading } from '../frame.ts'
import type { Found, Ground } from '../ground/ground.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import type { Clause } from '../message/clause.ts'
import { choice, unclear } from '../frame.ts'

/** Reads instructions of one family. */
export interface FrameReader {
  /** Instructions that work as they stand; the first one is shown as help. */
  readonly examples: readonly string[]
  /** Null when the instruction is about something else. */
  read(clause: Clause, ground: Ground): Reading | null
}

/** A quoted text, or words. */
export const SLOT = `${ANY_QUOTE}|\\S.*?`
/** A quoted text, or one word. */
export const WORD_SLOT = `${ANY_QUOTE}|\\S+`

const ONE_QUOTE = new RegExp(`^${ANY_QUOTE}$`, 'u')

export function isQuoted(slot: string | undefined): boolean {
  return slot !== undefined && ONE_QUOTE.test(slot.trim())
}

/** The one page that a slot means, or what to say about it. */
export function groundPage(
  slot: string,
  { quotes, raw }: Pick<Clause, 'quotes' | 'raw'>,
  ground: Ground,
): { path: string } | Reading {
  const written = unquoted(slot, quotes)
    .replace(/^(?:the|our|this|that|a)\s+/iu, '')
    .replace(
      /^(?:(?:page|file|guide|doc|document|article|tutorial)\s+)(?:(?:on|about|for|called|titled|named|entitled)\s+)?(?:the\s+)?/iu,
      '',
    )
    .replace(/\s+(?:page|file|guide|doc|document|article|tutorial)$/iu, '')
  const found: Found = ground.page(unquoted(written, quotes))
  if (!found && ground.site.has(unquoted(written, quotes)))
    return unclear(`\`${unquoted(written, quotes)}\` is a file that no instruction may change.`)
  if (!found) return unclear(`There is no page \`${unquoted(written, quotes)}\`.`)
  if ('path' in found) return found
  const listed = found.several.map((path) => `\`${path}\``).join(' or ')
  return choice(
    `\`${unquoted(written, quotes)}\` could be ${listed}.`,
    found.several.map((path) => inWords(raw.replace(slot, path), quotes)),
  )
}

/** An instruction with its quotes, as a person would write it. */
export function inWords(masked: string, quotes: readonly string[]): string {
  const text = masked.replaceAll(/\uE000(\d+)\uE001/gu, (_, index: string) => `"${quotes[Number(index)] ?? ''}"`)
  return text === '' ? text : `${text[0]!.toUpperCase()}${text.slice(1)}`
}

/** What a hint says behind the work: the scope as it was understood. */
export function where({ scope }: Pick<Clause, 'scope'>): string {
  return scopeSuffix(scope).replaceAll('`', '')
}
