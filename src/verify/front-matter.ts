import { parseDocument } from 'yaml'
import type { FrontMatter } from './page-facts.ts'
import { isExternal } from './site-path.ts'

const NONE: FrontMatter = {
  status: 'none',
  error: null,
  errorLine: null,
  endLine: 0,
  title: null,
  id: null,
  routes: [],
  redirectsFrom: [],
  isGenerated: false,
}

const ROUTE_FIELDS = ['slug', 'permalink', 'url']
const REDIRECT_FIELDS = ['redirect_from', 'redirect_froms', 'aliases', 'redirects']
const GENERATED_FIELDS = ['openapi', 'asyncapi', 'api', 'openapi-schema']

/** Real front matter has a few hundred characters. More is data that somebody else checks. */
const FRONT_MATTER_CHARACTERS_MAX = 64 * 1024

const OPENING = /^\uFEFF?---[ \t]*\r?\n/
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/m

/** Reads YAML front matter. TOML (`+++`) is stepped over, since only Hugo has it and nothing here depends on its fields. */
export function readFrontMatter(text: string): { frontMatter: FrontMatter; endOffset: number } {
  const toml = /^\uFEFF?\+\+\+[ \t]*\r?\n[\s\S]*?^\+\+\+[ \t]*\r?$/m.exec(text)
  if (toml?.index === 0) return { frontMatter: { ...NONE, endLine: countLines(toml[0]) }, endOffset: toml[0].length }
  const opening = OPENING.exec(text)
  if (!opening) return { frontMatter: NONE, endOffset: 0 }
  const rest = text.slice(opening[0].length)
  const closing = CLOSING.exec(rest)
  // A first line of dashes that nothing closes is a thematic break.
  if (!closing) return { frontMatter: NONE, endOffset: 0 }
  const source = rest.slice(0, closing.index)
  const endOffset = opening[0].length + closing.index + closing[0].length
  const endLine = countLines(text.slice(0, endOffset))
  return { frontMatter: { ...readFields(source), endLine }, endOffset }
}

function countLines(text: string): number {
  return text.split('\n').length
}

function readFields(source: string): FrontMatter {
  const valid: FrontMatter = { ...NONE, status: 'valid' }
  // Templates are filled in before anything reads them as YAML.
  if (/\{\{|\{%/.test(source) || source.length > FRONT_MATTER_CHARACTERS_MAX) return valid
  try {
    const document = parseDocument(source, { prettyErrors: false, logLevel: 'silent' })
    const error = document.errors[0]
    if (error) return invalid(error.message, countLines(source.slice(0, error.pos[0])) + 1)
    const fields: unknown = document.toJS()
    if (fields === null) return valid
    if (typeof fields !== 'object' || Array.isArray(fields)) return invalid('It is not a list of fields.', 2)
    return { ...valid, ...pickFields(fields as Record<string, unknown>) }
  } catch (error) {
    // The YAML package throws for aliases without an anchor and for those that would grow without bound.
    return invalid(error instanceof Error ? error.message : String(error), 2)
  }
}

function invalid(error: string, errorLine: number): FrontMatter {
  return { ...NONE, status: 'invalid', error: error.split('\n')[0]!, errorLine }
}

function pickFields(fields: Record<string, unknown>): Partial<FrontMatter> {
  return {
    title: texts(fields['title'])[0] ?? null,
    id: texts(fields['id'])[0] ?? null,
    routes: ROUTE_FIELDS.flatMap((name) => texts(fields[name])).filter((route) => !isExternal(route)),
    redirectsFrom: REDIRECT_FIELDS.flatMap((name) => texts(fields[name])),
    isGenerated: GENERATED_FIELDS.some((name) => fields[name] !== undefined && fields[name] !== null),
  }
}

function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(texts)
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'string' && value !== '' ? [value] : []
}
