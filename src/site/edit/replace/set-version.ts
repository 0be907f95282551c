import { dialectOf } from '../../../markdown/page.ts'
import { readPageRegions } from '../../read/regions/page-regions.ts'
import type { RegionKind } from '../../read/regions/region.ts'
import type { EditableSite } from '../editable-site.ts'
import { nextTurn } from '../next-turn.ts'
import { type Outcome, plural } from '../outcome.ts'
import { AFTER_VERSION, BEFORE_VERSION, escapePattern } from './term-pattern.ts'

/** A version as text has it: `22`, `v20.17.0`, `9.x`, `22 LTS`. */
const VERSION = String.raw`[vV]?\d+(?:\.(?:\d+|x))*`

/** Words and marks between a name and its version, and the rest of a link around the name. */
const BETWEEN = String.raw`(?:\]\([^()\s]{0,200}\)|\]\[[^[\]\n]{0,100}\])?(?:[^\S\n]|[*_\x60"'’:@=~^<>≥(|-]|\b(?:version|versions|release|v|at least|or|newer than|is|requires|minimum|LTS)\b){0,8}`

const AFTER = String.raw`(?![\p{L}\p{N}_]|\.\p{N}|-\p{L})`

/** Regions in which a version says what the reader has to use. Targets and names of files stay. */
const CHANGED: ReadonlySet<RegionKind> = new Set(['prose', 'front-matter-text', 'code-block', 'inline-code', 'markup'])

interface VersionPlace {
  start: number
  end: number
  written: string
}

export interface VersionChange {
  /** What the version is of; null when it stands for itself, as `v20.17.0` does. */
  name: string | null
  /** Null for whatever version stands beside the name. */
  from: string | null
  to: string
}

/** The versions beside a name on the pages, with how often each of them stands there. */
export function versionsBeside(site: EditableSite, pages: readonly string[], name: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of pages) {
    for (const { written } of placesOf(path, site.text(path), { name, from: null }))
      counts.set(bare(written), (counts.get(bare(written)) ?? 0) + 1)
  }
  return counts
}

/** Sets a version where it stands beside its name, in text and in code. */
export async function setVersion(
  site: EditableSite,
  pages: readonly string[],
  { name, from, to }: VersionChange,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  for (const path of pages) {
    await nextTurn(signal)
    const page = site.text(path)
    const places = placesOf(path, page, { name, from }).filter(({ written }) => bare(written) !== bare(to))
    if (places.length === 0) continue
    let changed = ''
    let position = 0
    for (const { start, end, written } of places) {
      changed += page.slice(position, start) + asWritten(to, written)
      position = end
    }
    site.write(path, changed + page.slice(position))
    outcome.changes.push({ path, what: plural(places.length, 'place') })
  }
  if (outcome.changes.length === 0) {
    const what = from === null ? `a version of ${name ?? 'it'}` : `${name === null ? '' : `${name} `}${from}`
    outcome.notes.push(`${what[0]?.toUpperCase()}${what.slice(1)} is nowhere on these pages.`)
  }
  return outcome
}

function placesOf(path: string, page: string, { name, from }: Pick<VersionChange, 'name' | 'from'>): VersionPlace[] {
  const version = from === null ? VERSION : exactly(from)
  const before = name === null ? BEFORE_VERSION : `(?<![\\p{L}\\p{N}_])${nameForms(name)}${BETWEEN}`
  const pattern = new RegExp(`${before}(?<version>${version})${name === null ? AFTER_VERSION : AFTER}`, 'giu')
  const found = [...page.matchAll(pattern)]
  if (found.length === 0) return []
  const regions = readPageRegions(page, dialectOf(path))
  return found.flatMap(({ 0: whole, index, groups }) => {
    const written = groups?.['version'] ?? ''
    const end = index + whole.length
    const start = end - written.length
    const kind = regions.find((region) => start < region.end)?.kind ?? 'prose'
    return CHANGED.has(kind) ? [{ start, end, written }] : []
  })
}

/** `20.17` is also written `v20.17` and `20.17.0`. */
function exactly(version: string): string {
  const parts = bare(version)
  const zeros = /^\d+\.\d+$/u.test(parts) ? String.raw`(?:\.0)?` : ''
  return `[vV]?${escapePattern(parts)}${zeros}`
}

/** Node.js is also written Node, and a package's name may hang on its version by an at sign. */
function nameForms(name: string): string {
  const short = name.replace(/\.?js$/iu, '')
  return short !== name && short.length > 2 ? `${escapePattern(short)}(?:\\.?js)?` : `${escapePattern(name)}(?:\\.?js)?`
}

function bare(version: string): string {
  return version.replace(/^v(?=\d)/iu, '')
}

/** With the letter in front of it that the old one had. */
function asWritten(to: string, written: string): string {
  return /^v/iu.test(written) ? `${written[0]}${bare(to)}` : /^\d/u.test(written) && /^v\d/iu.test(to) ? bare(to) : to
}
