import { activeHtml } from './active-html.ts'
import type { Configuration } from './configuration.ts'
import { type Plain, type PlainObject, isSame, readLiteral, skipSpace, textsIn } from './literal.ts'
import type { ConfigurationShape } from './path-kind.ts'
import { isRunnableAddress, redirectDanger } from './redirect-target.ts'
import { readScript } from './script-parts.ts'
import { readTomlRedirects } from './toml-redirects.ts'
import { readYaml } from './yaml-parts.ts'

/** A larger file isn't navigation. */
const CHARACTERS_MAX = 512 * 1024
/** The parser of YAML takes its time: some ten microseconds for each character of a text that is written to hold it up. */
const YAML_CHARACTERS_MAX = 128 * 1024

const ONLY = 'Docwright lets agents change only the navigation and the redirects of this file, written out as plain data'

/**
 * Why a change of a site configuration goes beyond its navigation and redirects, in words that follow the path; null when it does
 * not. It is told from the two versions alone, whoever made the change and by whatever tool.
 */
export function configurationDanger(shape: ConfigurationShape, before: string | null, after: string | null): string | null {
  if (after === null) return 'would be removed, and the site is built by it'
  if (shape.format === 'redirects') return redirectLinesDanger(before ?? '', after)
  if (before === null) return 'would be a new file that the site is built by'
  const old = readConfiguration(shape, before)
  if (!old) return `can't be read with certainty as it is. ${ONLY}`
  const now = readConfiguration(shape, after)
  if (!now) return `would hold more than plain data. ${ONLY}`
  if (!isSame(old.rest, now.rest))
    return `would change outside of its navigation and redirects, or to more than plain data. ${ONLY}`
  return partsDanger(old.parts, now.parts)
}

function readConfiguration(shape: ConfigurationShape, text: string): Configuration | null {
  const charactersMax = shape.format === 'yaml' ? YAML_CHARACTERS_MAX : CHARACTERS_MAX
  if (text.includes('\0') || text.length > charactersMax) return null
  const plain = text.replace(/^\uFEFF/, '')
  if (shape.format === 'json') return readJson(plain, shape.keys)
  if (shape.format === 'yaml') return readYaml(plain, shape.keys)
  if (shape.format === 'script') return readScript(plain, shape.keys)
  return shape.format === 'toml' ? readTomlRedirects(plain, shape.table) : null
}

function readJson(text: string, keys: ReadonlySet<string> | null): Configuration | null {
  const start = skipSpace(text, 0)
  const literal = start === null ? null : readLiteral(text, start, { hasTemplates: false })
  if (!literal || skipSpace(text, literal.end) !== text.length) return null
  if (keys === null) return { rest: null, parts: [{ key: '', value: literal.value }] }
  if (typeof literal.value !== 'object' || literal.value === null || Array.isArray(literal.value)) return null
  const fields = Object.entries(literal.value as PlainObject)
  return {
    rest: Object.fromEntries(fields.filter(([key]) => !keys.has(key))),
    parts: fields.filter(([key]) => keys.has(key)).map(([key, value]) => ({ key, value })),
  }
}

/** Looks at what is new in the parts: markup that runs, addresses that are programs, redirects that are none. */
function partsDanger(before: Configuration['parts'], after: Configuration['parts']): string | null {
  const known = new Set(before.flatMap(({ value }) => [...textsIn(value)].map(({ text }) => text)))
  for (const { value } of after)
    for (const { text } of textsIn(value)) {
      if (known.has(text)) continue
      if (isRunnableAddress(text)) return 'would hold an address that runs a program'
      // Some themes show labels as they are.
      const active = activeHtml(text).next()
      if (!active.done) return `would hold ${active.value.what}`
    }
  const old = new Set(before.flatMap(({ key, value }) => redirectsIn(value, redirectFieldOf(key)).map(idOf)))
  for (const { key, value } of after)
    for (const redirect of redirectsIn(value, redirectFieldOf(key))) {
      const danger = old.has(idOf(redirect)) ? null : redirectDanger(redirect.from, redirect.to)
      if (danger) return `would hold a redirect that ${danger}`
      if (!old.has(idOf(redirect)) && redirect.status !== null && !/^30[12378]$/.test(redirect.status))
        return 'would hold a rewrite, which is not a redirect'
    }
  return null
}

/** Where redirects may be: in a field for them, or in a file that is all navigation or all redirects, where paths tell. */
function redirectFieldOf(key: string): 'redirects' | 'unnamed' | 'navigation' {
  return key === '' ? 'unnamed' : key.startsWith('redirect') ? 'redirects' : 'navigation'
}

interface FoundRedirect {
  from: string
  to: string
  status: string | null
}

const idOf = ({ from, to, status }: FoundRedirect) => JSON.stringify([from, to, status])

/** Redirects in their usual shapes: `{source, destination}`, `{from, to}`, `{old: new}`, `{old: {destination}}`. */
function redirectsIn(value: Plain, field: ReturnType<typeof redirectFieldOf>): FoundRedirect[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return (value as readonly Plain[]).flatMap((item) => redirectsIn(item, field))
  const fields = value as PlainObject
  const to = fields['destination'] ?? fields['to']
  const from = fields['source'] ?? fields['from']
  const code = fields['statusCode'] ?? fields['status']
  const status = code === undefined || code === '' ? null : textOf(code)
  if (typeof to === 'string' && (field === 'redirects' || from !== undefined))
    return (Array.isArray(from) ? (from as readonly Plain[]) : [from ?? '']).map((one) => ({ from: textOf(one), to, status }))
  if (field === 'navigation') return []
  return Object.entries(fields).flatMap(([key, one]) =>
    typeof one === 'string'
      ? field === 'redirects' || key.startsWith('/')
        ? [{ from: key, to: one, status: null }]
        : []
      : redirectsIn(one, field).map((redirect) => ({ ...redirect, from: redirect.from === '' ? key : redirect.from })),
  )
}

function textOf(value: Plain): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `/old /new 301`, one to a line, as Netlify and Cloudflare have it. Lines that were there may stay, whatever they say. */
function redirectLinesDanger(before: string, after: string): string | null {
  const known = new Set(before.split(/\r\n?|\n/).map((line) => line.trim()))
  for (const line of after.split(/\r\n?|\n|\u2028|\u2029|\u0085/)) {
    const text = line.trim()
    if (text === '' || text.startsWith('#') || known.has(text)) continue
    const [from = '', to = '', status, ...more] = text.split(/\s+/)
    if (!from.startsWith('/') || to === '' || more.length > 0) return 'would hold a line that is not a plain redirect'
    if (status !== undefined && !/^30[12378]!?$/.test(status)) return 'would hold a rewrite, which is not a redirect'
    const danger = redirectDanger(from, to)
    if (danger || !/^(?:\/|https?:\/\/)/i.test(to)) return `would hold a redirect that ${danger ?? 'leads nowhere'}`
  }
  return null
}
