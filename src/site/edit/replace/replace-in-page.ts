import { readPageRegions } from '../../read/regions/page-regions.ts'
import type { Dialect } from '../../../markdown/page.ts'
import type { Region, RegionKind } from '../../read/regions/region.ts'
import type { TermPattern } from './term-pattern.ts'

interface ReplacedPage {
  page: string
  count: number
  /** Matches that were found and left, by what they are inside of. */
  left: Partial<Record<RegionKind, number>>
  /** Matches in lines that speak of the old and the new text. */
  historic: number
}

const ALWAYS: ReadonlySet<RegionKind> = new Set(['prose', 'front-matter-text'])

/** A line that starts a block of its own, so that a term cannot run over into it. */
const BLOCK_START = /^\s*(?:#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s|\||$)/u

/** Replaces a term in the parts of a page that are for readers, and in others only when asked. */
export function replaceInPage(page: string, dialect: Dialect, term: TermPattern, also: ReadonlySet<RegionKind>): ReplacedPage {
  const left: ReplacedPage['left'] = {}
  let count = 0
  let historic = 0
  // Cut into regions at the first match: most pages have none.
  let regions: Region[] | null = null
  let next = 0
  /** The line of the last match. It is looked at once, however many matches it has. */
  let line = { end: -1, isHistory: false }
  // One search over the whole page: a search in each region alone would see word boundaries where there are none.
  const replaced = page.replaceAll(term.pattern, (match, ...rest) => {
    const at = rest.find((part): part is number => typeof part === 'number') ?? 0
    regions ??= readPageRegions(page, dialect)
    while (next < regions.length && (regions[next]?.end ?? 0) <= at) next += 1
    const region = regions[next]
    if (!region || match === '' || term.isDone(page, at)) return match
    if (at > line.end) line = readLine(page, at, term)
    if (line.isHistory) {
      historic += 1
      return match
    }
    const isShown = region.kind === 'markup' && isShownAttribute(page, region, at)
    const mayChange = isWithin(region, at, match, page) && (ALWAYS.has(region.kind) || also.has(region.kind) || isShown)
    const text = term.replacement(match)
    const written = !mayChange ? null : region.kind === 'front-matter-text' ? asFrontMatter(page, region, at, match, text) : text
    if (written === null) {
      left[region.kind] = (left[region.kind] ?? 0) + 1
      return match
    }
    if (written !== match) count += 1
    return written
  })
  return { page: replaced, count, left, historic }
}

function readLine(page: string, at: number, term: TermPattern): { end: number; isHistory: boolean } {
  const start = page.lastIndexOf('\n', at - 1) + 1
  const newline = page.indexOf('\n', at)
  const end = newline < 0 ? page.length : newline
  return { end, isHistory: term.isHistory(page.slice(start, Math.min(end, start + LINE_CHARACTERS_MAX))) }
}

/** A longer line is a whole text, of which the rest says nothing about a match. */
const LINE_CHARACTERS_MAX = 2000

/** Attributes whose values readers see. */
const SHOWN_ATTRIBUTE =
  /\s(?:title|description|label|alt|caption|summary|subtitle|tooltip|tip|header|heading|aria-label|placeholder|cta)=(?<quote>["'])(?:(?!\k<quote>).)*$/u

/** True for the value of an attribute such as the title of a tab. Its other marks would have to be escaped, so it has none. */
function isShownAttribute(page: string, region: Region, at: number): boolean {
  return SHOWN_ATTRIBUTE.test(page.slice(Math.max(region.start, at - LINE_CHARACTERS_MAX), at))
}

function isWithin(region: Region, at: number, match: string, page: string): boolean {
  if (at + match.length > region.end) return false
  const newline = match.indexOf('\n')
  if (newline < 0) return true
  const lineStart = page.lastIndexOf('\n', at - 1) + 1
  const nextLine = page.slice(at + newline + 1).split('\n', 1)[0] ?? ''
  return !BLOCK_START.test(nextLine) && !/^\s*(?:#{1,6}\s|\|)/u.test(page.slice(lineStart, at))
}

/** No title or description is longer; each match looks at all of its value. */
const VALUE_CHARACTERS_MAX = 2000

/** The text as it may stand in a YAML value; null when the value would have to be written in another way. */
function asFrontMatter(page: string, region: Region, at: number, match: string, text: string): string | null {
  const quote = page[region.start - 1]
  if (text.includes('\n') || region.end - region.start > VALUE_CHARACTERS_MAX) return null
  if (quote === '"') return text.replaceAll(/["\\]/gu, String.raw`\$&`)
  if (quote === "'") return text.replaceAll("'", "''")
  const value = page.slice(region.start, at) + text + page.slice(at + match.length, region.end)
  const isPlain =
    !/^[\s"'>|&*!%@`[\]{}#,?:-]|:(?:\s|$)|\s#|\s$/u.test(value) &&
    value !== '' &&
    !/^(?:true|false|null|yes|no|on|off|~|[\d.+-].*)$/iu.test(value)
  return isPlain ? text : null
}
