import { readYaml } from '../../read/read-yaml.ts'
import { plural } from '../outcome.ts'
import { type PageLine, readPageLines } from '../../read/regions/page-lines.ts'
import type { PageRule } from '../page-rules.ts'

const BARE_FENCE = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(?:`{3,}|~{3,})[ \t]*$/u

/** An example on a page has less, and YAML takes long to read. */
const YAML_CHARACTERS_MAX = 16 * 1024

/** Names the language of a code block that names none, when there is no doubt about it. */
export const addFenceLanguages: PageRule = (page, { dialect }) => {
  const lines = readPageLines(page, dialect)
  const parts: string[] = []
  let added = 0
  let unknown = 0
  let isOpen = false
  for (const [index, line] of lines.entries()) {
    const raw = page.slice(line.start, line.end)
    if (line.kind === 'fence') isOpen = !isOpen
    if (line.kind !== 'fence' || !isOpen || !BARE_FENCE.test(line.text)) {
      parts.push(raw)
      continue
    }
    const language = detectLanguage(contentAfter(lines, index))
    if (language === null) unknown += 1
    else added += 1
    parts.push(language === null ? raw : raw.replace(/[ \t]*(?=\r?\n|$)/u, language))
  }
  return {
    page: parts.join(''),
    changes: added === 0 ? [] : [`language of ${plural(added, 'code block')}`],
    left: unknown === 0 ? [] : [{ what: `${plural(unknown, 'code block')} without a language that can be told with certainty` }],
  }
}

function contentAfter(lines: readonly PageLine[], opening: number): string {
  let end = opening + 1
  while (end < lines.length && lines[end]!.kind !== 'fence') end += 1
  return lines
    .slice(opening + 1, end)
    .map(({ text }) => text)
    .join('\n')
}

/** JSON that parses, commands that all carry a prompt, or YAML that could be nothing else. */
function detectLanguage(code: string): string | null {
  const text = code.trim()
  if (text === '') return null
  if (/^[[{]/u.test(text) && isJson(text)) return 'json'
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.every((line) => /^\s*\$ \S/u.test(line))) return 'sh'
  return isCertainlyYaml(text, lines) ? 'yaml' : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Prose with a colon also parses as YAML, so at least three lines must be nothing but keys, values and items, one of them nested. */
function isCertainlyYaml(text: string, lines: readonly string[]): boolean {
  const isEntry = (line: string) => /^\s*(?:- )?[A-Za-z_][\w.-]*:(?: \S.*)?$|^\s+- \S.*$/u.test(line)
  const isNested = lines.some((line) => /^\s+\S/u.test(line)) && lines.some((line) => line.endsWith(':'))
  if (lines.length < 3 || !isNested || !lines.every(isEntry)) return false
  return text.length <= YAML_CHARACTERS_MAX && readYaml(text).fault === null
}
