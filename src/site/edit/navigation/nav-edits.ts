import type { TextRange } from '../../read/page-facts.ts'
import type { NavigationEntry } from '../../read/site-settings.ts'

/** A page as a navigation entry names it. */
interface NewEntry {
  target: string
  title: string
}

/**
 * Adds an entry behind another one, written in the same way. Navigation files are edited as text, so that comments and layout stay;
 * the caller reads the result again and takes it back when it does not say what it should.
 */
export function insertEntryAfter(text: string, sibling: NavigationEntry, entry: NewEntry): string | null {
  if (/\.ya?ml$/iu.test(sibling.path)) return insertYamlLine(text, sibling.at, entry)
  const { start, end } = quotedRange(text, sibling.at)
  const quote = text[start] ?? '"'
  const object = sibling.kind === 'route' ? enclosingObject(text, start) : null
  if (sibling.kind === 'route' && !object) return null
  const from = object?.start ?? start
  const to = object?.end ?? end
  const written = object
    ? `{ text: ${quoted(entry.title, quote)}, link: ${quoted(entry.target, quote)} }`
    : quoted(entry.target, quote)
  const lead = leadOf(text, from)
  const gap = lead === null ? ' ' : `\n${lead}`
  return `${text.slice(0, to)},${gap}${written}${text.slice(to)}`
}

/** Takes an entry out together with its comma, and with its object when it stands alone in one. */
export function removeEntry(text: string, entry: NavigationEntry): string | null {
  if (/\.ya?ml$/iu.test(entry.path)) return removeYamlLine(text, entry.at)
  const { start, end } = quotedRange(text, entry.at)
  const isField = /[\w$"']\s*:\s*$/u.test(text.slice(0, start))
  const object = isField ? enclosingObject(text, start) : { start, end }
  // An object that holds further entries is a group, which must not go with one of its pages.
  if (!object || /[[\]]/u.test(text.slice(object.start, object.end))) return null
  const after = /^\s*,/u.exec(text.slice(object.end))?.[0] ?? ''
  const lineLead = leadOf(text, object.start)
  if (after !== '') {
    const from = lineLead === null ? object.start : object.start - lineLead.length - 1
    const rest = text.slice(object.end + after.length)
    return text.slice(0, from) + (lineLead === null ? rest.replace(/^ +/u, '') : rest)
  }
  const before = /,?\s*$/u.exec(text.slice(0, object.start))?.[0] ?? ''
  return text.slice(0, object.start - before.length) + text.slice(object.end)
}

/** Puts another target in the place of the one that the entry has. */
export function rewriteEntry(text: string, at: TextRange, target: string): string {
  const lines = text.split('\n')
  const line = lines[at.line - 1] ?? ''
  lines[at.line - 1] = line.slice(0, at.start) + target + line.slice(at.end)
  return lines.join('\n')
}

function insertYamlLine(text: string, at: TextRange, { target, title }: NewEntry): string | null {
  const lines = text.split('\n')
  const line = lines[at.line - 1] ?? ''
  const found = /^(?<lead>\s*-\s+)(?<title>.+:\s+)?\S+\s*$/u.exec(line)?.groups
  if (!found) return null
  const label = /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(title) ? title : JSON.stringify(title)
  lines.splice(at.line, 0, `${found['lead']}${found['title'] === undefined ? '' : `${label}: `}${target}`)
  return lines.join('\n')
}

function removeYamlLine(text: string, at: TextRange): string | null {
  const lines = text.split('\n')
  if (!/^\s*-\s+(?:.+:\s+)?\S+\s*$/u.test(lines[at.line - 1] ?? '')) return null
  lines.splice(at.line - 1, 1)
  return lines.join('\n')
}

/** Offsets of a target with its quotes. */
function quotedRange(text: string, at: TextRange): { start: number; end: number } {
  const lineStart = text
    .split('\n')
    .slice(0, at.line - 1)
    .reduce((sum, line) => sum + line.length + 1, 0)
  return { start: lineStart + at.start - 1, end: lineStart + at.end + 1 }
}

function enclosingObject(text: string, at: number): { start: number; end: number } | null {
  const start = text.lastIndexOf('{', at)
  const end = text.indexOf('}', at)
  if (start < 0 || end < 0 || text.slice(start + 1, at).includes('}') || text.slice(at, end).includes('{')) return null
  return { start, end: end + 1 }
}

/** The indentation of what starts its line; null when something stands before it. */
function leadOf(text: string, at: number): string | null {
  const lead = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^\s*$/u.test(lead) ? lead : null
}

function quoted(value: string, quote: string): string {
  const json = JSON.stringify(value)
  return quote === "'" ? `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : json
}
