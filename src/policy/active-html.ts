import { NextIndex } from '../markdown/next-index.ts'
import type { TagSpan } from '../markdown/page.ts'
import { closeBracket } from '../markdown/script-scan.ts'
import type { Patience } from '../markdown/tag.ts'
import { isRunnableAddress } from './redirect-target.ts'

/** A piece of a page that something runs or obeys. `text` tells it from others: the same piece is known wherever it stands. */
export interface ActivePiece {
  /** In words that follow "adds". */
  what: string
  text: string
}

const TAG = /<\/?([A-Za-z][\w.:-]*)/g
const TAG_START = /^<[A-Za-z]/
const NAME_REST = /(?:[^\s/><{]|<(?![A-Za-z]))*/y
const BETWEEN = /[\s/]*/y
/** A sign of equality with nothing before it is a name. */
const ATTRIBUTE = /[^](?:[^\s/>=<]|<(?![A-Za-z]))*/y
const SIGN = /\s*=\s*/y
const BARE_VALUE = /(?:[^\s><]|<(?![A-Za-z]))*/y

/** What may be read for attributes: tags in one another would read the inner ones again and again. */
const PATIENCE_PER_CHARACTER = 10

/** Longer values are data, and nothing more of a tag is read behind one. */
const VALUE_CHARACTERS_MAX = 20_000

/** Elements that run, load or redirect something by being there. */
const ACTIVE_TAG = /^(?:script|base|applet|frame|frameset|portal|link|embed)$/i
const HANDLER = /^on(?!(?:ce|e|ly|line)$)[a-z]{2,}$/i
const RAW_HTML = /^(?:srcdoc|dangerouslysetinnerhtml|set:html|innerhtml|http-equiv|is:inline)$/i
/** Vue, Alpine and htmx evaluate these; those that only mark an element are left out. */
const DIRECTIVE = /^(?:@[a-z]|:[a-z[]|v-(?!pre$|cloak$|once$|else$)[a-z]|x-[a-z]|hx-on|ng-[a-z]|\*ng)/i
const ANIMATED = /^(?:values|to|from|by)$/i

/** What HTML, in a document or among Markdown, runs or obeys: scripts, handlers, addresses that are programs. */
export function* activeHtml(text: string, isJsx = false): Generator<ActivePiece> {
  const next = new NextIndex(text)
  const nextLower = new NextIndex(text.toLowerCase())
  const patience = { characters: PATIENCE_PER_CHARACTER * text.length + VALUE_CHARACTERS_MAX }
  const tags = new RegExp(TAG, 'g')
  let styleEnd = 0
  for (let found = tags.exec(text); found; found = tags.exec(text)) {
    const name = found[1]!.toLowerCase()
    if (found[0].startsWith('</')) continue
    let attributes = ''
    for (const { name: attribute, value } of attributesOf(text, found.index + found[0].length, next, patience, isJsx)) {
      const danger = attributeDanger(attribute, value, isJsx)
      if (danger) yield { what: danger, text: `${name} ${attribute}=${value ?? ''}` }
      attributes += ` ${attribute}=${value ?? ''}`
    }
    if (ACTIVE_TAG.test(name) && name !== 'script') yield { what: `a \`<${name}>\` element`, text: `${name}${attributes}` }
    if (name !== 'script' && (name !== 'style' || found.index < styleEnd)) continue
    const close = nextLower.of(`</${name}`, found.index)
    const end = close === -1 ? text.length : close
    const element = text.slice(found.index, end)
    if (name === 'style') {
      // What stands in it is looked at as well: if this is code that is shown, it ends nowhere.
      styleEnd = end
      yield* activeStyle(element)
    } else {
      // All that follows belongs to the element, so that a change anywhere in it is a change of the script.
      tags.lastIndex = end
      yield { what: 'a script', text: `script ${element}` }
    }
  }
  if (patience.characters < 0) yield { what: 'tags that cannot be told apart', text: 'tags that cannot be told apart' }
  for (const found of text.matchAll(/<!ENTITY|<!DOCTYPE[^>[]{0,200}\[|<\?(?!xml\s)[a-z][^>]{0,2000}/gi))
    yield { what: 'a processing instruction', text: found[0] }
}

/** The same for a tag of MDX, whose attributes are known. */
export function* activeTag({ name, attributes }: TagSpan): Generator<ActivePiece> {
  for (const { name: attribute, value } of attributes) {
    const decoded = decodeEntities(value)
    const danger = attributeDanger(attribute, decoded, true)
    if (danger) yield { what: danger, text: `${name.toLowerCase()} ${attribute}=${decoded}` }
  }
}

/**
 * The attributes up to the end of a tag, or to where another one begins. They are read as browsers do, which take nearly everything
 * for an attribute: no quote, brace or sign ends a tag.
 */
function* attributesOf(
  text: string,
  start: number,
  next: NextIndex,
  patience: Patience,
  isJsx: boolean,
): Generator<{ name: string; value: string | null }> {
  let at = start + match(NAME_REST, text, start).length
  for (let from = start; ; from = at) {
    patience.characters -= at - from
    at += match(BETWEEN, text, at).length
    if (patience.characters < 0 || at >= text.length || text[at] === '>' || TAG_START.test(text.slice(at, at + 2))) return
    if (isJsx && text[at] === '{') {
      at = braceEnd(text, at, patience)
      continue
    }
    const name = match(ATTRIBUTE, text, at)
    at += name.length
    const sign = match(SIGN, text, at)
    at += sign.length
    if (sign === '') {
      yield { name, value: null }
      continue
    }
    const quote = text[at]
    if (quote === '"' || quote === "'") {
      const end = next.of(quote, at + 1)
      if (end !== -1 && end - at < VALUE_CHARACTERS_MAX) {
        yield { name, value: decodeEntities(text.slice(at + 1, end)) }
        at = end + 1
        continue
      }
      at += 1
    }
    if (isJsx && quote === '{') {
      yield { name, value: '{' }
      at = braceEnd(text, at, patience)
      continue
    }
    const value = match(BARE_VALUE, text, at)
    yield { name, value: decodeEntities(value.slice(0, VALUE_CHARACTERS_MAX)) }
    at += value.length
  }
}

function braceEnd(text: string, at: number, patience: Patience): number {
  const limit = Math.min(text.length, at + VALUE_CHARACTERS_MAX, at + patience.characters)
  const end = closeBracket(text, at, limit)
  if (end === null) patience.characters -= limit - at
  return end ?? at + 1
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function attributeDanger(name: string, value: string | null, isJsx: boolean): string | null {
  if (value === null) return null
  if (HANDLER.test(name)) return `an event handler (\`${name}\`)`
  if (RAW_HTML.test(name)) return `raw HTML (\`${name}\`)`
  if (!isJsx && DIRECTIVE.test(name)) return `an expression (\`${name}\`)`
  const parts = ANIMATED.test(name) ? value.split(';') : [value]
  if (parts.some(isRunnableAddress)) return 'an address that runs a program'
  if (name.toLowerCase() === 'style' && STYLE_DANGER.test(value)) return 'a style that runs a program'
  return null
}

const STYLE_DANGER = /expression\s*\(|-moz-binding|behaviou?r\s*:|url\(\s*(?:["']\s*)?(?:javascript|vbscript)\s*:/i

/** In style sheets Tailwind loads programs by `@plugin` and `@config`, and an import can be anything. */
const STYLE_RULE =
  /@(?:plugin|config|source|reference|import|use|forward|charset|document)\b[^;{]{0,500}|expression\s*\(|-moz-binding|behaviou?r\s*:[^;}]{0,200}|url\(\s*(?:["']\s*)?(?:javascript|vbscript)\s*:/gi

/** What a style sheet makes a build or a browser run. Pictures and fonts that it loads are content, like those of a page. */
export function* activeStyle(text: string): Generator<ActivePiece> {
  const plain = text.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) =>
    String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  )
  for (const found of plain.matchAll(STYLE_RULE)) {
    if (/^@charset/i.test(found[0])) continue
    yield { what: 'a style rule that loads other files or programs', text: found[0].trim() }
  }
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['colon', ':'],
  ['tab', '\t'],
  ['newline', '\n'],
  ['lpar', '('],
  ['rpar', ')'],
  ['sol', '/'],
  ['bsol', '\\'],
])

/** References to characters, as far as an address can be hidden with them. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole
      const code = Number.parseInt(hex ?? decimal ?? '0', hex === undefined ? 10 : 16)
      return String.fromCodePoint(Math.min(code, 0x10ffff))
    },
  )
}
